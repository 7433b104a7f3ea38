// "I have seen this": the catalogue says what a title is and where a series goes on.
import { isFinished } from '@matinee/shared/media/progress';
import type { QueryClient } from '@tanstack/react-query';
import { airedAmong } from '#data/catalog/title.ts';
import {
  playbackMeta,
  seasonDetails,
  showDetails,
  type PlaybackMeta,
  type ShowMeta,
} from '#data/catalog/details.ts';
import { titleDetails } from '#data/catalog/title-details.ts';
import type { ResumeEpisode } from '#data/user-data/progress-update.ts';
import {
  airedEpisodes,
  markEpisodesUnwatched,
  type MarkedEpisodes,
} from '#data/user-data/mark-season.ts';
import { removeProgress, type ProgressItem } from '#data/user-data/progress.ts';
import { markWatched, type Undo } from '#data/user-data/mark-watched.ts';
import type { CardSubject } from '#ui/card-actions.ts';

type Seen = Pick<CardSubject, 'type' | 'tmdbId'>;

/** Rejects with CatalogError. A series is taken to its next episode, if that has been shown. */
export async function markSeen(
  client: QueryClient,
  { type, tmdbId }: Seen,
  episode: ResumeEpisode | undefined,
): Promise<Undo> {
  const meta = await client.fetchQuery(playbackMeta({ type, tmdbId, ...placeOf(episode) }));
  const next = meta.type === 'show' ? await nextOf(client, meta) : undefined;
  return markWatched(meta, next);
}

const placeOf = (episode: ResumeEpisode | undefined) =>
  episode && { seasonId: episode.seasonId, episodeId: episode.episodeId };

async function nextOf(client: QueryClient, meta: ShowMeta): Promise<PlaybackMeta | undefined> {
  const { tmdbId, season, seasons, episode, episodes } = meta;
  const later = episodes.find(({ number }) => number > episode.number);
  const nextSeason = seasons.find(({ number }) => number > season.number);
  const seasonId = later ? season.tmdbId : nextSeason?.tmdbId;
  if (seasonId === undefined) return undefined;
  const ref = { type: 'show', tmdbId, seasonId, episodeId: later?.tmdbId } as const;
  // A season that is announced has no episodes yet, and is none to go on with.
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

/** Whether the movie, or this episode, was seen to its end. */
export function isSeen(
  item: ProgressItem | undefined,
  episode: ResumeEpisode | undefined,
): boolean {
  const place = episode ? item?.episodes[episode.episodeId] : item;
  return place?.progress !== undefined && isFinished(place.progress);
}

/** Forgets that the movie, or this episode, was ever opened. */
export function markUnseen(
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

/** Undefined where the catalogue would have to be asked for the season, or for the one after it. */
export function knownSeason(
  client: QueryClient,
  { tmdbId, title, year, poster }: CardSubject,
  season: number,
): MarkedEpisodes | undefined {
  const details = client.getQueryData(seasonDetails(tmdbId, season).queryKey);
  const seasons =
    client.getQueryData(titleDetails('show', tmdbId).queryKey)?.seasons ??
    client
      .getQueryData(showDetails(tmdbId).queryKey)
      ?.seasons.map(({ season_number: number }) => ({ number }));
  if (!details || !seasons) return undefined;
  const marked = airedEpisodes(details, new Date());
  if (marked.episodes.length === 0) return undefined;
  return { show: { tmdbId, title, year, poster, seasons }, ...marked };
}
