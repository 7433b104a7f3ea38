// Lists everything of one kind that an account stores: in one statement, or in pages if it is
// large.
import type { Bookmark } from '@matinee/shared/contract/bookmarks';
import type { Progress } from '@matinee/shared/contract/progress';
import type { Watched } from '@matinee/shared/contract/watch-history';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { rawJson, type RawJson } from '#http/route.ts';
import { BOOKMARK_ROWS, toBookmark } from './bookmarks.ts';
import { LIST_BOOKMARKS } from './bookmarks.sql.ts';
import {
  pageToJson,
  limitReads,
  listOf,
  readPages,
  type PagedDatabase,
  type PagedRows,
} from './paged-rows.ts';
import { PROGRESS_ROWS, toProgress } from './progress.ts';
import { LIST_PROGRESS } from './progress.sql.ts';
import { toWatched, WATCHED_ROWS, type WatchedRow } from './watch-history.ts';
import { LIST_WATCHED } from './watch-history.sql.ts';

/** A stream contains JSON too, and reads further pages as the client reads. */
type JsonListOf<T> = RawJson<T[]> | Readable;

export interface UserDataLists {
  bookmarks(userId: string): Promise<JsonListOf<Bookmark>>;
  progress(userId: string): Promise<JsonListOf<Progress>>;
  /** The newest first. */
  watchHistory(userId: string): Promise<JsonListOf<Watched>>;
}

export function createUserDataLists(database: PagedDatabase): UserDataLists {
  const stream = async <Row extends pg.QueryResultRow, T extends object>(
    userId: string,
    rows: PagedRows<Row>,
    toItem: (row: Row) => T,
  ): Promise<JsonListOf<T>> => {
    const pages = readPages(limitReads(database, userId), rows, {
      owner: [userId],
      toPage: pageToJson(toItem),
    });
    const first = await pages.next();
    if (first.done) return rawJson<T[]>([]);
    return Readable.from(listOf(startingWith(first.value, pages)));
  };
  const readJson = async (list: string, userId: string): Promise<RawJson<never> | undefined> => {
    const [small] = await limitReads(database, userId).query<{ json: string }>(list, [userId]);
    return small;
  };
  return {
    bookmarks: async (userId) =>
      (await readJson(LIST_BOOKMARKS, userId)) ?? (await stream(userId, BOOKMARK_ROWS, toBookmark)),
    progress: async (userId) =>
      (await readJson(LIST_PROGRESS, userId)) ?? (await stream(userId, PROGRESS_ROWS, toProgress)),
    watchHistory: async (userId) => {
      const rows = await limitReads(database, userId).query<WatchedRow>(LIST_WATCHED, [userId]);
      return rows.length > 0
        ? rawJson(rows.map(toWatched))
        : await stream(userId, WATCHED_ROWS, toWatched);
    },
  };
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
