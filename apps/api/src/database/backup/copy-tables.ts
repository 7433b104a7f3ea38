// Reads and writes complete tables with COPY. Its text is the same for the same rows on every server.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError, tableFile, type BackupTable } from './archive.ts';
import { limited, type RowsLimit } from './rows-limit.ts';
import { classifyError, reason } from '#database/errors.ts';
import type { Migration } from '#database/migrate.ts';

/**
 * Tables that aren't saved. They contain short-lived rows, rows that the server can recreate, or data about who watches
 * what. Users are told that the latter is soon deleted.
 */
const TRANSIENT: ReadonlySet<string> = new Set([
  'account_limit',
  'challenges',
  'leases',
  'library_copies',
  'library_frames',
  'library_sheets',
  'library_thumbnails',
  'links',
  'playbacks',
  'play_viewers',
  'rate_limits',
]);

const CREATE_TABLE = /CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF NOT EXISTS\s+)?"?(\w+)"?/gi;

/** Returns the tables that migrations create, parents before their children. */
export const tablesOf = (migrations: readonly Migration[]): readonly string[] =>
  migrations.flatMap(({ sql }) => [...sql.matchAll(CREATE_TABLE)].map(([, name = '']) => name));

export const isTransient = (table: string): boolean => TRANSIENT.has(table);

const MIGRATION_TABLE = '_prisma_migrations';

const OWNED_TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relowner = current_user::regrole
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY 1`;

/** Returns the current role's tables in the current schema, except the table of migrations. */
export async function ownedTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(OWNED_TABLES);
  return rows.map(({ name }) => name).filter((name) => name !== MIGRATION_TABLE);
}

/** Returns the names of the migrations that created the tables of the current schema. */
export async function appliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('${MIGRATION_TABLE}') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return [];
  const applied = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${MIGRATION_TABLE}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return applied.rows.map(({ name }) => name);
}

const quoted = (name: string): string => `"${name}"`;

// Text columns of keys are sorted by their bytes. The order is thus the same in all databases.
const COLUMNS = `
  SELECT attname AS name,
    CASE WHEN typcollation = 0 THEN quote_ident(attname) ELSE quote_ident(attname) || ' COLLATE "C"' END AS sorted,
    array_position(indkey::int2[], attnum) AS position
  FROM pg_attribute
  JOIN pg_type ON pg_type.oid = atttypid
  LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ORDER BY attnum`;

interface Column {
  readonly name: string;
  readonly sorted: string;
  readonly position: number | null;
}

/** Writes a table to its file in the backup. */
export async function dumpTable(
  client: pg.Client,
  table: string,
  folder: string,
): Promise<BackupTable> {
  const { rows, columns } = await readTable(client, table);
  const hash = createHash('sha256');
  await pipeline(
    rows,
    (chunks: AsyncIterable<Buffer>) => hashed(chunks, hash),
    createGzip(),
    createWriteStream(tableFile(folder, table), { mode: 0o600 }),
  );
  return { name: table, columns, rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** Returns the same description as `dumpTable` without writing a file. */
export async function describeTable(client: pg.Client, table: string): Promise<BackupTable> {
  const { rows, columns } = await readTable(client, table);
  const hash = createHash('sha256');
  await pipeline(rows, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
  return { name: table, columns, rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** Reads a table as text in the order of its primary key. */
async function readTable(client: pg.Client, table: string) {
  const { rows: columns } = await client.query<Column>(COLUMNS, [quoted(table)]);
  const names = columns.map(({ name }) => name);
  const key = columns
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
    .map(({ sorted }) => sorted);
  const query = `SELECT ${names.map(quoted).join(', ')} FROM ${quoted(table)} ORDER BY ${key.join(', ')}`;
  return { rows: client.query(copyTo(`COPY (${query}) TO STDOUT`)), columns: names };
}

/** Fills an empty table from its file. Fails, and writes nothing, if the file is damaged. */
export async function loadTable(
  client: pg.Client,
  { name, columns, sha256 }: BackupTable,
  { folder, limit }: { readonly folder: string; readonly limit?: RowsLimit | undefined },
): Promise<void> {
  const into = `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`;
  // Disable triggers, which would count bytes and change marks again. The backup contains both.
  await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  try {
    await pipeline(
      createReadStream(tableFile(folder, name)),
      createGunzip(),
      (chunks: AsyncIterable<Buffer>) => limited(chunks, limit),
      async function* verify(chunks: AsyncIterable<Buffer>) {
        const hash = createHash('sha256');
        yield* hashed(chunks, hash);
        if (hash.digest('hex') !== sha256) throw new Error('its checksum differs');
      },
      client.query(copyFrom(into)),
    );
  } catch (cause) {
    if (classifyError(cause) !== undefined || cause instanceof BackupError) throw cause;
    throw new BackupError(`The table ${name} of the backup is damaged: ${reason(cause)}.`, {
      cause,
    });
  }
  await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
