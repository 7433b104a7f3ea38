import type { Bookmark, BookmarkInput } from '@matinee/shared/contract/bookmarks';
import type { Statements } from '#db/statements.ts';
import {
  LIST_BOOKMARKS,
  onTopOf,
  toBookmark,
  toSavedBookmark,
  writeBookmarks,
  type BookmarkRow,
  type BookmarkWrite,
} from './bookmark-rows.ts';
import { deleteBookmarks } from './deletions.ts';
import { writeTime } from './write-time.ts';

export interface Bookmarks {
  list(userId: string): Promise<Bookmark[]>;
  /** Answers each id once, in the order of first occurrence; the last item of an id counts. */
  putAll(userId: string, items: readonly BookmarkInput[]): Promise<Bookmark[]>;
  put(userId: string, item: BookmarkInput): Promise<Bookmark>;
  remove(
    userId: string,
    tmdbId: string,
  ): Promise<{ readonly tmdbId: string; readonly success: true }>;
}

export function createBookmarks(db: Statements, now: () => number): Bookmarks {
  const timed = (item: BookmarkInput) => ({
    ...item,
    updatedAt: writeTime(item.updatedAt, now()),
  });
  return {
    list: async (userId) => (await db.query<BookmarkRow>(LIST_BOOKMARKS, [userId])).map(toBookmark),
    putAll: async (userId, items) => {
      const writes = new Map<string, BookmarkWrite>();
      for (const item of items)
        writes.set(item.tmdbId, onTopOf(timed(item), writes.get(item.tmdbId)));
      const stored = await writeBookmarks(db, userId, [...writes.values()]);
      return [...writes.values()].map((write) => toSavedBookmark(stored.get(write.tmdbId), write));
    },
    put: async (userId, item) => {
      const write = timed(item);
      return toSavedBookmark((await writeBookmarks(db, userId, [write])).get(item.tmdbId), write);
    },
    remove: async (userId, tmdbId) => {
      const deletedAt = writeTime(null, now());
      await deleteBookmarks(db, userId, [{ tmdbId, deletedAt, overtaken: false }]);
      return { tmdbId, success: true };
    },
  };
}
