import { OPEN_GENRES, type OpenGenre } from '@matinee/shared/contract/catalog';
import type { TmdbKind } from '@matinee/shared/media/media';
import type { StarterTitle } from '@matinee/sources/starter-catalog/starter-title';

/** TMDB's IDs, which clients store in URLs and bookmarks. */
const MOVIE: Readonly<Record<number, string>> = {
  28: 'Action',
  12: 'Adventure',
  16: 'Animation',
  35: 'Comedy',
  80: 'Crime',
  99: 'Documentary',
  18: 'Drama',
  10751: 'Family',
  14: 'Fantasy',
  36: 'History',
  27: 'Horror',
  10402: 'Music',
  9648: 'Mystery',
  10749: 'Romance',
  878: 'Science Fiction',
  10770: 'TV Movie',
  53: 'Thriller',
  10752: 'War',
  37: 'Western',
};

const TV: Readonly<Record<number, string>> = {
  10759: 'Action & Adventure',
  16: 'Animation',
  35: 'Comedy',
  80: 'Crime',
  99: 'Documentary',
  18: 'Drama',
  10751: 'Family',
  10762: 'Kids',
  9648: 'Mystery',
  10763: 'News',
  10764: 'Reality',
  10765: 'Sci-Fi & Fantasy',
  10766: 'Soap',
  10767: 'Talk',
  10768: 'War & Politics',
  37: 'Western',
};

const OPEN: Readonly<Record<OpenGenre, string>> = {
  horror: 'Horror',
  noir: 'Film Noir',
  silentComedy: 'Silent Comedy',
  blender: 'Blender Open Movies',
  comedy: 'Comedy',
  scienceFiction: 'Science Fiction',
  silentHorror: 'Silent Horror',
  mystery: 'Mystery',
  animation: 'Animation',
  silent: 'Silent Era',
  drama: 'Drama',
  adventure: 'Adventure & Western',
  shorts: 'Short Films',
  classicTv: 'Classic Television',
};

export interface Genre {
  readonly id: number;
  readonly name: string;
}

export function genresNamed(kind: TmdbKind, ids: readonly number[]): readonly Genre[] {
  const names = kind === 'movie' ? MOVIE : TV;
  return ids.flatMap((id) => {
    const name = names[id];
    return name === undefined ? [] : [{ id, name }];
  });
}

/** Other programs use other names for some genres, and names of movie genres for shows. */
const SYNONYMS: Readonly<Record<TmdbKind, Readonly<Record<string, number>>>> = {
  movie: { 'sci-fi': 878, 'science-fiction': 878, musical: 10402, suspense: 53, children: 10751 },
  tv: {
    action: 10759,
    adventure: 10759,
    'sci-fi': 10765,
    'science fiction': 10765,
    fantasy: 10765,
    war: 10768,
    children: 10762,
    soap: 10766,
  },
};

/** Returns TMDB's IDs of genres with these English names. */
export function genreIdsNamed(kind: TmdbKind, names: readonly string[]): readonly number[] {
  const known = kind === 'movie' ? MOVIE : TV;
  const ids = new Map(Object.entries(known).map(([id, name]) => [name.toLowerCase(), Number(id)]));
  return [
    ...new Set(
      names.flatMap(
        (name) => ids.get(name.toLowerCase()) ?? SYNONYMS[kind][name.toLowerCase()] ?? [],
      ),
    ),
  ];
}

export const genreName = (id: number): string | undefined => MOVIE[id] ?? TV[id];

/** Returns the genres of the starter catalog. */
export function openGenres(kind: TmdbKind): readonly Genre[] {
  return OPEN_GENRES.filter((genre) => genre.kind === kind).map(({ id, name }) => ({
    id,
    name: OPEN[name],
  }));
}

export function openGenreId(wanted: OpenGenre): number {
  return OPEN_GENRES.find(({ name }) => name === wanted)?.id ?? 0;
}

/** Returns TMDB's genres, and the starter catalog's own genre if the title has one. */
export function genresOf({ kind, genreIds, openGenre }: StarterTitle): readonly Genre[] {
  const known = genresNamed(kind, genreIds);
  const openGenreEntry = { id: openGenreId(openGenre), name: OPEN[openGenre] };
  return known.some(({ name }) => name === openGenreEntry.name)
    ? known
    : [...known, openGenreEntry];
}
