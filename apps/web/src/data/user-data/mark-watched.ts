// What somebody says of a title instead of watching it to its end.
import type { PlaybackMeta, ShowMeta } from '#data/catalog/details.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { enqueueProgress } from './progress-merge.ts';
import type { ProgressItem, ProgressUpdate } from './progress-schema.ts';
import { updateOf, updatesOf, watchedItem } from './progress-update.ts';
import { progressStore, removeProgress, saveProgress, updateProgress } from './progress.ts';
import { newId } from './sync/queue.ts';

/** Where neither the player nor the catalogue knows a length; any will do, as long as all of it is watched. */
const SOME_LENGTH = 3_600;

export type Undo = () => void;

/** The film, or the episode, as seen to its end; `next` is where a series goes on. */
export function markWatched(
  meta: PlaybackMeta,
  next: PlaybackMeta | undefined,
  now = Date.now(),
): Undo {
  const before = progressStore.getState().items[meta.tmdbId];
  const duration = lengthOf(meta, before);
  saveProgress(meta, { watched: duration, duration }, now);
  if (next) offerNext(next, lengthOf(next, before), now + 1);
  return () => putBack(before, [meta, ...(next ? [next] : [])], now + 2);
}

/** All of one show, in their order. The history hears nothing of it, because nothing of it was seen just now. */
export function markAllWatched(
  metas: readonly PlaybackMeta[],
  next: PlaybackMeta | undefined,
  now = Date.now(),
): Undo {
  const [first] = metas;
  if (!first) return () => undefined;
  const before = progressStore.getState().items[first.tmdbId];
  updateProgress((state) => {
    let { items, updateQueue } = state;
    for (const [index, meta] of metas.entries()) {
      const duration = lengthOf(meta, before);
      // The show goes on after the last of them.
      const at = serverTime(now) + index;
      const watched = { meta, progress: { watched: duration, duration }, at };
      items = { ...items, [meta.tmdbId]: watchedItem(items[meta.tmdbId], watched) };
      updateQueue = enqueueProgress(updateQueue, updateOf(watched));
    }
    return { ...state, items, updateQueue };
  });
  const after = now + metas.length;
  if (next) offerNext(next, lengthOf(next, before), after);
  return () => putBack(before, next ? [...metas, next] : metas, after + 1);
}

/** All of one show, as if they had never been opened. */
export function markAllUnwatched(metas: readonly ShowMeta[], now = Date.now()): Undo {
  const [first] = metas;
  const before = first && progressStore.getState().items[first.tmdbId];
  if (!first || !before) return () => undefined;
  const gone = new Set(metas.map(({ episode }) => episode.tmdbId));
  const left = Object.entries(before.episodes).filter(([id]) => !gone.has(id));
  const removals = metas.map((meta) => removalOf(meta, serverTime(now)));
  restore(first.tmdbId, { ...before, episodes: Object.fromEntries(left) }, removals);
  return () => putBack(before, metas, now + 1);
}

/** At its beginning; the history hears nothing of it, because nothing of it was seen. */
function offerNext(meta: PlaybackMeta, duration: number, now: number): void {
  const watched = { meta, progress: { watched: 0, duration }, at: serverTime(now) };
  updateProgress((state) => ({
    ...state,
    items: { ...state.items, [meta.tmdbId]: watchedItem(state.items[meta.tmdbId], watched) },
    updateQueue: enqueueProgress(state.updateQueue, updateOf(watched)),
  }));
}

/** As if this film or episode had never been opened. */
export function markUnwatched(meta: PlaybackMeta, now = Date.now()): Undo {
  const before = progressStore.getState().items[meta.tmdbId];
  if (!before) return () => undefined;
  if (meta.type === 'movie') return removeProgress(meta.tmdbId, now);
  const { [meta.episode.tmdbId]: _removed, ...episodes } = before.episodes;
  restore(meta.tmdbId, { ...before, episodes }, [removalOf(meta, serverTime(now))]);
  return () => putBack(before, [meta], now + 1);
}

function lengthOf(meta: PlaybackMeta, before: ProgressItem | undefined): number {
  const known = meta.type === 'movie' ? before : before?.episodes[meta.episode.tmdbId];
  return known?.progress?.duration || (meta.runtime ?? 0) * 60 || SOME_LENGTH;
}

function putBack(before: ProgressItem | undefined, touched: readonly PlaybackMeta[], at: number) {
  const [first] = touched;
  if (!first) return;
  const updatedAt = serverTime(Math.max(at, Date.now()));
  const updates = touched.map((meta): ProgressUpdate => {
    const known = before && updatesOf(meta.tmdbId, before).find((update) => isOf(update, meta));
    return known ? { ...known, updatedAt } : removalOf(meta, updatedAt);
  });
  restore(first.tmdbId, before, updates);
}

function isOf({ episodeId }: ProgressUpdate, meta: PlaybackMeta): boolean {
  return episodeId === (meta.type === 'show' ? meta.episode.tmdbId : undefined);
}

function removalOf(meta: PlaybackMeta, updatedAt: number): ProgressUpdate {
  const place =
    meta.type === 'show' ? { seasonId: meta.season.tmdbId, episodeId: meta.episode.tmdbId } : {};
  return { id: newId(), action: 'delete', tmdbId: meta.tmdbId, ...place, updatedAt };
}

function restore(
  tmdbId: string,
  item: ProgressItem | undefined,
  updates: readonly ProgressUpdate[],
): void {
  updateProgress((state) => {
    const { [tmdbId]: _replaced, ...others } = state.items;
    return {
      ...state,
      items: item ? { ...others, [tmdbId]: item } : others,
      updateQueue: updates.reduce(enqueueProgress, state.updateQueue),
    };
  });
}
