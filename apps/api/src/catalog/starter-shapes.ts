import type {
  StarterMovie,
  StarterSeries,
  StarterTitle,
} from '@matinee/sources/starter-catalog/starter-title';
import { genresOf, openGenreId } from './genre-names.ts';
import { popularity } from './starter-order.ts';

/** TMDB's response formats, field for field, with TMDB's placeholders for unknown values. */

/** Returns January 2, which is in the year in every time zone, because only years are known. */
function firstDay(year: number): string {
  return `${year}-01-02`;
}

const unrated = { vote_average: 0, vote_count: 0 };

function common(title: StarterTitle) {
  return {
    adult: false,
    backdrop_path: title.backdropPath ?? null,
    id: title.id,
    original_language: 'en',
    overview: title.overview,
    popularity: popularity(title),
    poster_path: title.posterPath ?? null,
    ...unrated,
  };
}

function movieNames(title: StarterMovie) {
  return {
    original_title: title.originalTitle ?? title.title,
    release_date: firstDay(title.year),
    title: title.title,
    video: false,
  };
}

function seriesNames(title: StarterSeries) {
  return {
    first_air_date: airDates(title)[0] ?? firstDay(title.year),
    name: title.title,
    origin_country: ['US'],
    original_name: title.originalTitle ?? title.title,
  };
}

export function listItem(title: StarterTitle) {
  const names = title.kind === 'movie' ? movieNames(title) : seriesNames(title);
  return {
    ...common(title),
    genre_ids: [...title.genreIds, openGenreId(title.openGenre)],
    ...names,
  };
}

export function mixedItem(title: StarterTitle) {
  return { ...listItem(title), media_type: title.kind };
}

function detailsCommon(title: StarterTitle) {
  return {
    ...common(title),
    genres: genresOf(title),
    homepage: '',
    origin_country: ['US'],
    production_companies: [],
    production_countries: [],
    spoken_languages: [],
    tagline: '',
  };
}

export function movieDetails(title: StarterMovie) {
  return {
    ...detailsCommon(title),
    ...movieNames(title),
    belongs_to_collection: null,
    budget: 0,
    imdb_id: title.imdbId ?? null,
    revenue: 0,
    runtime: title.runtimeMin ?? 0,
    status: 'Released',
  };
}

type Season = StarterSeries['seasons'][number];
type Episode = Season['episodes'][number];

export function seriesDetails(title: StarterSeries) {
  const lastSeason = title.seasons.at(-1);
  const last = lastSeason?.episodes.at(-1);
  return {
    ...detailsCommon(title),
    ...seriesNames(title),
    created_by: [],
    episode_run_time: title.runtimeMin === undefined ? [] : [title.runtimeMin],
    in_production: false,
    languages: ['en'],
    last_air_date: airDates(title).at(-1) ?? null,
    last_episode_to_air: last && lastSeason ? episode(title, lastSeason, last) : null,
    networks: [],
    next_episode_to_air: null,
    number_of_episodes: title.seasons.reduce((sum, season) => sum + season.episodes.length, 0),
    number_of_seasons: title.seasons.length,
    seasons: title.seasons.map((season) => seasonItem(season)),
    status: 'Ended',
    type: 'Scripted',
  };
}

function seasonItem(season: Season) {
  return {
    air_date: season.episodes.find(({ airDate }) => airDate)?.airDate ?? null,
    episode_count: season.episodes.length,
    id: season.id,
    name: season.name,
    overview: '',
    poster_path: null,
    season_number: season.number,
    vote_average: 0,
  };
}

export function starterSeasonDetails(title: StarterSeries, season: Season) {
  const { episode_count: _, ...item } = seasonItem(season);
  return {
    ...item,
    _id: String(season.id),
    episodes: season.episodes.map((one) => ({
      ...episode(title, season, one),
      crew: [],
      guest_stars: [],
    })),
    networks: [],
  };
}

function episode(
  title: StarterSeries,
  season: Season,
  { airDate, id, number, title: name }: Episode,
) {
  return {
    air_date: airDate ?? null,
    episode_number: number,
    episode_type: 'standard',
    id,
    name,
    overview: '',
    production_code: '',
    runtime: title.runtimeMin ?? null,
    season_number: season.number,
    show_id: title.id,
    still_path: null,
    ...unrated,
  };
}

function airDates(title: StarterSeries): readonly string[] {
  return title.seasons
    .flatMap((season) => season.episodes.flatMap(({ airDate }) => airDate ?? []))
    .toSorted();
}
