// What somebody wants to keep: `__MW::bookmarks`, written at once, sent to an account later.
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import {
  additionOf,
  areWholeBookmarks,
  BookmarkItem,
  BookmarkState,
  enqueueBookmark,
  NO_BOOKMARKS,
  removalOf,
  salvageBookmarks,
} from './bookmark-schema.ts';
import { mergeTabs } from './merge-lww.ts';
import { mergeQueues } from './sync/queue.ts';

export type { BookmarkItem } from './bookmark-schema.ts';

const persisted = createPersisted({
  key: '__MW::bookmarks',
  schema: BookmarkState,
  empty: NO_BOOKMARKS,
  isWhole: areWholeBookmarks,
  salvage: salvageBookmarks,
  merge: ({ base, mine, theirs }) => ({
    ...theirs,
    bookmarks: mergeTabs({
      base: base.bookmarks,
      mine: mine.bookmarks,
      theirs: theirs.bookmarks,
    }),
    updateQueue: mergeQueues(
      { base: base.updateQueue, mine: mine.updateQueue, theirs: theirs.updateQueue },
      enqueueBookmark,
    ),
  }),
});

export const bookmarksStore = persisted.store;
export const updateBookmarks = persisted.update;
export const catchUpBookmarks = persisted.catchUp;

export interface BookmarkedTitle {
  readonly tmdbId: string;
  readonly type: BookmarkItem['type'];
  readonly title: string;
  readonly year?: number | undefined;
  /** The whole address. */
  readonly poster?: string | undefined;
}

export function addBookmark(title: BookmarkedTitle, now = Date.now()): void {
  const { tmdbId, type, title: name, year, poster } = title;
  keep(tmdbId, (before) => ({ ...before, type, title: name, year, poster }), now);
}

/** Puts everything back as it was, its groups and its place included. */
export type Undo = () => void;

export function removeBookmark(tmdbId: string, now = Date.now()): Undo {
  const { bookmarks, order } = bookmarksStore.getState();
  const item = bookmarks[tmdbId];
  if (!item) return () => undefined;
  persisted.update((state) => {
    const { [tmdbId]: _removed, ...others } = state.bookmarks;
    const removal = removalOf(tmdbId, serverTime(now));
    return {
      ...state,
      bookmarks: others,
      updateQueue: enqueueBookmark(state.updateQueue, removal),
    };
  });
  return () => {
    // Newer than the removal, or a server that has heard of it would not take it back.
    keep(tmdbId, () => item, Math.max(Date.now(), now + 1));
    persisted.update((state) => ({ ...state, order }));
  };
}

/** A bookmark in no group is in `[]`. */
export function setBookmarkGroups(
  tmdbId: string,
  group: readonly string[],
  now = Date.now(),
): void {
  const groups = [...new Set(group)];
  if (!bookmarksStore.getState().bookmarks[tmdbId]) return;
  keep(tmdbId, (before) => before && { ...before, group: groups }, now);
}

export function setFavoriteEpisodes(
  tmdbId: string,
  favoriteEpisodes: readonly string[],
  now = Date.now(),
): void {
  keep(tmdbId, (before) => before && { ...before, favoriteEpisodes: [...favoriteEpisodes] }, now);
}

/** Before another one, or to the end of the list that `shown` is in the order it is shown. */
export function moveBookmark(
  tmdbId: string,
  shown: readonly string[],
  before: string | undefined,
): void {
  const others = shown.filter((id) => id !== tmdbId);
  const place = before === undefined ? others.length : others.indexOf(before);
  if (place < 0) return;
  persisted.update((state) => ({ ...state, order: others.toSpliced(place, 0, tmdbId) }));
}

export function setGroupOrder(groupOrder: readonly string[]): void {
  const names = [...new Set(groupOrder)];
  persisted.update((state) => ({ ...state, groupOrder: names, isGroupOrderNew: true }));
}

/** TMDB ids: what was not dragged first, the latest kept or watched before the others; then as they were dragged. */
export function orderedBookmarks(
  { bookmarks, order }: Pick<BookmarkState, 'bookmarks' | 'order'>,
  watchedAt: (tmdbId: string) => number = () => 0,
): string[] {
  const dragged = order.filter((id) => bookmarks[id]);
  const known = new Set(dragged);
  const fresh = Object.keys(bookmarks).filter((id) => !known.has(id));
  const touchedAt = (id: string) => Math.max(bookmarks[id]?.updatedAt ?? 0, watchedAt(id));
  return [...fresh.toSorted((one, other) => touchedAt(other) - touchedAt(one)), ...dragged];
}

/** Every group that a bookmark is in, in the chosen order, then by name. */
export function bookmarkGroups({ bookmarks, groupOrder }: BookmarkState): string[] {
  const used = new Set(Object.values(bookmarks).flatMap(({ group }) => group ?? []));
  const chosen = groupOrder.filter((name) => used.has(name));
  const others = [...used].filter((name) => !chosen.includes(name));
  return [...chosen, ...others.toSorted((one, other) => one.localeCompare(other))];
}

function keep(
  tmdbId: string,
  change: (before: BookmarkItem | undefined) => Omit<BookmarkItem, 'updatedAt'> | undefined,
  now: number,
): void {
  persisted.update((state) => {
    const changed = change(state.bookmarks[tmdbId]);
    if (!changed) return state;
    const item = BookmarkItem.parse({ ...changed, updatedAt: serverTime(now) });
    return {
      ...state,
      bookmarks: { ...state.bookmarks, [tmdbId]: item },
      updateQueue: enqueueBookmark(state.updateQueue, additionOf(tmdbId, item)),
    };
  });
}
