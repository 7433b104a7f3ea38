// Watch progress: `__MW::progress`. A position goes to three places:
// - The store gets it at once, with a pending change for the account (`saveProgress`).
// - The browser's storage gets a small library completely and at once. A large library is stored when the browser is
//   idle (`storeProgress`). Until then, a journal contains the new positions.
// - The history gets it when the browser is idle.
import { resumeSeconds, type WatchProgress } from '@matinee/shared/media/progress';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { recordWatched } from './history.ts';
import { newId } from './merge-lww.ts';
import {
  enqueueProgress,
  mergeProgressTabs,
  changeOfWatched,
  changesOfItem,
  watchedItem,
  mergeItems,
} from './progress-items.ts';
import {
  NO_PROGRESS,
  ProgressState,
  salvageProgress,
  type ProgressItem,
  type ProgressChange,
} from './progress-schema.ts';
import { keysWithPrefix, readText, removeText, writeText } from '#data/storage/browser-storage.ts';

const persisted = createPersisted({
  key: '__MW::progress',
  schema: ProgressState,
  empty: NO_PROGRESS,
  isLarge: true,
  salvage: salvageProgress,
  merge: mergeProgressTabs,
});

export const progressStore = persisted.store;
export const updateProgress = persisted.update;
export const catchUpProgress = persisted.catchUp;

/**
 * Characters. Storing 5,000 titles (2 million characters) takes 33 to 52 ms at 4 times CPU throttling in Chromium,
 * every 3 s of playback. Below this size, it takes 2 ms.
 */
const JOURNAL_FROM = 100_000;
const JOURNAL_PREFIX = '__MW::progress-journal::';
const journal = createJournal();
mergeJournals();

/** Adds the positions that closed pages left in their journals. */
function mergeJournals(): void {
  const { journals, clear } = readJournals();
  if (journals.length === 0) return;
  persisted.change((state) => journals.reduce(withJournal, state));
  if (persisted.save()) clear();
}

/** Changes that the history has not received yet, by title and episode. */
const unrecorded = new Map<string, ProgressChange>();

/** Writes the journal into the store: when the browser is idle, and before the page may be closed. */
export function storeProgress(): void {
  if (persisted.save()) journal.clear();
  recordWatched([...unrecorded.values()]);
  unrecorded.clear();
}

/** `now` in milliseconds since 1970. Ignored while the duration is unknown. */
export function saveProgress(meta: PlaybackMeta, position: WatchProgress, now: number): void {
  if (!(position.duration > 0)) return;
  const watched = { meta, progress: position, at: serverTime(now) };
  const change = changeOfWatched(watched);
  unrecorded.set(`${change.tmdbId}/${change.episodeId ?? ''}`, change);
  persisted.change((state) => ({
    ...state,
    items: {
      ...state.items,
      [meta.tmdbId]: watchedItem(state.items[meta.tmdbId], watched),
    },
    updateQueue: enqueueProgress(state.updateQueue, change),
  }));
  if (isSmall() && persisted.save()) return;
  const items = { [meta.tmdbId]: watchedItem(undefined, watched) };
  journal.add({ items, updateQueue: [change] });
}

const isSmall = (): boolean => persisted.size() < JOURNAL_FROM;

/** Changes only the memory: if the page closes before this is stored, the changes are sent again. */
export function removeSentProgress(ids: ReadonlySet<string>): void {
  persisted.change((state) => ({
    ...state,
    updateQueue: state.updateQueue.filter(({ id }) => !ids.has(id)),
  }));
  if (isSmall()) storeProgress();
}

/** The position to resume at, in seconds; 0 for new and finished titles. */
export function watchedSeconds(meta: PlaybackMeta): number {
  const item = progressStore.getState().items[meta.tmdbId];
  if (meta.type === 'movie') return resumeSeconds(item?.progress);
  const { tmdbId, starterId } = meta.episode;
  const episode =
    item?.episodes[tmdbId] ?? (starterId === undefined ? undefined : item?.episodes[starterId]);
  return resumeSeconds(episode?.progress);
}

/** Removes a title with all its episodes; the returned function restores it. */
export function removeProgress(tmdbId: string, now = Date.now()): () => void {
  const item = progressStore.getState().items[tmdbId];
  if (!item) return () => undefined;
  const removal: ProgressChange = {
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
  return () => restore(tmdbId, item, Math.max(serverTime(), removal.updatedAt + 1));
}

/** `at` must be later than the removal: a server that has received the removal would reject an older change. */
function restore(tmdbId: string, item: ProgressItem, at: number): void {
  persisted.update((state) => ({
    ...state,
    items: { ...state.items, [tmdbId]: item },
    updateQueue: changesOfItem(tmdbId, item).reduce(
      (queue, change) => enqueueProgress(queue, { ...change, updatedAt: at }),
      state.updateQueue,
    ),
  }));
}

/**
 * Recent progress, stored beside a large library, which takes two to three frames to write. Each page has its own
 * journal. The next page reads journals that earlier pages have left.
 */
interface Journal {
  /** Adds changed titles and their pending changes. */
  add(change: ProgressState): void;
  clear(): void;
}

function createJournal(key = `${JOURNAL_PREFIX}${newId()}`): Journal {
  let recorded: ProgressState | undefined;
  return {
    add: (change) => {
      recorded = recorded ? withJournal(recorded, change) : change;
      writeText(key, JSON.stringify(recorded));
    },
    clear: () => {
      if (recorded) removeText(key);
      recorded = undefined;
    },
  };
}

function withJournal(state: ProgressState, journal: ProgressState): ProgressState {
  const items = { ...state.items };
  for (const [id, item] of Object.entries(journal.items))
    items[id] = items[id] ? mergeItems(items[id], item) : item;
  return {
    ...state,
    items,
    updateQueue: journal.updateQueue.reduce(enqueueProgress, state.updateQueue),
  };
}

interface StoredJournals {
  readonly journals: readonly ProgressState[];
  /** Removes the journals, except those that have changed in the meantime. */
  readonly clear: () => void;
}

/** Journals of other pages, open or closed. */
function readJournals(): StoredJournals {
  const found = keysWithPrefix(JOURNAL_PREFIX).map((key) => ({ key, text: readText(key) }));
  return {
    journals: found.flatMap(({ text }) => parse(text)),
    clear: () => {
      for (const { key, text } of found) if (readText(key) === text) removeText(key);
    },
  };
}

function parse(text: string | null): ProgressState[] {
  try {
    const state = ProgressState.safeParse(JSON.parse(text ?? ''));
    return state.success ? [state.data] : [];
  } catch {
    return [];
  }
}
