// Reads everything of one account that a table holds, a page at a time: neither memory nor a connection is held for a
// client that reads slowly.
import type pg from 'pg';
import type { Sql } from '#database/sql.ts';
import type { Semaphore } from '#http/semaphore.ts';

export interface PagedRows<Row> {
  /**
   * Selects the rows after a given one in a total order, up to a number of them and to `PAGE_BYTES`, by the account, the
   * number and the key of that row. PostgreSQL measures all rows up to the number.
   */
  readonly statement: string;
  /** The key of a row; of none, before the first page. */
  readonly keyOf: (row: Row | undefined) => readonly unknown[];
}

/** Accounts that store more are read in pages. */
export const READ_AT_ONCE_BYTES = 1024 * 1024;

const MAX_ROWS = 500;
const FIRST_ROWS = 100;
/** The size of a page's rows as text. The last row may exceed it. V8 frees longer strings late (tests/load/abuse.ts). */
export const PAGE_BYTES = 64 * 1024;

/**
 * Reads each row at most once, as of its page; concurrent writes may be missing. Yields what `toPage` makes of each page, as
 * a slow client would hold the rows themselves in memory.
 */
export async function* readPages<Row extends pg.QueryResultRow, Page>(
  sql: Sql,
  rows: PagedRows<Row>,
  { owner, toPage }: { owner: readonly string[]; toPage: (page: readonly Row[]) => Page },
): AsyncGenerator<Page, void, undefined> {
  let limit = FIRST_ROWS;
  let key = rows.keyOf(undefined);
  // A function of its own, so that the rows are gone while the client reads the page.
  const readPage = async (): Promise<Page | undefined> => {
    const page = await sql.query<Row>(rows.statement, [...owner, limit, ...key]);
    if (page.length === 0) return undefined;
    // The next limit follows what fits into a page.
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
  /** Not held while the client reads, so that a slow client holds none. */
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

/** The JSON of a page's items, without brackets. */
export const pageToJson =
  <Row>(toItem: (row: Row) => object) =>
  (page: readonly Row[]): string =>
    JSON.stringify(page.map(toItem)).slice(1, -1);

/** The JSON of one list, a page of `pageToJson` at a time. */
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
