import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import type { MediaType } from '@matinee/shared/media/media';
import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { fetchQueryAbortable } from '#data/query-client.ts';
import {
  chooseSeason,
  movieMeta,
  seasonContent,
  showMeta,
  type PlaybackMeta,
} from './playback-meta.ts';
import { MovieDetails, SeasonDetails, ShowDetails } from './schemas.ts';
import { tmdb } from './tmdb.ts';

export type {
  EpisodeMeta,
  MovieMeta,
  PlaybackMeta,
  SeasonContent,
  SeasonMeta,
  ShowMeta,
} from './playback-meta.ts';
export { CatalogError } from './tmdb.ts';

export interface PlaybackRef {
  readonly type: MediaType;
  readonly tmdbId: string;
  /** TMDB ids from the path; the first season or episode where they are unknown or missing. */
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

export function seasonDetails(tmdbId: string, season: number) {
  return queryOptions({
    queryKey: ['catalogue', 'season', tmdbId, season],
    queryFn: ({ signal }) =>
      tmdb(`/tv/${tmdbId}/season/${season}`, { schema: SeasonDetails, signal }),
    staleTime: FRESH_MS,
  });
}

/** `seasonDetails` for the player, from the same cached response. */
export function seasonEpisodes(tmdbId: string, season: number) {
  return queryOptions({ ...seasonDetails(tmdbId, season), select: seasonContent });
}
