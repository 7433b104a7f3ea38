// Libraries of people who are not signed in now: what could not be sent before a session ended, and what was here when
// somebody else signed in. It comes back with its owner, and mixes with nobody else's.
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { BookmarkState, enqueueBookmark, salvageBookmarks } from './bookmark-schema.ts';
import { bookmarksStore, updateBookmarks } from './bookmarks.ts';
import { clearHistory, HistoryItems, historyStore, newest, updateHistory } from './history.ts';
import { isListNew, listsStore, OwnLists, updateListState, type Lists } from './lists.ts';
import { mergeKnown } from './merge-lww.ts';
import { enqueueProgress, mergeItems } from './progress-merge.ts';
import { ProgressState, salvageProgress } from './progress-schema.ts';
import { foldProgress, progressStore, updateProgress } from './progress.ts';
import { RatingItems, ratingsStore, updateRatings } from './ratings.ts';

const Kept = z.looseObject({
  bookmarks: z.unknown().transform((state) => BookmarkState.parse(salvageBookmarks(state ?? {}))),
  progress: z.unknown().transform((state) => ProgressState.parse(salvageProgress(state ?? {}))),
  history: HistoryItems,
  ratings: RatingItems,
  lists: OwnLists,
});

const persisted = createPersisted({
  key: '__MW::kept',
  schema: z.looseObject({ owners: z.record(z.string(), Kept).default({}) }),
});

/**
 * Puts aside what `which` picks of this browser's library, and empties it. `unsupported`: history, ratings and lists that the
 * account server has no place for, so that they have no other place than this browser.
 */
export function setLibraryAside(owner: string, which: 'all' | 'unsent' | 'unsupported'): void {
  foldProgress();
  const bookmarks = bookmarksStore.getState();
  const progress = progressStore.getState();
  const { items: history } = historyStore.getState();
  const { ratings } = ratingsStore.getState();
  const { lists } = listsStore.getState();
  const news = {
    history: onlyNew(history),
    ratings: onlyNew(ratings),
    lists: onlyNewLists(lists),
  };
  const kept = {
    all: () => ({ bookmarks, progress, history, ratings, lists }),
    unsent: () => ({
      bookmarks: unsent(bookmarks, 'bookmarks'),
      progress: unsent(progress, 'items'),
      ...news,
    }),
    unsupported: () => Kept.parse({ bookmarks: {}, progress: {}, ...news }),
  }[which]();
  if (!isEmpty(kept))
    persisted.update(({ owners, ...rest }) => ({
      ...rest,
      owners: { ...owners, [owner]: { ...owners[owner], ...kept } },
    }));
  clearLibrary();
  // A full disk may have no room for it until then.
  persisted.save();
}

function unsent<K extends string, S extends { readonly [P in K]: object }>(
  state: S & { readonly updateQueue: readonly { readonly tmdbId: string }[] },
  name: K,
): S {
  const waiting = new Set(state.updateQueue.map(({ tmdbId }) => tmdbId));
  const entries = Object.entries(state[name]).filter(([id]) => waiting.has(id));
  return { ...state, [name]: Object.fromEntries(entries) };
}

function onlyNew<T extends { readonly isNew: boolean }>(
  entries: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([, { isNew }]) => isNew));
}

function onlyNewLists(lists: Lists): Record<string, Lists[string]> {
  const isNew = (list: Lists[string]) => isListNew(list, list.synced?.userId ?? '');
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => isNew(list)));
}

function isEmpty({ bookmarks, progress, history, ratings, lists }: z.output<typeof Kept>): boolean {
  const queues = [bookmarks.updateQueue, progress.updateQueue];
  const parts = [bookmarks.bookmarks, progress.items, history, ratings, lists, ...queues];
  return parts.every((part) => Object.keys(part).length === 0);
}

/** Merges what was put aside of `owner` into this browser's library, and no longer keeps it. */
export function takeLibraryBack(owner: string): void {
  const { [owner]: kept, ...others } = persisted.store.getState().owners;
  if (!kept) return;
  updateBookmarks((state) => ({
    ...state,
    bookmarks: { ...merged(state.bookmarks, kept.bookmarks.bookmarks) },
    updateQueue: kept.bookmarks.updateQueue.reduce(enqueueBookmark, state.updateQueue),
    groupOrder: state.groupOrder.length > 0 ? state.groupOrder : kept.bookmarks.groupOrder,
    order: state.order.length > 0 ? state.order : kept.bookmarks.order,
  }));
  updateProgress((state) => ({
    ...state,
    items: { ...merged(state.items, kept.progress.items, mergeItems) },
    updateQueue: kept.progress.updateQueue.reduce(enqueueProgress, state.updateQueue),
  }));
  updateHistory((state) => ({ ...state, items: newest(merged(state.items, kept.history)) }));
  updateRatings((ratings) => merged(ratings, kept.ratings));
  updateListState((state) => ({ ...state, lists: { ...merged(state.lists, kept.lists) } }));
  persisted.update((state) => ({ ...state, owners: others }));
}

function merged<T extends { readonly updatedAt: number }>(
  mine: Readonly<Record<string, T>>,
  kept: Readonly<Record<string, T>>,
  both?: (one: T, other: T) => T,
): Readonly<Record<string, T>> {
  return mergeKnown({ entries: mine, removals: {} }, { entries: kept, removals: {} }, both).entries;
}

export function clearLibrary(): void {
  foldProgress();
  updateBookmarks(() => BookmarkState.parse({}));
  updateProgress(() => ProgressState.parse({}));
  clearHistory();
  updateRatings(() => ({}));
  updateListState((state) => ({ ...state, lists: {}, removals: {} }));
}
