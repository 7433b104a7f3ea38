import type { FakeTitle } from '../../support/fakes/tmdb-titles.ts';

const MOVIE_GENRES = [14, 16, 18, 27, 35, 36, 53, 9648];
const SERIES_GENRES = [16, 18, 35, 9648];

/** Enough for every row of Discover, and for several pages of a search. */
export const MANY_TITLES: readonly FakeTitle[] = [
  ...Array.from({ length: 240 }, (_, index): FakeTitle => ({
    kind: 'movie',
    id: 800_001 + index,
    imdbId: null,
    title: `Feature number ${index + 1}`,
    date: `${1950 + (index % 60)}-03-01`,
    runtime: 90,
    genreIds: [MOVIE_GENRES[index % MOVIE_GENRES.length] ?? 18],
    poster: `/feature-${index}.png`,
  })),
  ...Array.from({ length: 120 }, (_, index): FakeTitle => ({
    kind: 'tv',
    id: 700_001 + index,
    imdbId: null,
    title: `Serial number ${index + 1}`,
    date: `${1950 + (index % 60)}-03-01`,
    genreIds: [SERIES_GENRES[index % SERIES_GENRES.length] ?? 18],
    poster: `/serial-${index}.png`,
    seasons: [],
  })),
];
