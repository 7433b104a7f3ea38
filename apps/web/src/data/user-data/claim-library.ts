// Assigns this browser's library to the account that signs in. Until then, the library belongs to no account.
// Parks libraries of accounts that are not signed in: the pending changes of a session that has ended, and the library
// that was here when another account signed in. A library is restored when its account signs in. It never mixes with
// another account's.
import { sessionStore, updateSession } from '#data/session.ts';
import {
  bookmarkAddition,
  BookmarkState,
  enqueueBookmark,
  salvageBookmarks,
} from './bookmark-schema.ts';
import { updateBookmarks, bookmarksStore } from './bookmarks.ts';
import {
  updateHistory,
  clearHistory,
  HistoryItems,
  historyStore,
  newestEntries,
} from './history.ts';
import { timestampOf, type Timestamped, mergeEntries } from './merge-lww.ts';
import { changesOfItem, enqueueProgress, mergeItems } from './progress-items.ts';
import { updateProgress, storeProgress, progressStore } from './progress.ts';
import { updateRatings, withoutRemovals, RatingItems, ratingsStore } from './ratings.ts';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { isListPending, listsStore, UserLists, updateListState, type ListsState } from './lists.ts';
import { ProgressState, salvageProgress } from './progress-schema.ts';

/**
 * Call this before the account is stored. A library of no account or of the same account joins the account. A library
 * of another account is parked. `owner` is the account tag of the seed.
 */
export function claimLibrary(owner: string): void {
  const before = sessionStore.getState().libraryOwner;
  if (before !== null && before !== owner) parkLibrary(before, 'all');
  dropAnonymousChanges();
  restoreLibrary(owner);
  enqueueLibrary();
  updateSession({ libraryOwner: owner });
}

/** Drops changes made without an account: their removals must not reach an account. */
export function dropAnonymousChanges(): void {
  updateBookmarks(withoutQueue);
  updateProgress(withoutQueue);
  updateHistory((state) => ({ ...state, removals: {} }));
  updateRatings(withoutRemovals);
}

function withoutQueue<S extends { readonly updateQueue: readonly unknown[] }>(state: S): S {
  return state.updateQueue.length > 0 ? { ...state, updateQueue: [] } : state;
}

/** Queues everything for the account. Pending changes stay unless the library is newer: old removals undo nothing. */
export function enqueueLibrary(): void {
  updateBookmarks((state) => {
    const pending = timesByKey(state.updateQueue, ({ tmdbId }) => tmdbId);
    const added = Object.entries(state.bookmarks)
      .map(([tmdbId, item]) => bookmarkAddition(tmdbId, item))
      .filter((change) => isNewer(change, pending.get(change.tmdbId)))
      .toSorted((one, other) => one.updatedAt - other.updatedAt);
    const isGroupOrderNew = state.groupOrder.length > 0;
    if (added.length === 0 && isGroupOrderNew === state.isGroupOrderNew) return state;
    const addedKeys = new Set(added.map(({ tmdbId }) => tmdbId));
    const others = state.updateQueue.filter(({ tmdbId }) => !addedKeys.has(tmdbId));
    return { ...state, updateQueue: [...others, ...added], isGroupOrderNew };
  });
  updateProgress((state) => {
    const keyOf = (part: { readonly tmdbId: string; readonly episodeId?: string | undefined }) =>
      `${part.tmdbId}/${part.episodeId ?? ''}`;
    const pending = timesByKey(state.updateQueue, keyOf);
    const added = Object.entries(state.items)
      .flatMap(([tmdbId, item]) => changesOfItem(tmdbId, item))
      .filter((change) => isNewer(change, pending.get(keyOf(change))))
      .map((change) => ({ ...change, isImported: true }));
    if (added.length === 0) return state;
    const addedKeys = new Set(added.map(keyOf));
    const others = state.updateQueue.filter(
      (update) => update.action === 'delete' || !addedKeys.has(keyOf(update)),
    );
    return { ...state, updateQueue: [...others, ...added] };
  });
  updateHistory((state) => {
    const items = Object.entries(state.items);
    if (items.every(([, { isNew }]) => isNew)) return state;
    return {
      ...state,
      items: Object.fromEntries(items.map(([key, item]) => [key, { ...item, isNew: true }])),
    };
  });
  updateRatings((ratings) => {
    const items = Object.entries(ratings);
    return Object.fromEntries(
      items.map(([key, item]) => [key, item.isNew ? item : { ...item, isNew: true }]),
    );
  });
}

function timesByKey<C extends Timestamped>(
  queue: readonly C[],
  keyOf: (change: C) => string,
): ReadonlyMap<string, number> {
  return new Map(queue.map((change) => [keyOf(change), timestampOf(change)]));
}

const isNewer = ({ updatedAt }: Timestamped, pending = -Infinity): boolean => updatedAt > pending;

const ParkedLibrary = z.looseObject({
  bookmarks: z.unknown().transform((state) => BookmarkState.parse(salvageBookmarks(state ?? {}))),
  progress: z.unknown().transform((state) => ProgressState.parse(salvageProgress(state ?? {}))),
  history: HistoryItems,
  ratings: RatingItems,
  lists: UserLists,
});

const persisted = createPersisted({
  key: '__MW::kept',
  schema: z.looseObject({ owners: z.record(z.string(), ParkedLibrary).default({}) }),
});

/**
 * Parks the selected part of this browser's library and clears the library. `unsupported`: history, ratings and lists
 * that the account server cannot store.
 */
export function parkLibrary(owner: string, which: 'all' | 'pending' | 'unsupported'): void {
  storeProgress();
  const bookmarks = bookmarksStore.getState();
  const progress = progressStore.getState();
  const { items: history } = historyStore.getState();
  const { ratings } = ratingsStore.getState();
  const { lists } = listsStore.getState();
  const marked = {
    history: onlyNew(history),
    ratings: onlyNew(ratings),
    lists: onlyNewLists(lists),
  };
  const parked = {
    all: () => ({ bookmarks, progress, history, ratings, lists }),
    pending: () => ({
      bookmarks: onlyQueued(bookmarks, 'bookmarks'),
      progress: onlyQueued(progress, 'items'),
      ...marked,
    }),
    unsupported: () => ParkedLibrary.parse({ bookmarks: {}, progress: {}, ...marked }),
  }[which]();
  if (!isEmpty(parked))
    persisted.update(({ owners, ...rest }) => ({
      ...rest,
      owners: { ...owners, [owner]: { ...owners[owner], ...parked } },
    }));
  clearLibrary();
  // If the storage is full, this fits only after the library is cleared.
  persisted.save();
}

function onlyQueued<K extends string, S extends { readonly [P in K]: object }>(
  state: S & { readonly updateQueue: readonly { readonly tmdbId: string }[] },
  name: K,
): S {
  const queued = new Set(state.updateQueue.map(({ tmdbId }) => tmdbId));
  const entries = Object.entries(state[name]).filter(([id]) => queued.has(id));
  return { ...state, [name]: Object.fromEntries(entries) };
}

function onlyNew<T extends { readonly isNew: boolean }>(
  entries: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([, { isNew }]) => isNew));
}

function onlyNewLists(lists: ListsState): Record<string, ListsState[string]> {
  const isNew = (list: ListsState[string]) => isListPending(list, list.synced?.userId ?? '');
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => isNew(list)));
}

function isEmpty({
  bookmarks,
  progress,
  history,
  ratings,
  lists,
}: z.output<typeof ParkedLibrary>): boolean {
  const queues = [bookmarks.updateQueue, progress.updateQueue];
  const parts = [bookmarks.bookmarks, progress.items, history, ratings, lists, ...queues];
  return parts.every((part) => Object.keys(part).length === 0);
}

/** Merges the parked library of `owner` into this browser's library. */
export function restoreLibrary(owner: string): void {
  const { [owner]: parked, ...others } = persisted.store.getState().owners;
  if (!parked) return;
  updateBookmarks((state) => ({
    ...state,
    bookmarks: mergeEntries(state.bookmarks, parked.bookmarks.bookmarks),
    updateQueue: parked.bookmarks.updateQueue.reduce(enqueueBookmark, state.updateQueue),
    groupOrder: state.groupOrder.length > 0 ? state.groupOrder : parked.bookmarks.groupOrder,
    order: state.order.length > 0 ? state.order : parked.bookmarks.order,
  }));
  updateProgress((state) => ({
    ...state,
    items: mergeEntries(state.items, parked.progress.items, mergeItems),
    updateQueue: parked.progress.updateQueue.reduce(enqueueProgress, state.updateQueue),
  }));
  updateHistory((state) => ({
    ...state,
    items: newestEntries(mergeEntries(state.items, parked.history)),
  }));
  updateRatings((ratings) => mergeEntries(ratings, parked.ratings));
  updateListState((state) => ({ ...state, lists: mergeEntries(state.lists, parked.lists) }));
  persisted.update((state) => ({ ...state, owners: others }));
}

export function clearLibrary(): void {
  storeProgress();
  updateBookmarks(() => BookmarkState.parse({}));
  updateProgress(() => ProgressState.parse({}));
  clearHistory();
  updateRatings(() => ({}));
  updateListState((state) => ({ ...state, lists: {}, removals: {} }));
}
