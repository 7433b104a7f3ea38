// Reads the source database from one snapshot in a read-only transaction.
import pg from 'pg';
import { hasCode, reason } from '#database/errors.ts';
import { ImportError } from './report.ts';

/** A row as the driver returns it. */
export type RawRow = Readonly<Record<string, unknown>>;

export interface SourceDatabase {
  readonly schema: SourceSchema;
  /** Returns whether an import into this same database is running. */
  isTarget(lock: number): Promise<boolean>;
  /** Yields rows of a selection, up to 2,000 at a time and limited in bytes. */
  pages(selection: string): AsyncGenerator<readonly RawRow[]>;
  close(): Promise<void>;
}

const PAGE_ROWS = 2_000;
const PAGE_BYTES = 4 * 1024 * 1024;
/** This many of the largest rows fit into memory. */
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

export async function openSource(url: string): Promise<SourceDatabase> {
  const address = parseAddress(url);
  // ORMs name a schema with this parameter, which the driver doesn't support.
  const named = address.searchParams.get('schema');
  address.searchParams.delete('schema');
  const client = new pg.Client({
    connectionString: address.toString(),
    connectionTimeoutMillis: 10_000,
    application_name: 'matinee (import)',
  });
  // A broken connection also fails the current query, which reports it.
  client.on('error', () => undefined);
  await connect(client, address);
  try {
    await client.query(BEGIN);
    const current = await client.query<{ schema: string | null }>(
      'SELECT current_schema AS schema',
    );
    const name = named ?? current.rows[0]?.schema ?? 'public';
    const { rows } = await client.query<ColumnRow>(COLUMNS, [name]);
    return {
      schema: detectSchema(name, rows),
      isTarget: (lock) => isTarget(client, lock),
      pages: (selection) => pages(client, selection),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

function parseAddress(url: string): URL {
  const address = URL.parse(url);
  if (address && ['postgres:', 'postgresql:'].includes(address.protocol)) return address;
  throw new ImportError(
    'The source must be a URL such as postgresql://user:password@host:5432/name.',
  );
}

async function connect(client: pg.Client, { host, pathname }: URL): Promise<void> {
  try {
    await client.connect();
  } catch (cause) {
    const why = hasCode(cause, '28P01') ? 'wrong username or password' : reason(cause);
    throw new ImportError(
      `Can't read the source at ${host}${pathname}: ${why}. Check the URL, and that this machine can reach it.`,
      { cause },
    );
  }
}

/** Tries the lock that the import holds on its target. Advisory locks apply to one database. */
async function isTarget(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
    [lock],
  );
  return rows[0]?.free === false;
}

async function* pages(client: pg.Client, selection: string): AsyncGenerator<readonly RawRow[]> {
  await client.query(`DECLARE chosen NO SCROLL CURSOR FOR ${selection}`);
  let page: RawRow[] = [];
  let bytes = 0;
  let wanted = FETCH_ROWS;
  for (;;) {
    const { rows } = await client.query<RawRow>(`FETCH ${wanted} FROM chosen`);
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
    // After large rows, more large ones are likely.
    wanted = Math.min(FETCH_ROWS, Math.ceil(PAGE_BYTES / Math.max(1, ...sizes)));
  }
  await client.query('CLOSE chosen');
}

/** The types of a table's columns by name. */
export type Columns = ReadonlyMap<string, string>;

export interface SourceSchema {
  readonly layout: 'original' | 'p-stream';
  /** The schema's name in PostgreSQL. */
  readonly schema: string;
  readonly tables: ReadonlyMap<string, Columns>;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Tables and columns that every version has. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  users: ['id', 'public_key'],
  sessions: ['id', 'user', 'expires_at'],
  bookmarks: ['tmdb_id', 'user_id', 'meta'],
  progress_items: ['tmdb_id', 'user_id', 'meta', 'duration', 'watched'],
  user_settings: ['id'],
};
const MATINEE_TABLES = ['users', 'progress', 'settings', 'deletions'];
/** Tables of the later layout. */
const LATER = ['lists', 'list_items', 'user_group_order', 'watch_history'];

function detectSchema(schema: string, rows: readonly ColumnRow[]): SourceSchema {
  const tables = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>();
    tables.set(table, columns.set(column, type));
  }
  if (MATINEE_TABLES.every((table) => tables.has(table))) {
    throw new ImportError(
      'The source is already a Matinee database. Move it with pg_dump and pg_restore instead.',
    );
  }
  const missing = missingFrom(tables);
  if (missing.length > 0) {
    throw new ImportError(
      `The source has an unknown layout: its schema "${schema}" doesn't contain ${missing.join(', ')}. ` +
        'Check the URL, add ?schema=NAME if the tables are in another schema, and make sure this user can read them.',
    );
  }
  const isLater =
    tables.get('users')?.has('nickname') === true ||
    tables.get('bookmarks')?.has('group') === true ||
    LATER.some((table) => tables.has(table));
  return { layout: isLater ? 'p-stream' : 'original', schema, tables };
}

function missingFrom(tables: ReadonlyMap<string, Columns>): readonly string[] {
  return Object.entries(EXPECTED).flatMap(([table, columns]) => {
    const there = tables.get(table);
    if (!there) return [table];
    return columns.filter((column) => !there.has(column)).map((column) => `${table}.${column}`);
  });
}
