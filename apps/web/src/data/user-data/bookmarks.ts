// Bookmarks and their groups: `__MW::bookmarks`, stored at once, sent to an account later.
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import {
  bookmarkAddition,
  BookmarkItem,
  BookmarkState,
  enqueueBookmark,
  NO_BOOKMARKS,
  bookmarkRemoval,
  salvageBookmarks,
} from './bookmark-schema.ts';
import { mergeQueues, mergeTabs } from './merge-lww.ts';
import { config } from '#config.ts';

const persisted = createPersisted({
  key: '__MW::bookmarks',
  schema: BookmarkState,
  empty: NO_BOOKMARKS,
  isLarge: true,
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
  /** An absolute URL. */
  readonly poster?: string | undefined;
}

export function saveBookmark(title: BookmarkedTitle, now = Date.now()): void {
  const { tmdbId, type, title: name, year, poster } = title;
  putBookmark(tmdbId, (before) => ({ ...before, type, title: name, year, poster }), now);
}

/** Restores everything, with its groups and its position. */
export type Undo = () => void;

export function removeBookmark(tmdbId: string, now = Date.now()): Undo {
  const { bookmarks, order } = bookmarksStore.getState();
  const item = bookmarks[tmdbId];
  if (!item) return () => undefined;
  persisted.update((state) => {
    const { [tmdbId]: _removed, ...others } = state.bookmarks;
    const removal = bookmarkRemoval(tmdbId, serverTime(now));
    return {
      ...state,
      bookmarks: others,
      updateQueue: enqueueBookmark(state.updateQueue, removal),
    };
  });
  return () => {
    // Must be newer than the removal: a server that has received the removal would reject an older change.
    putBookmark(tmdbId, () => item, Math.max(Date.now(), now + 1));
    persisted.update((state) => ({ ...state, order }));
  };
}

/** `group`: `[]` for no group. */
export function setBookmarkGroups(
  tmdbId: string,
  group: readonly string[],
  now = Date.now(),
): void {
  const groups = [...new Set(group)];
  if (!bookmarksStore.getState().bookmarks[tmdbId]) return;
  putBookmark(tmdbId, (before) => before && { ...before, group: groups }, now);
}

export function setFavoriteEpisodes(
  tmdbId: string,
  favoriteEpisodes: readonly string[],
  now = Date.now(),
): void {
  putBookmark(
    tmdbId,
    (before) => before && { ...before, favoriteEpisodes: [...favoriteEpisodes] },
    now,
  );
}

/** Moves a bookmark before another one, or to the end. `shown`: the displayed ids in their order. */
export function moveBookmark(
  tmdbId: string,
  shown: readonly string[],
  before: string | undefined,
): void {
  const others = shown.filter((id) => id !== tmdbId);
  const index = before === undefined ? others.length : others.indexOf(before);
  if (index < 0) return;
  persisted.update((state) => ({ ...state, order: others.toSpliced(index, 0, tmdbId) }));
}

export function setGroupOrder(groupOrder: readonly string[]): void {
  const names = [...new Set(groupOrder)];
  persisted.update((state) => ({ ...state, groupOrder: names, isGroupOrderNew: true }));
}

/** Returns TMDB ids: first bookmarks never dragged, by the last time added or watched, then dragged ones in order. */
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

/** All groups in use: in the chosen order, then by name. */
export function bookmarkGroups({ bookmarks, groupOrder }: BookmarkState): string[] {
  const used = new Set(Object.values(bookmarks).flatMap(({ group }) => group ?? []));
  const chosen = groupOrder.filter((name) => used.has(name));
  const others = [...used].filter((name) => !chosen.includes(name));
  return [...chosen, ...others.toSorted((one, other) => one.localeCompare(other))];
}

function putBookmark(
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
      updateQueue: enqueueBookmark(state.updateQueue, bookmarkAddition(tmdbId, item)),
    };
  });
}

/** A selector of the session. */
export function mayBookmark({ account }: { readonly account: object | null }): boolean {
  return account !== null || !config.BOOKMARKS_REQUIRE_ACCOUNT;
}
