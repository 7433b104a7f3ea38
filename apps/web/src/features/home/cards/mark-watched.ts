// "I have seen this": the catalogue says what a title is and where a series goes on.
import type { QueryClient } from '@tanstack/react-query';
import { airedAmong } from '#data/catalogue/aired.ts';
import { playbackMeta, type PlaybackMeta, type ShowMeta } from '#data/catalogue/details.ts';
import type { EpisodeLeft } from '#data/library/left-at.ts';
import { markWatched, type Undo } from '#data/library/watched.ts';
import type { CardSubject } from '#ui/card-tools.ts';

type Seen = Pick<CardSubject, 'type' | 'tmdbId'>;

/** Rejects with CatalogueError. A series is taken to its next episode, if that has been shown. */
export async function markSeen(
  client: QueryClient,
  { type, tmdbId }: Seen,
  episode: EpisodeLeft | undefined,
): Promise<Undo> {
  const meta = await client.fetchQuery(playbackMeta({ type, tmdbId, ...placeOf(episode) }));
  const next = meta.type === 'show' ? await nextOf(client, meta) : undefined;
  return markWatched(meta, next);
}

const placeOf = (episode: EpisodeLeft | undefined) =>
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
