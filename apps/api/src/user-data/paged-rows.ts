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
/** The size of a page's rows as text. The last row may exceed it. */
const PAGE_BYTES = 256 * 1024;

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

/** Reads each row at most once, as of its page; concurrent writes may be missing. */
export async function* readPages<Row extends pg.QueryResultRow>(
  { query }: Sql,
  rows: PagedRows<Row>,
  owner: readonly string[],
): AsyncGenerator<readonly Row[], void, undefined> {
  let page = await query<Row>(pageOf(rows, 'true', FIRST_ROWS), owner);
  for (;;) {
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    const limit = Math.min(MAX_ROWS, page.length * 2);
    page = await query<Row>(pageOf(rows, rows.after, limit), [...owner, ...rows.keyOf(last)]);
  }
}

export interface PagedDatabase {
  readonly db: Sql;
  /** Held for the query of one page only, so that a slow client holds none. */
  readonly reads: Semaphore;
}

/** Acquires a slot for each statement. */
export const limitReads = ({ db, reads }: PagedDatabase, userId: string): Sql => ({
  query: async (text, values) => {
    const release = await reads.acquire(userId);
    try {
      return await db.query(text, values);
    } finally {
      release();
    }
  },
});

/** The JSON of one list, a page at a time. */
export async function* listOf<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => object,
): AsyncGenerator<string, void, undefined> {
  let before = '[';
  for await (const page of pages) {
    yield before + JSON.stringify(page.map(toItem)).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
