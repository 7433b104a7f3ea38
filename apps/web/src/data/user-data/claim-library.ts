// Assigns this browser's library to the account that signs in. Until then it belongs to nobody.
import { sessionStore, updateSession } from '#data/session.ts';
import { bookmarkAddition } from './bookmark-schema.ts';
import { updateBookmarks } from './bookmarks.ts';
import { updateHistory } from './history.ts';
import { timestampOf, type Timestamped } from './merge-lww.ts';
import { parkLibrary, restoreLibrary } from './parked-libraries.ts';
import { changesOfItem } from './progress-update.ts';
import { updateProgress } from './progress.ts';
import { updateRatings, withoutRemovals } from './ratings.ts';

/**
 * Call it before the account is stored. A library of nobody or of the same account joins it; another account's is parked.
 * `owner` is the account tag of the seed.
 */
export function claimLibrary(owner: string): void {
  const before = sessionStore.getState().libraryOwner;
  if (before !== null && before !== owner) parkLibrary(before, 'all');
  dropAnonymousChanges();
  restoreLibrary(owner);
  enqueueLibrary();
  updateSession({ libraryOwner: owner });
}

/** Changes made without an account: its removals must not reach one. */
export function dropAnonymousChanges(): void {
  updateBookmarks(withoutQueue);
  updateProgress(withoutQueue);
  updateHistory((state) => ({ ...state, removals: {} }));
  updateRatings(withoutRemovals);
}

function withoutQueue<S extends { readonly updateQueue: readonly unknown[] }>(state: S): S {
  return state.updateQueue.length > 0 ? { ...state, updateQueue: [] } : state;
}

/** Queues everything for the account. A pending change stays unless the library is newer, so that an old removal undoes nothing. */
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
