// Data folders of earlier versions: rows in all tables that a backup has, as they were after each migration.
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { ensureOwnedDatabase } from '../../apps/api/src/database/embedded/database-owner.ts';
import { startEmbedded } from '../../apps/api/src/database/embedded/embedded.ts';
import { isTransient, ownedTables } from '../../apps/api/src/database/backup/copy-tables.ts';
import { migrate, readMigrations } from '../../apps/api/src/database/migrate.ts';
import { withClient } from '../support/database-server.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
const ROWS_PER_ACCOUNT = 1_000;

/** The names of all migrations of this version. */
export const ALL_MIGRATIONS = readMigrations(MIGRATIONS).map(({ name }) => name);
export const CRYPTO_SECRET = randomBytes(32).toString('base64url');

export interface OldDatabase {
  /** The newest migration that it has. */
  readonly version: string;
  /** Rows of progress. */
  readonly rows: number;
  /** Copied before a server starts on it. */
  readonly dataDir: string;
  readonly contents: Contents;
}

export interface TableContents {
  readonly columns: readonly string[];
  readonly rows: number;
  /** The sum of the hashes of all rows. */
  readonly checksum: string;
}
export type Contents = ReadonlyMap<string, TableContents>;

const uuidOf = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`;
const userOf = (n: string) => `${uuidOf('user', n)}::text`;
/** Rows of tables that don't grow with the accounts. */
const FEW = 500;
const numbers = (count: number) => `generate_series(0, ${count - 1}) n`;
/** Fills the tables that a migration has created. */
type Fill = (rows: number, accounts: number) => readonly string[];

const FILL: Readonly<Record<string, Fill>> = {
  '20261121000000_accounts': (rows, accounts) => [
    `INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon, created_at)
     SELECT ${userOf('n')}, md5('key' || n), 'movie-web', 'Otter ' || n, '#2E65CF', '#7652DD', 'userGroup',
       timestamptz '2024-01-01' + n * interval '1 minute' FROM ${numbers(accounts)}`,
    `INSERT INTO sessions (user_id, id, device, user_agent, expires_at)
     SELECT ${userOf('n')}, ${uuidOf('session', 'n')}, 'a.b.c', 'Mozilla', '2099-01-01' FROM ${numbers(accounts)}`,
    `INSERT INTO settings (user_id, "values")
     SELECT ${userOf('n')}, jsonb_build_object('theme', 'blue', 'number', n) FROM ${numbers(accounts)}`,
    `INSERT INTO progress (user_id, tmdb_id, season_id, episode_id, type, title, year, poster, season_number,
       episode_number, duration, watched, updated_at)
     SELECT ${userOf(`(n % ${accounts})`)}, (n / ${accounts})::text, CASE WHEN n % 3 > 0 THEN 's' || n % 9 ELSE '' END,
       CASE WHEN n % 3 > 0 THEN 'e' || n % 27 ELSE '' END, CASE WHEN n % 3 > 0 THEN 'show' ELSE 'movie' END,
       'Title ' || n, 1900 + n % 125, 'https://images.test/' || md5(n::text) || '.jpg', n % 9, n % 27, 5400, n % 5400,
       timestamptz '2024-01-01' + n * interval '1 second' FROM ${numbers(rows)}`,
    `INSERT INTO bookmarks (user_id, tmdb_id, type, title, year, groups)
     SELECT ${userOf(`(n % ${accounts})`)}, (n / ${accounts})::text, 'movie', 'Title ' || n, 1922, '{silent,"two words"}'
     FROM ${numbers(rows / 10)}`,
  ],
  '20261121071819_account_server': (rows, accounts) => [
    `INSERT INTO watch_history (user_id, tmdb_id, type, title, duration, watched, watched_at)
     SELECT ${userOf(`(n % ${accounts})`)}, (n / ${accounts})::text, 'movie', 'Title ' || n, 5400, n / 7.0, '2024-05-06'
     FROM ${numbers(rows / 10)}`,
    `INSERT INTO ratings (user_id, type, tmdb_id, rating)
     SELECT ${userOf(`(n % ${accounts})`)}, 'movie', n, n % 10 FROM ${numbers(rows / 100)}`,
    `INSERT INTO lists (user_id, id, name)
     SELECT ${userOf('n')}, ${uuidOf('list', 'n')}, 'List ' || n FROM ${numbers(accounts)}`,
    `INSERT INTO list_items (user_id, list_id, type, tmdb_id)
     SELECT ${userOf(`(n % ${accounts})`)}, ${uuidOf('list', `(n % ${accounts})`)}, 'movie', n::text
     FROM ${numbers(rows / 100)}`,
    `INSERT INTO group_order (user_id, groups) SELECT ${userOf('n')}, '{silent}' FROM ${numbers(accounts)}`,
    `INSERT INTO deletions (user_id, kind, tmdb_id, deleted_at)
     SELECT ${userOf(`(n % ${accounts})`)}, 'bookmark', n::text, now() FROM ${numbers(rows / 100)}`,
    `INSERT INTO counters (name, labels, day, value) SELECT 'filled', n::text, current_date, n FROM ${numbers(FEW)}`,
  ],
  '20261122110000_invitations': () => [
    `INSERT INTO invitations (code, uses_left, expires_at, created_by)
     SELECT 'code-' || n, 1, now() + interval '7 days', ${userOf('0')} FROM ${numbers(FEW)}`,
  ],
  '20261123200000_library': (rows) => [
    `INSERT INTO library_titles (kind, id, key, title, original_title, year, is_video, overview, genre_ids, rating)
     SELECT 'movie', n, 'key ' || n, 'Title ' || n, NULL, 1922, false, repeat('plot ', 20), '{18,27}', n / 7.0
     FROM ${numbers(rows / 100)}`,
    `INSERT INTO library_files (store, path, kind, title_id, season, episodes, height, is_playable, size, identity, added_at)
     SELECT 'folder', 'Title ' || n || '/file.mkv', 'movie', n, NULL, '{}', 1080, true, n, md5('file' || n), now()
     FROM ${numbers(rows / 100)}`,
  ],
  '20261126003000_library_segments': (rows) => [
    `INSERT INTO library_segments (identity, duration, segments)
     SELECT md5('file' || n), 5400.5, '[{"kind": "intro", "start": 1.5, "end": 60}]' FROM ${numbers(rows / 100)}`,
  ],
  '20261126020000_replicas': () => ['UPDATE library_revision SET revision = 7'],
  '20261126030000_error_groups': () => [
    `INSERT INTO error_groups (id, origin, level, area, code, shape, count, first_at, last_at, request_ids)
     SELECT md5('error' || n), 'server', 'error', 'web', 'TypeError', 'shape ' || n, n, now(), now(), '{one,"two words"}'
     FROM ${numbers(FEW)}`,
  ],
  '20261126031000_playbacks': () => [
    `INSERT INTO play_days (day, plays, seconds, viewers, failed)
     SELECT current_date - n, n, n / 7.0, 2, 1 FROM ${numbers(30)}`,
  ],
  '20261126032000_source_stats': () => [
    `INSERT INTO source_stats (at, source, found, not_found, failed, timed, ms, slowest)
     SELECT date_trunc('hour', now()) - n * interval '1 hour', 'archive', n, 1, 0, n, n / 7.0, n FROM ${numbers(24)}`,
  ],
};

/** Returns the folder with the first `count` migrations. */
function firstMigrations(root: string, count: number): string {
  const folder = path.join(root, `migrations-${count}`);
  for (const name of ALL_MIGRATIONS.slice(0, count))
    fs.cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true });
  return folder;
}

/** Copies a data folder with its owners and rights. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', '--reflink=auto', from, to]);
  if (status !== 0) throw new Error(`cp: ${String(stderr)}`);
  // Recovery after a crash writes all files to the disk. The files of a real server are already there.
  spawnSync('sync', ['-f', to]);
}

/** One data folder goes through all migrations, and is copied after each of `versions`. */
export async function makeOldDatabases(
  root: string,
  rows: number,
  versions: readonly string[],
): Promise<readonly OldDatabase[]> {
  const growing = path.join(root, `growing-${rows}`);
  const made: OldDatabase[] = [];
  for (const version of versions) {
    const contents = await atDatabase(growing, (url) => growTo(url, { root, rows, version }));
    const dataDir = path.join(root, `${rows}-${version}`);
    copyFolder(growing, dataDir);
    made.push({ version, rows, dataDir, contents });
  }
  fs.rmSync(growing, { recursive: true });
  return made;
}

interface Growth {
  readonly root: string;
  readonly rows: number;
  readonly version: string;
}

/** Fills the tables of each migration before the next is applied. */
const growTo = (url: string, { root, rows, version }: Growth): Promise<Contents> =>
  withClient(url, async (client) => {
    for (let count = 1; count <= ALL_MIGRATIONS.indexOf(version) + 1; count += 1) {
      const migrations = firstMigrations(root, count);
      for (const name of await migrate({ url, migrations, log: () => undefined }))
        for (const statement of FILL[name]?.(rows, rows / ROWS_PER_ACCOUNT) ?? [])
          await client.query(statement);
    }
    return await readContents(client);
  });

/** Runs `work` on the embedded database of a folder, as its owner and without Matinee. */
export async function atDatabase<T>(
  dataDir: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbedded({
    root: path.join(dataDir, 'postgres'),
    log: () => undefined,
    onLost: () => undefined,
  });
  try {
    return await work(await ensureOwnedDatabase(server));
  } finally {
    await server.stop();
  }
}

/**
 * Reads the tables and columns of `like`; without it, all tables with rows that must survive. Throws if one of them is
 * empty, because that would prove nothing.
 */
export async function readContents(client: pg.Client, like?: Contents): Promise<Contents> {
  await client.query("SET timezone = 'UTC'");
  const contents = new Map<string, TableContents>();
  const tables = (await ownedTables(client)).filter((table) => !isTransient(table));
  for (const table of like?.keys() ?? tables) {
    const columns = like?.get(table)?.columns ?? (await columnsOf(client, table));
    const row = columns.map((name) => client.escapeIdentifier(name)).join(', ');
    const { rows } = await client.query<Omit<TableContents, 'columns'>>(
      `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(ROW(${row})::text, 0)::numeric), 0)::text AS checksum
       FROM ${table}`,
    );
    for (const found of rows) {
      if (!like && found.rows === 0) throw new Error(`${table} has no rows: fill it in FILL`);
      contents.set(table, { columns, ...found });
    }
  }
  return contents;
}

async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The migrations that a database has. */
export async function appliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
