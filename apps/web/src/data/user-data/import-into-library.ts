// From a file, or from a client of long ago: merged with what is here, and told to the account.
import { additionOf, enqueueBookmark, type BookmarkItem } from './bookmark-schema.ts';
import { bookmarksStore, updateBookmarks } from './bookmarks.ts';
import { historyStore, newest, updateHistory, type HistoryItem } from './history.ts';
import { listsStore, updateLists, type Lists } from './lists.ts';
import { mergeKnown, type Dated } from './merge-lww.ts';
import { enqueueProgress, mergeItems } from './progress-merge.ts';
import type { ProgressItem } from './progress-schema.ts';
import { updatesOf } from './progress-update.ts';
import { progressStore, updateProgress } from './progress.ts';
import { ratingsStore, updateRatings, type RatingItem } from './ratings.ts';

export interface Found {
  readonly bookmarks?: Readonly<Record<string, BookmarkItem>>;
  readonly items?: Readonly<Record<string, ProgressItem>>;
  readonly history?: Readonly<Record<string, HistoryItem>>;
  readonly ratings?: Readonly<Record<string, RatingItem>>;
  readonly lists?: Lists;
}

export interface Added {
  /** How many were new, or newer than what was here. */
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
  const merged = join(before, found);
  const news = Object.entries(merged).filter(([id, item]) => item !== before[id]);
  if (news.length === 0) return 0;
  updateBookmarks((state) => ({
    ...state,
    bookmarks: merged,
    updateQueue: news
      .map(([id, item]) => additionOf(id, item))
      .reduce(enqueueBookmark, state.updateQueue),
  }));
  return news.length;
}

function addItems(found: Entries<ProgressItem>): number {
  const before = progressStore.getState().items;
  const merged = join(before, found, mergeItems);
  const news = Object.keys(found).flatMap((id) => {
    const updates = merged[id] ? updatesOf(id, merged[id]) : [];
    const changed = updates.filter((update) => !isKnown(before[id], update));
    return changed.length > 0 ? [changed] : [];
  });
  if (news.length === 0) return 0;
  updateProgress((state) => ({
    ...state,
    items: merged,
    updateQueue: news
      .flat()
      .map((update) => ({ ...update, isImported: true }))
      .reduce(enqueueProgress, state.updateQueue),
  }));
  return news.length;
}

function addRatings(found: Entries<RatingItem>): number {
  const news = newsOf(found, ratingsStore.getState().ratings);
  updateRatings((ratings) =>
    news.length > 0 ? { ...ratings, ...Object.fromEntries(news) } : ratings,
  );
  return news.length;
}

/** One that is here already stays as it is, or was, where it has been changed since. */
function addLists(found: Lists): number {
  const { lists: before } = listsStore.getState();
  const news = Object.entries(found).filter(
    ([id, list]) => list.updatedAt > (before[id]?.updatedAt ?? -Infinity),
  );
  updateLists((lists) => (news.length > 0 ? { ...lists, ...Object.fromEntries(news) } : lists));
  return news.length;
}

function newsOf<T extends Dated>(found: Entries<T>, before: Entries<T>) {
  return Object.entries(found)
    .filter(([key, { updatedAt }]) => updatedAt > (before[key]?.updatedAt ?? -Infinity))
    .map(([key, item]): [string, T] => [key, { ...item, isNew: true }]);
}

function addHistory(found: Entries<HistoryItem>): number {
  const news = newsOf(found, historyStore.getState().items);
  if (news.length === 0) return 0;
  updateHistory((state) => ({
    ...state,
    items: newest({ ...state.items, ...Object.fromEntries(news) }),
  }));
  return news.length;
}

function isKnown(
  item: ProgressItem | undefined,
  { episodeId, updatedAt }: { readonly episodeId?: string | undefined; readonly updatedAt: number },
): boolean {
  const known = episodeId === undefined ? item : item?.episodes[episodeId];
  return known?.updatedAt === updatedAt;
}

function join<T extends Dated>(
  before: Entries<T>,
  found: Entries<T>,
  both?: (one: T, other: T) => T,
): Record<string, T> {
  return {
    ...mergeKnown({ entries: before, removals: {} }, { entries: found, removals: {} }, both)
      .entries,
  };
}
