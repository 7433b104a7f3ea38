// Metadata of a title for the player, from TMDB's responses.
import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import type { MediaType } from '@matinee/shared/media/media';
import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { fetchQueryAbortable } from '#data/query-client.ts';
import { MovieDetails, SeasonDetails, ShowDetails } from './schemas.ts';
import { tmdb, posterUrl, stillUrl, CatalogError, ENGLISH } from './tmdb.ts';

export interface PlaybackRef {
  readonly type: MediaType;
  readonly tmdbId: string;
  /** TMDB ids from the path. Without a known id, the player uses the first season or episode. */
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

const FRESH_MS = 60 * 60_000;

/** Metadata of a title before it plays. Rejects with CatalogError, `status` 404 for an unknown title. */
export function playbackMeta(ref: PlaybackRef) {
  const { type, tmdbId, seasonId = null, episodeId = null } = ref;
  return queryOptions({
    queryKey: ['catalogue', 'playback', type, tmdbId, seasonId, episodeId],
    queryFn: ({ client, signal }): Promise<PlaybackMeta> =>
      type === 'movie' ? loadMovie(tmdbId, signal) : loadShow(ref, { client, signal }),
    staleTime: FRESH_MS,
  });
}

async function loadMovie(tmdbId: string, signal: AbortSignal): Promise<PlaybackMeta> {
  return movieMeta(
    await tmdb(`/movie/${tmdbId}`, { schema: MovieDetails, query: DETAILS_QUERY, signal }),
  );
}

async function loadShow(
  ref: PlaybackRef,
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
): Promise<PlaybackMeta> {
  const show = await fetchQueryAbortable(client, showDetails(ref.tmdbId), signal);
  const { season_number } = chooseSeason(show, ref.seasonId);
  const season = await fetchQueryAbortable(
    client,
    seasonDetails(ref.tmdbId, season_number),
    signal,
  );
  return showMeta(show, season, ref.episodeId);
}

export function showDetails(tmdbId: string) {
  return queryOptions({
    queryKey: ['catalogue', 'show', tmdbId],
    queryFn: ({ signal }) =>
      tmdb(`/tv/${tmdbId}`, { schema: ShowDetails, query: DETAILS_QUERY, signal }),
    staleTime: FRESH_MS,
  });
}

/** In English by default, because the player searches sources by English names. */
export function seasonDetails(tmdbId: string, season: number, language = ENGLISH) {
  return queryOptions({
    queryKey: [...seasonQueryKey(tmdbId, season), language],
    queryFn: ({ signal }) =>
      tmdb(`/tv/${tmdbId}/season/${season}`, {
        schema: SeasonDetails,
        query: { language },
        signal,
      }),
    staleTime: FRESH_MS,
  });
}

/** The start of a season's query keys, which all languages share. */
export const seasonQueryKey = (tmdbId: string, season: number) =>
  ['catalogue', 'season', tmdbId, season] as const;

/** `seasonDetails` for the player, from the same cached response. */
export function seasonEpisodes(tmdbId: string, season: number, language = ENGLISH) {
  return queryOptions({ ...seasonDetails(tmdbId, season, language), select: seasonContent });
}

interface TitleMeta {
  readonly title: string;
  /** 0 when unknown. */
  readonly releaseYear: number;
  readonly tmdbId: string;
  readonly imdbId?: string;
  /** Minutes of the movie or episode. */
  readonly runtime?: number;
  /** w342. */
  readonly poster?: string;
  readonly overview?: string;
  /** `YYYY-MM-DD`, of the movie or show. */
  readonly releaseDate?: string;
}

export interface SeasonMeta {
  readonly number: number;
  readonly title: string;
  readonly tmdbId: string;
}

export interface EpisodeMeta {
  readonly number: number;
  readonly title: string;
  readonly tmdbId: string;
  /** The id in the open collection, before the operator set a TMDB key. */
  readonly starterId?: string;
  readonly airDate?: string;
  /** w300, 16:9. */
  readonly still?: string;
}

export interface SeasonContent {
  readonly season: SeasonMeta;
  /** Sorted by number. */
  readonly episodes: readonly EpisodeMeta[];
}

export interface MovieMeta extends TitleMeta {
  readonly type: 'movie';
}

export interface ShowMeta extends TitleMeta {
  readonly type: 'show';
  readonly season: SeasonMeta;
  readonly episode: EpisodeMeta;
  /** Episodes of the season, by number. */
  readonly episodes: readonly EpisodeMeta[];
  /** Sorted by number; specials are number 0. */
  readonly seasons: readonly SeasonMeta[];
}

export type PlaybackMeta = MovieMeta | ShowMeta;

export function movieMeta(details: MovieDetails): MovieMeta {
  return {
    type: 'movie',
    ...titleMeta(details, { title: details.title, date: details.release_date }),
    ...(details.runtime ? { runtime: details.runtime } : {}),
  };
}

type SeasonEntry = ShowDetails['seasons'][number];

/** The season of the path, else the first regular one, else any. */
export function chooseSeason(show: ShowDetails, seasonId: string | undefined): SeasonEntry {
  const { seasons } = show;
  const season =
    seasons.find((season) => isNamed(season, seasonId)) ??
    seasons.find(({ season_number }) => season_number === 1) ??
    seasons.find(({ season_number }) => season_number > 0) ??
    seasons[0];
  if (!season) throw new CatalogError(0, `${show.name} has no seasons`);
  return season;
}

export function showMeta(
  show: ShowDetails,
  details: SeasonDetails,
  episodeId: string | undefined,
): ShowMeta {
  const { episodes } = details;
  const chosen = episodes.find((episode) => isNamed(episode, episodeId)) ?? episodes[0];
  if (!chosen) throw new CatalogError(0, `${show.name}: season has no episodes`);
  const runtime = chosen.runtime ?? show.episode_run_time?.[0];
  return {
    type: 'show',
    ...titleMeta(show, { title: show.name, date: show.first_air_date }),
    ...(runtime ? { runtime } : {}),
    ...seasonContent(details),
    episode: episodeMeta(chosen),
    seasons: show.seasons.map(seasonMeta),
  };
}

export function seasonContent(details: SeasonDetails): SeasonContent {
  return { season: seasonMeta(details), episodes: details.episodes.map(episodeMeta) };
}

interface Numbered {
  readonly id: number;
  readonly own_id?: number | null | undefined;
}

function isNamed({ id, own_id }: Numbered, wanted: string | undefined): boolean {
  return wanted !== undefined && [String(id), String(own_id)].includes(wanted);
}

function seasonMeta({ id, season_number, name }: SeasonEntry): SeasonMeta {
  return { number: season_number, title: name ?? '', tmdbId: String(id) };
}

function episodeMeta(episode: SeasonDetails['episodes'][number]): EpisodeMeta {
  const still = stillUrl(episode.still_path);
  return {
    number: episode.episode_number,
    title: episode.name ?? '',
    tmdbId: String(episode.id),
    ...(episode.own_id ? { starterId: String(episode.own_id) } : {}),
    ...(episode.air_date ? { airDate: episode.air_date } : {}),
    ...(still ? { still } : {}),
  };
}

function titleMeta(
  details: MovieDetails | ShowDetails,
  { title, date }: { title: string; date: string | null | undefined },
): TitleMeta {
  const imdbId = details.external_ids?.imdb_id;
  const poster = posterUrl(details.poster_path);
  return {
    title,
    releaseYear: yearOf(date),
    tmdbId: String(details.id),
    ...(imdbId ? { imdbId } : {}),
    ...(poster ? { poster } : {}),
    ...(details.overview ? { overview: details.overview } : {}),
    ...(date ? { releaseDate: date } : {}),
  };
}

/** 0 without a valid date. */
export function yearOf(date: string | null | undefined): number {
  const year = Number(/^(\d{4})-/.exec(date ?? '')?.[1]);
  return Number.isInteger(year) ? year : 0;
}
