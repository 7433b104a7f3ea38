// How far everything has been watched: `__MW::progress`, written at once, sent to an account later.
import { resumeSeconds, type WatchProgress } from '@matinee/shared/media/progress';
import type { PlaybackMeta } from '#data/catalogue/details.ts';
import { createPersisted } from '#data/storage/persisted.ts';
import { enqueue, mergeProgress } from './progress-merge.ts';
import {
  ProgressState,
  salvageProgress,
  type ProgressItem,
  type ProgressUpdate,
} from './progress-schema.ts';

export type { ProgressItem } from './progress-schema.ts';

const persisted = createPersisted({
  key: '__MW::progress',
  schema: ProgressState,
  salvage: salvageProgress,
  merge: mergeProgress,
});

export const progressStore = persisted.store;

/** `now` in milliseconds since 1970. A length that is not known yet never replaces one that is. */
export function saveProgress(meta: PlaybackMeta, position: WatchProgress, now: number): void {
  if (!(position.duration > 0)) return;
  const { watched, duration } = position;
  persisted.update((state) => ({
    ...state,
    items: {
      ...state.items,
      [meta.tmdbId]: watchedItem(state.items[meta.tmdbId], meta, { watched, duration }, now),
    },
    updateQueue: enqueue(
      state.updateQueue,
      updateOf(nextId(state.updateQueue), meta, { watched, duration }),
    ),
  }));
}

/** The second at which a title is taken up again; 0 for what is new or finished. */
export function watchedSeconds(meta: PlaybackMeta): number {
  const item = progressStore.getState().items[meta.tmdbId];
  if (meta.type === 'movie') return resumeSeconds(item?.progress);
  const { tmdbId, ownId } = meta.episode;
  const episode =
    item?.episodes[tmdbId] ?? (ownId === undefined ? undefined : item?.episodes[ownId]);
  return resumeSeconds(episode?.progress);
}

function watchedItem(
  before: ProgressItem | undefined,
  meta: PlaybackMeta,
  progress: WatchProgress,
  now: number,
): ProgressItem {
  const item: ProgressItem = {
    ...before,
    title: meta.title,
    year: meta.releaseYear || before?.year,
    poster: meta.poster ?? before?.poster,
    type: meta.type,
    updatedAt: now,
    seasons: before?.seasons ?? {},
    episodes: before?.episodes ?? {},
  };
  if (meta.type === 'movie') return { ...item, progress: { ...progress } };
  const { season, episode } = meta;
  return {
    ...item,
    seasons: {
      ...item.seasons,
      [season.tmdbId]: { id: season.tmdbId, number: season.number, title: season.title },
    },
    episodes: {
      ...item.episodes,
      [episode.tmdbId]: {
        id: episode.tmdbId,
        number: episode.number,
        title: episode.title,
        seasonId: season.tmdbId,
        updatedAt: now,
        progress: { ...progress },
      },
    },
  };
}

function updateOf(id: string, meta: PlaybackMeta, progress: WatchProgress): ProgressUpdate {
  const title: ProgressUpdate = {
    id,
    action: 'upsert',
    tmdbId: meta.tmdbId,
    title: meta.title,
    year: meta.releaseYear || undefined,
    poster: meta.poster,
    type: meta.type,
    progress: { ...progress },
  };
  if (meta.type === 'movie') return title;
  return {
    ...title,
    seasonId: meta.season.tmdbId,
    seasonNumber: meta.season.number,
    episodeId: meta.episode.tmdbId,
    episodeNumber: meta.episode.number,
  };
}

function nextId(queue: readonly ProgressUpdate[]): string {
  return String(Math.max(0, ...queue.map(({ id }) => Number(id) || 0)) + 1);
}
