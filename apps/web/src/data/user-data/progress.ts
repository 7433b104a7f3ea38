// How far everything has been watched: `__MW::progress`, written at once, sent to an account later.
import { resumeSeconds, type WatchProgress } from '@matinee/shared/media/progress';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { noteWatched } from './history.ts';
import { createJournal, leftJournals, withJournal } from './progress-journal.ts';
import { enqueueProgress, mergeProgress } from './progress-merge.ts';
import {
  isAllProgressWhole,
  NO_PROGRESS,
  ProgressState,
  salvageProgress,
  type ProgressItem,
  type ProgressUpdate,
} from './progress-schema.ts';
import { updateOf, updatesOf, watchedItem } from './progress-update.ts';
import { newId } from './sync/queue.ts';

export type { ProgressItem } from './progress-schema.ts';

const persisted = createPersisted({
  key: '__MW::progress',
  schema: ProgressState,
  empty: NO_PROGRESS,
  isWhole: isAllProgressWhole,
  salvage: salvageProgress,
  merge: mergeProgress,
});

export const progressStore = persisted.store;
export const updateProgress = persisted.update;
export const catchUpProgress = persisted.catchUp;

/** Characters; what is shorter is written in a millisecond or two. */
const JOURNAL_FROM = 100_000;
const journal = createJournal();
takeInJournals();

/** What a page that was killed could not fold in. */
function takeInJournals(): void {
  const { journals, clear } = leftJournals();
  if (journals.length === 0) return;
  persisted.change((state) => journals.reduce(withJournal, state));
  if (persisted.save()) clear();
}

/** What was watched since the last time, for the history. */
const seen = new Map<string, ProgressUpdate>();

/** Writes out what is only in the journal: when there is time, and before the page may be gone. */
export function foldProgress(): void {
  if (persisted.save()) journal.clear();
  noteWatched([...seen.values()]);
  seen.clear();
}

/** `now` in milliseconds since 1970. A length that is not known yet never replaces one that is. */
export function saveProgress(meta: PlaybackMeta, position: WatchProgress, now: number): void {
  if (!(position.duration > 0)) return;
  const watched = { meta, progress: position, at: serverTime(now) };
  const update = updateOf(watched);
  seen.set(`${update.tmdbId}/${update.episodeId ?? ''}`, update);
  persisted.change((state) => ({
    ...state,
    items: {
      ...state.items,
      [meta.tmdbId]: watchedItem(state.items[meta.tmdbId], watched),
    },
    updateQueue: enqueueProgress(state.updateQueue, update),
  }));
  if (isQuick() && persisted.save()) return;
  const items = { [meta.tmdbId]: watchedItem(undefined, watched) };
  journal.note({ items, updateQueue: [update] });
}

const isQuick = (): boolean => persisted.size() < JOURNAL_FROM;

/** The account server has been told; if this is lost with the page it is told again. */
export function settleProgress(ids: ReadonlySet<string>): void {
  persisted.change((state) => ({
    ...state,
    updateQueue: state.updateQueue.filter(({ id }) => !ids.has(id)),
  }));
  if (isQuick()) foldProgress();
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

/** Forgets a title, all its episodes included; what is returned puts it back. */
export function removeProgress(tmdbId: string, now = Date.now()): () => void {
  const item = progressStore.getState().items[tmdbId];
  if (!item) return () => undefined;
  const removal: ProgressUpdate = {
    id: newId(),
    action: 'delete',
    tmdbId,
    updatedAt: serverTime(now),
  };
  persisted.update((state) => {
    const { [tmdbId]: _removed, ...items } = state.items;
    return { ...state, items, updateQueue: enqueueProgress(state.updateQueue, removal) };
  });
  if (persisted.save()) journal.clear();
  return () => putBack(tmdbId, item, Math.max(serverTime(), removal.updatedAt + 1));
}

/** Newer than the removal, or a server that has heard of that would not take it back. */
function putBack(tmdbId: string, item: ProgressItem, at: number): void {
  persisted.update((state) => ({
    ...state,
    items: { ...state.items, [tmdbId]: item },
    updateQueue: updatesOf(tmdbId, item).reduce(
      (queue, update) => enqueueProgress(queue, { ...update, updatedAt: at }),
      state.updateQueue,
    ),
  }));
}
