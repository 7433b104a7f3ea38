// Reads an account's lists: each in one statement, or in pages if it is large. Between pages, a client that reads
// slowly holds neither memory nor a connection.
import type { Bookmark } from '@matinee/shared/contract/bookmarks';
import type { Progress } from '@matinee/shared/contract/progress';
import type { Watched } from '@matinee/shared/contract/watch-history';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Sql } from '#database/sql.ts';
import { rawJson, type RawJson } from '#http/route.ts';
import type { Semaphore } from '#http/semaphore.ts';
import { toBookmark, type BookmarkRow } from './bookmarks.ts';
import { LIST_BOOKMARKS, PAGE_OF_BOOKMARKS } from './bookmarks.sql.ts';
import { toProgress, type ProgressRow } from './progress.ts';
import { LIST_PROGRESS, PAGE_OF_PROGRESS } from './progress.sql.ts';
import { toWatched, type WatchedRow } from './watch-history.ts';
import { LIST_WATCHED, PAGE_OF_WATCHED } from './watch-history.sql.ts';

/** A stream also contains JSON. It reads further pages as the client reads. */
type JsonListOf<T> = RawJson<T[]> | Readable;

export interface UserDataLists {
  bookmarks(userId: string): Promise<JsonListOf<Bookmark>>;
  progress(userId: string): Promise<JsonListOf<Progress>>;
  /** Returns the newest first. */
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

export interface PagedRows<Row> {
  /**
   * Selects the rows after a given row in a total order, limited by their number and by `PAGE_BYTES`. Parameters: the
   * account, the number, and the row's key. PostgreSQL measures all rows up to the number.
   */
  readonly statement: string;
  /** Returns the key of a row. Undefined: the key before the first page. */
  readonly keyOf: (row: Row | undefined) => readonly unknown[];
}

export const BOOKMARK_ROWS: PagedRows<BookmarkRow> = {
  statement: PAGE_OF_BOOKMARKS,
  keyOf: (row) => [row?.tmdbId ?? null],
};

export const PROGRESS_ROWS: PagedRows<ProgressRow> = {
  statement: PAGE_OF_PROGRESS,
  keyOf: (row) => [row?.tmdbId ?? null, row?.seasonId ?? '', row?.episodeId ?? ''],
};

export const WATCHED_ROWS: PagedRows<WatchedRow> = {
  statement: PAGE_OF_WATCHED,
  keyOf: (row) => [
    row?.watchedAt ?? null,
    row?.tmdbId ?? null,
    row?.seasonId ?? '',
    row?.episodeId ?? '',
  ],
};

const MAX_ROWS = 500;
const FIRST_ROWS = 100;

/**
 * Reads each row at most once. Concurrent writes may be missing. Yields the result of `toPage` for each page, because a
 * slow client would hold the rows themselves in memory.
 */
export async function* readPages<Row extends pg.QueryResultRow, Page>(
  sql: Sql,
  rows: PagedRows<Row>,
  { owner, toPage }: { owner: readonly string[]; toPage: (page: readonly Row[]) => Page },
): AsyncGenerator<Page, void, undefined> {
  let limit = FIRST_ROWS;
  let key = rows.keyOf(undefined);
  // Use a separate function, to free the rows while the client reads the page.
  const readPage = async (): Promise<Page | undefined> => {
    const page = await sql.query<Row>(rows.statement, [...owner, limit, ...key]);
    if (page.length === 0) return undefined;
    // Base the next limit on the rows that fit into a page.
    limit = Math.min(MAX_ROWS, page.length * 2);
    key = rows.keyOf(page.at(-1));
    return toPage(page);
  };
  for (;;) {
    const page = await readPage();
    if (page === undefined) return;
    yield page;
  }
}

export interface PagedDatabase {
  readonly db: Sql;
  /** Limits concurrent reads. A slow client holds no slot while it reads. */
  readonly reads: Semaphore;
}

/** Waits for a slot, and holds it while `read` runs. */
export async function withReadSlot<T>(
  { reads }: Pick<PagedDatabase, 'reads'>,
  userId: string,
  read: () => Promise<T>,
): Promise<T> {
  const release = await reads.acquire(userId);
  try {
    return await read();
  } finally {
    release();
  }
}

/** Acquires a slot for each statement. */
export const limitReads = (database: PagedDatabase, userId: string): Sql => ({
  query: (text, values) => withReadSlot(database, userId, () => database.db.query(text, values)),
});

/** Returns the JSON of a page's items without brackets. */
export const pageToJson =
  <Row>(toItem: (row: Row) => object) =>
  (page: readonly Row[]): string =>
    JSON.stringify(page.map(toItem)).slice(1, -1);

/** Yields the JSON of one list, one page of `pageToJson` at a time. */
export async function* listOf(
  pages: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let before = '[';
  for await (const items of pages) {
    yield before + items;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
