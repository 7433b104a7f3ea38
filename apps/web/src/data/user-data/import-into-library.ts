// Merges titles of a file, or of an old client's stores, into the library and queues them for the account.
import { bookmarkAddition, enqueueBookmark, type BookmarkItem } from './bookmark-schema.ts';
import { bookmarksStore, updateBookmarks } from './bookmarks.ts';
import { historyStore, newestEntries, updateHistory, type HistoryItem } from './history.ts';
import { listsStore, updateLists, type ListsState } from './lists.ts';
import { mergeEntries, type Timestamped } from './merge-lww.ts';
import { enqueueProgress, mergeItems, changesOfItem } from './progress-items.ts';
import type { ProgressItem } from './progress-schema.ts';
import { progressStore, updateProgress } from './progress.ts';
import { ratingsStore, updateRatings, type RatingItem } from './ratings.ts';

export interface Found {
  readonly bookmarks?: Readonly<Record<string, BookmarkItem>>;
  readonly items?: Readonly<Record<string, ProgressItem>>;
  readonly history?: Readonly<Record<string, HistoryItem>>;
  readonly ratings?: Readonly<Record<string, RatingItem>>;
  readonly lists?: ListsState;
}

export interface Added {
  /** Numbers of new or newer entries. */
  readonly bookmarks: number;
  readonly titles: number;
  readonly watched: number;
  readonly ratings: number;
  readonly lists: number;
}

export function addToLibrary(found: Found): Added {
  const { bookmarks = {}, items = {}, history = {}, ratings = {}, lists = {} } = found;
  return {
    bookmarks: addBookmarks(bookmarks),
    titles: addItems(items),
    watched: addHistory(history),
    ratings: addRatings(ratings),
    lists: addLists(lists),
  };
}

type Entries<T> = Readonly<Record<string, T>>;

function addBookmarks(found: Entries<BookmarkItem>): number {
  const before = bookmarksStore.getState().bookmarks;
  const merged = mergeEntries(before, found);
  const added = Object.entries(merged).filter(([id, item]) => item !== before[id]);
  if (added.length === 0) return 0;
  updateBookmarks((state) => ({
    ...state,
    bookmarks: merged,
    updateQueue: added
      .map(([id, item]) => bookmarkAddition(id, item))
      .reduce(enqueueBookmark, state.updateQueue),
  }));
  return added.length;
}

function addItems(found: Entries<ProgressItem>): number {
  const before = progressStore.getState().items;
  const merged = mergeEntries(before, found, mergeItems);
  const added = Object.keys(found).flatMap((id) => {
    const changes = merged[id] ? changesOfItem(id, merged[id]) : [];
    const changed = changes.filter((change) => !isKnown(before[id], change));
    return changed.length > 0 ? [changed] : [];
  });
  if (added.length === 0) return 0;
  updateProgress((state) => ({
    ...state,
    items: merged,
    updateQueue: added
      .flat()
      .map((change) => ({ ...change, isImported: true }))
      .reduce(enqueueProgress, state.updateQueue),
  }));
  return added.length;
}

function addRatings(found: Entries<RatingItem>): number {
  const added = newerThan(found, ratingsStore.getState().ratings);
  updateRatings((ratings) =>
    added.length > 0 ? { ...ratings, ...Object.fromEntries(added) } : ratings,
  );
  return added.length;
}

/** Existing lists stay unless the imported one is newer. */
function addLists(found: ListsState): number {
  const { lists: before } = listsStore.getState();
  const added = Object.entries(found).filter(
    ([id, list]) => list.updatedAt > (before[id]?.updatedAt ?? -Infinity),
  );
  updateLists((lists) => (added.length > 0 ? { ...lists, ...Object.fromEntries(added) } : lists));
  return added.length;
}

function newerThan<T extends Timestamped>(found: Entries<T>, before: Entries<T>) {
  return Object.entries(found)
    .filter(([key, { updatedAt }]) => updatedAt > (before[key]?.updatedAt ?? -Infinity))
    .map(([key, item]): [string, T] => [key, { ...item, isNew: true }]);
}

function addHistory(found: Entries<HistoryItem>): number {
  const added = newerThan(found, historyStore.getState().items);
  if (added.length === 0) return 0;
  updateHistory((state) => ({
    ...state,
    items: newestEntries({ ...state.items, ...Object.fromEntries(added) }),
  }));
  return added.length;
}

function isKnown(
  item: ProgressItem | undefined,
  { episodeId, updatedAt }: { readonly episodeId?: string | undefined; readonly updatedAt: number },
): boolean {
  const known = episodeId === undefined ? item : item?.episodes[episodeId];
  return known?.updatedAt === updatedAt;
}
