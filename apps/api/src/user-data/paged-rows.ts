// Reads everything of one account that a table holds, a page at a time: neither memory nor a connection is held for a
// client that reads slowly.
import type pg from 'pg';
import type { Sql } from '#database/sql.ts';
import type { Semaphore } from '#http/semaphore.ts';

export interface PagedRows<Row> {
  readonly table: string;
  readonly columns: string;
  /** The condition that selects the rows; $1 is the account. */
  readonly where: string;
  /** A total order: no two rows are equal. */
  readonly order: string;
  /** The condition for the rows after a given one. The values of its `keyOf` follow $1. */
  readonly after: string;
  readonly keyOf: (row: Row) => readonly unknown[];
}

/** Accounts that store more are read in pages. */
export const READ_AT_ONCE_BYTES = 1024 * 1024;

const MAX_ROWS = 500;
const FIRST_ROWS = 100;
/** The size of a page's rows as text. The last row may exceed it. V8 frees longer strings late (tests/load/abuse.ts). */
const PAGE_BYTES = 64 * 1024;

/** PostgreSQL measures all rows up to the limit, so `limit` follows what fits into a page. */
const pageOf = (
  { table, columns, where, order }: PagedRows<never>,
  condition: string,
  limit: number,
): string => `
  SELECT ${columns} FROM (
    SELECT *, sum(octet_length(${table}::text)) OVER (
      ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM ${table} WHERE ${where} AND ${condition} ORDER BY ${order} LIMIT ${limit}) AS ${table}
  ) AS ${table}
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY ${order}`;

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Reads each row at most once, as of its page; concurrent writes may be missing. Yields what `toPage` makes of each page, as
 * a slow client would hold the rows themselves in memory.
 */
export async function* readPages<Row extends pg.QueryResultRow, Page>(
  sql: Sql,
  rows: PagedRows<Row>,
  { owner, toPage }: { owner: readonly string[]; toPage: (page: readonly Row[]) => Page },
): AsyncGenerator<Page, void, undefined> {
  const read = async ({ text, values }: Query): Promise<[Page, Query] | undefined> => {
    const page = await sql.query<Row>(text, values);
    const last = page.at(-1);
    if (last === undefined) return;
    const limit = Math.min(MAX_ROWS, page.length * 2);
    const next = [...owner, ...rows.keyOf(last)];
    return [toPage(page), { text: pageOf(rows, rows.after, limit), values: next }];
  };
  let query: Query = { text: pageOf(rows, 'true', FIRST_ROWS), values: owner };
  for (;;) {
    const result = await read(query);
    if (!result) return;
    const [page, next] = result;
    yield page;
    query = next;
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
