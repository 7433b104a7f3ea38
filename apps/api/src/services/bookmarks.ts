import type { Bookmark, BookmarkInput } from '@matinee/shared/contract/bookmarks';
import type { SqlDatabase } from '#db/statements.ts';
import type { JsonList } from '#http/json-text.ts';
import {
  onTopOf,
  putBookmarks,
  tellBookmarks,
  toSavedBookmark,
  writeBookmarks,
  type BookmarkWrite,
} from './bookmark-rows.ts';
import { writeInChunks } from './chunks.ts';
import { afterWrites, deleteBookmarks } from './deletions.ts';
import { writeTime } from './write-time.ts';

export interface Bookmarks {
  /** Answers each id once, in the order of first occurrence; the last item of an id counts. */
  putAll(userId: string, items: readonly BookmarkInput[]): Promise<JsonList<Bookmark>>;
  put(userId: string, item: BookmarkInput): Promise<Bookmark>;
  remove(
    userId: string,
    tmdbId: string,
  ): Promise<{ readonly tmdbId: string; readonly success: true }>;
}

export function createBookmarks(db: SqlDatabase, now: () => number): Bookmarks {
  const timed = (item: BookmarkInput, at = now()): BookmarkWrite => ({
    ...item,
    updatedAt: writeTime(item.updatedAt, at),
  });
  return {
    putAll: (userId, items) => {
      const at = now();
      return writeInChunks(db, [items], {
        key: ({ tmdbId }) => tmdbId,
        distinct: lastOfEach,
        tell: (some) => tellBookmarks(some.map((item) => timed(item, at))),
        write: (tx, told) => putBookmarks(tx, userId, told),
      });
    },
    put: async (userId, item) => {
      const write = timed(item);
      return toSavedBookmark((await writeBookmarks(db, userId, [write])).get(item.tmdbId), write);
    },
    remove: async (userId, tmdbId) => {
      const deletedAt = writeTime(null, now());
      const deletion = { tmdbId, deletedAt, overtaken: false };
      await afterWrites(db, userId, (tx) => deleteBookmarks(tx, userId, [deletion]));
      return { tmdbId, success: true };
    },
  };
}

/** In the order in which they first occur. */
function lastOfEach(items: readonly BookmarkInput[]): BookmarkInput[] {
  const last = new Map<string, BookmarkInput>();
  for (const item of items) last.set(item.tmdbId, onTopOf(item, last.get(item.tmdbId)));
  return [...last.values()];
}
