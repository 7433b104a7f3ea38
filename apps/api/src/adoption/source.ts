// The database that is copied from: one snapshot of it, in a transaction that may not write.
import pg from 'pg';
import { hasCode, reason } from '#db/failure.ts';
import { detectLayout, type ColumnRow, type Layout } from './layout.ts';
import { Refusal } from './refusal.ts';
import type { Raw } from './step.ts';

export interface Source {
  readonly layout: Layout;
  /** Whether somebody imports into this very database. */
  isTarget(lock: number): Promise<boolean>;
  /** What a selection gives, some 2,000 rows at a time and never more than fit in the memory. */
  pages(selection: string): AsyncGenerator<readonly Raw[]>;
  close(): Promise<void>;
}

const PAGE_ROWS = 2_000;
const PAGE_BYTES = 4 * 1024 * 1024;
/** So many of the largest rows still fit. */
const FETCH_ROWS = 200;

const BEGIN = `
  BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL synchronize_seqscans = off;
  SET LOCAL datestyle = 'ISO';
  SET LOCAL timezone = 'UTC'`;

const COLUMNS = `
  SELECT table_name AS "table", column_name AS "column", data_type AS "type"
  FROM information_schema.columns WHERE table_schema = $1`;

export async function openSource(url: string): Promise<Source> {
  const address = addressOf(url);
  // An ORM's way to name a schema, which the driver does not know.
  const asked = address.searchParams.get('schema');
  address.searchParams.delete('schema');
  const client = new pg.Client({
    connectionString: address.toString(),
    connectionTimeoutMillis: 10_000,
    application_name: 'matinee (import)',
  });
  // A connection that breaks also fails the query in hand, which tells it.
  client.on('error', () => undefined);
  await connected(client, address);
  try {
    await client.query(BEGIN);
    const current = await client.query<{ schema: string | null }>(
      'SELECT current_schema AS schema',
    );
    const schema = asked ?? current.rows[0]?.schema ?? 'public';
    const layout = detectLayout(schema, (await client.query<ColumnRow>(COLUMNS, [schema])).rows);
    return {
      layout,
      isTarget: (lock) => isTarget(client, lock),
      pages: (selection) => pages(client, selection),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

function addressOf(url: string): URL {
  const address = URL.parse(url);
  if (address && ['postgres:', 'postgresql:'].includes(address.protocol)) return address;
  throw new Refusal(
    'The source must be an address like postgresql://user:password@host:5432/name.',
  );
}

async function connected(client: pg.Client, { host, pathname }: URL): Promise<void> {
  try {
    await client.connect();
  } catch (cause) {
    const why = hasCode(cause, '28P01') ? 'it does not know this user and password' : reason(cause);
    throw new Refusal(
      `The source at ${host}${pathname} cannot be read: ${why}. Check the address, and that it can be reached from here.`,
      { cause },
    );
  }
}

/** Only there can the lock that the import holds on its target be felt. */
async function isTarget(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
    [lock],
  );
  return rows[0]?.free === false;
}

async function* pages(client: pg.Client, selection: string): AsyncGenerator<readonly Raw[]> {
  await client.query(`DECLARE chosen NO SCROLL CURSOR FOR ${selection}`);
  let page: Raw[] = [];
  let bytes = 0;
  let wanted = FETCH_ROWS;
  for (;;) {
    const { rows } = await client.query<Raw>(`FETCH ${wanted} FROM chosen`);
    const sizes = rows.map(({ $bytes }) => Number($bytes));
    page = page.concat(rows);
    bytes += sizes.reduce((sum, size) => sum + size, 0);
    const isLast = rows.length < wanted;
    if (page.length > 0 && (isLast || page.length >= PAGE_ROWS || bytes >= PAGE_BYTES)) {
      yield page;
      page = [];
      bytes = 0;
    }
    if (isLast) break;
    // Where some rows are large, others will be.
    wanted = Math.min(FETCH_ROWS, Math.ceil(PAGE_BYTES / Math.max(1, ...sizes)));
  }
  await client.query('CLOSE chosen');
}
