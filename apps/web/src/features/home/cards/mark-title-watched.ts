// Marks the title of a card as watched; metadata comes from TMDB.
import { isFinished } from '@matinee/shared/media/progress';
import type { QueryClient } from '@tanstack/react-query';
import { airedAmong } from '#data/catalog/title.ts';
import {
  playbackMeta,
  seasonQueryKey,
  showDetails,
  type PlaybackMeta,
  type ShowMeta,
} from '#data/catalog/details.ts';
import { detailsQueryKey, type TitleDetails } from '#data/catalog/title-details.ts';
import type { SeasonDetails } from '#data/catalog/schemas.ts';
import type { ResumeEpisode } from '#data/user-data/progress-items.ts';
import {
  airedEpisodes,
  markEpisodesUnwatched,
  type MarkedEpisodes,
  markWatched,
} from '#data/user-data/mark-watched.ts';
import type { ProgressItem } from '#data/user-data/progress-schema.ts';
import { removeProgress } from '#data/user-data/progress.ts';
import type { Undo } from '#data/user-data/bookmarks.ts';
import type { CardSubject } from '#ui/card-actions.ts';

/** Rejects with CatalogError. A show moves on to its next episode, if that has aired. */
export async function markTitleWatched(
  client: QueryClient,
  { type, tmdbId }: Pick<CardSubject, 'type' | 'tmdbId'>,
  episode: ResumeEpisode | undefined,
): Promise<Undo> {
  const meta = await client.fetchQuery(playbackMeta({ type, tmdbId, ...idsOf(episode) }));
  const next = meta.type === 'show' ? await nextEpisode(client, meta) : undefined;
  return markWatched(meta, next);
}

const idsOf = (episode: ResumeEpisode | undefined) =>
  episode && { seasonId: episode.seasonId, episodeId: episode.episodeId };

async function nextEpisode(client: QueryClient, meta: ShowMeta): Promise<PlaybackMeta | undefined> {
  const { tmdbId, season, seasons, episode, episodes } = meta;
  const later = episodes.find(({ number }) => number > episode.number);
  const nextSeason = seasons.find(({ number }) => number > season.number);
  const seasonId = later ? season.tmdbId : nextSeason?.tmdbId;
  if (seasonId === undefined) return undefined;
  const ref = { type: 'show', tmdbId, seasonId, episodeId: later?.tmdbId } as const;
  // An announced season without episodes responds with an error.
  const next = await client
    .fetchQuery({ ...playbackMeta(ref), retry: false })
    .catch(() => undefined);
  return next?.type === 'show' && hasAired(next) ? next : undefined;
}

function hasAired({ episode, episodes }: ShowMeta): boolean {
  const upTo = episodes.filter(({ number }) => number <= episode.number);
  return (
    airedAmong(
      upTo.map(({ airDate }) => airDate),
      new Date(),
    ).at(-1) === true
  );
}

/** True if the movie, or this episode, was watched to its end. */
export function isTitleWatched(
  item: ProgressItem | undefined,
  episode: ResumeEpisode | undefined,
): boolean {
  const watched = episode ? item?.episodes[episode.episodeId] : item;
  return watched?.progress !== undefined && isFinished(watched.progress);
}

/** Removes the progress of the movie or the episode. */
export function markTitleUnwatched(
  { tmdbId, title }: CardSubject,
  episode: ResumeEpisode | undefined,
): Undo {
  if (!episode) return removeProgress(tmdbId);
  const { season, seasonId, number, episodeId } = episode;
  return markEpisodesUnwatched({
    show: { tmdbId, title, seasons: [] },
    season: { number: season, title: '', tmdbId: seasonId },
    episodes: [{ number, title: '', tmdbId: episodeId }],
  });
}

/** Returns a cached response in any language. */
const anyCached = <T>(client: QueryClient, queryKey: readonly unknown[]): T | undefined =>
  client.getQueriesData<T>({ queryKey }).find(([, data]) => data !== undefined)?.[1];

/** Undefined if the season or the one after it is not in the query cache. */
export function cachedSeason(
  client: QueryClient,
  { tmdbId, title, year, poster }: CardSubject,
  season: number,
): MarkedEpisodes | undefined {
  const details = anyCached<SeasonDetails>(client, seasonQueryKey(tmdbId, season));
  const seasons =
    anyCached<TitleDetails>(client, detailsQueryKey('show', tmdbId))?.seasons ??
    client
      .getQueryData(showDetails(tmdbId).queryKey)
      ?.seasons.map(({ season_number: number }) => ({ number }));
  if (!details || !seasons) return undefined;
  const aired = airedEpisodes(details, new Date());
  if (aired.episodes.length === 0) return undefined;
  return { show: { tmdbId, title, year, poster, seasons }, ...aired };
}
