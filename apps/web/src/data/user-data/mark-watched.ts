// Marks titles as watched or unwatched without playing them. The returned functions undo it.
import type { PlaybackMeta, ShowMeta } from '#data/catalog/details.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import type { Undo } from './bookmarks.ts';
import { newId } from './merge-lww.ts';
import { enqueueProgress } from './progress-merge.ts';
import type { ProgressItem, ProgressChange } from './progress-schema.ts';
import { changeOfWatched, changesOfItem, watchedItem } from './progress-update.ts';
import { progressStore, removeProgress, saveProgress, updateProgress } from './progress.ts';

/** For titles of unknown length. Any length works, because all of it counts as watched. */
const DEFAULT_DURATION = 3_600;

/** `next` is the episode at which the show continues. */
export function markWatched(
  meta: PlaybackMeta,
  next: PlaybackMeta | undefined,
  now = Date.now(),
): Undo {
  const before = progressStore.getState().items[meta.tmdbId];
  const duration = lengthOf(meta, before);
  saveProgress(meta, { watched: duration, duration }, now);
  if (next) continueAt(next, lengthOf(next, before), now + 1);
  return () => undo(before, [meta, ...(next ? [next] : [])], now + 2);
}

/** Episodes of one show, in their order. The history records nothing, because nothing was watched just now. */
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
      // Rising times: the show continues after the last of them.
      const at = serverTime(now) + index;
      const watched = { meta, progress: { watched: duration, duration }, at };
      items = { ...items, [meta.tmdbId]: watchedItem(items[meta.tmdbId], watched) };
      updateQueue = enqueueProgress(updateQueue, changeOfWatched(watched));
    }
    return { ...state, items, updateQueue };
  });
  const after = now + metas.length;
  if (next) continueAt(next, lengthOf(next, before), after);
  return () => undo(before, next ? [...metas, next] : metas, after + 1);
}

/** Episodes of one show, as if they had never been opened. */
export function markAllUnwatched(metas: readonly ShowMeta[], now = Date.now()): Undo {
  const [first] = metas;
  const before = first && progressStore.getState().items[first.tmdbId];
  if (!first || !before) return () => undefined;
  const removed = new Set(metas.map(({ episode }) => episode.tmdbId));
  const left = Object.entries(before.episodes).filter(([id]) => !removed.has(id));
  const removals = metas.map((meta) => progressRemoval(meta, serverTime(now)));
  replaceItem(first.tmdbId, { ...before, episodes: Object.fromEntries(left) }, removals);
  return () => undo(before, metas, now + 1);
}

/** Continues the show at the beginning of `meta`. */
function continueAt(meta: PlaybackMeta, duration: number, now: number): void {
  const watched = { meta, progress: { watched: 0, duration }, at: serverTime(now) };
  updateProgress((state) => ({
    ...state,
    items: { ...state.items, [meta.tmdbId]: watchedItem(state.items[meta.tmdbId], watched) },
    updateQueue: enqueueProgress(state.updateQueue, changeOfWatched(watched)),
  }));
}

export function markUnwatched(meta: PlaybackMeta, now = Date.now()): Undo {
  const before = progressStore.getState().items[meta.tmdbId];
  if (!before) return () => undefined;
  if (meta.type === 'movie') return removeProgress(meta.tmdbId, now);
  const { [meta.episode.tmdbId]: _removed, ...episodes } = before.episodes;
  replaceItem(meta.tmdbId, { ...before, episodes }, [progressRemoval(meta, serverTime(now))]);
  return () => undo(before, [meta], now + 1);
}

function lengthOf(meta: PlaybackMeta, before: ProgressItem | undefined): number {
  const known = meta.type === 'movie' ? before : before?.episodes[meta.episode.tmdbId];
  return known?.progress?.duration || (meta.runtime ?? 0) * 60 || DEFAULT_DURATION;
}

function undo(before: ProgressItem | undefined, touched: readonly PlaybackMeta[], at: number) {
  const [first] = touched;
  if (!first) return;
  const updatedAt = serverTime(Math.max(at, Date.now()));
  const changes = touched.map((meta): ProgressChange => {
    const known = before && changesOfItem(meta.tmdbId, before).find((change) => isOf(change, meta));
    return known ? { ...known, updatedAt } : progressRemoval(meta, updatedAt);
  });
  replaceItem(first.tmdbId, before, changes);
}

function isOf({ episodeId }: ProgressChange, meta: PlaybackMeta): boolean {
  return episodeId === (meta.type === 'show' ? meta.episode.tmdbId : undefined);
}

function progressRemoval(meta: PlaybackMeta, updatedAt: number): ProgressChange {
  const part =
    meta.type === 'show' ? { seasonId: meta.season.tmdbId, episodeId: meta.episode.tmdbId } : {};
  return { id: newId(), action: 'delete', tmdbId: meta.tmdbId, ...part, updatedAt };
}

function replaceItem(
  tmdbId: string,
  item: ProgressItem | undefined,
  changes: readonly ProgressChange[],
): void {
  updateProgress((state) => {
    const { [tmdbId]: _replaced, ...others } = state.items;
    return {
      ...state,
      items: item ? { ...others, [tmdbId]: item } : others,
      updateQueue: changes.reduce(enqueueProgress, state.updateQueue),
    };
  });
}
