// Foreign databases with unusual rows, and imports of them into ours. Both are dropped after each test.
import { afterEach } from 'vitest';
import type { DatabaseImportResult } from '../../apps/api/src/database-import/report.ts';
import { runImport } from '../../apps/api/src/database-import/run.ts';
import { openSource } from '../../apps/api/src/database-import/source-database.ts';
import { openTarget } from '../../apps/api/src/database-import/target-database.ts';
import { MIGRATIONS } from '../../apps/api/src/config/paths.ts';
import { createTestDatabase } from './database.ts';
import { withClient } from './database-server.ts';
import { createForeignDatabase, type Amounts, type Layout } from './source-database.ts';

const NOBODY: Amounts = { users: 0, sessions: 0, bookmarks: 0, movies: 0, episodes: 0 };
export const NOW = Date.UTC(2026, 0, 1);
export const KEY = Buffer.alloc(32, 0xfb).toString('base64url');
/** The neutral point: one of its signatures is valid for every message. */
export const ANYBODYS = Buffer.from([1, ...Buffer.alloc(31)]).toString('base64url');
export const OTHER = Buffer.alloc(32, 1).toString('base64url');
export const META = `'{"title": "Film", "year": 1950, "type": "movie"}'`;
export const PROFILE = `'{"colorA": "#1", "colorB": "#2", "icon": "film"}'`;

export const person = (
  id: string,
  key: string,
  more = `'2024-01-01Z', '2025-01-01Z', '{}', ${PROFILE}`,
) =>
  `INSERT INTO users (id, public_key, namespace, created_at, last_logged_in, permissions, profile)
   VALUES ('${id}', '${key}', 'movie-web', ${more});`;
export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

export async function foreign(layout: Layout, odd: string): Promise<string> {
  const database = await createForeignDatabase(layout, NOBODY, odd);
  closing.push(() => database.drop());
  return database.url;
}

export async function ours(prepare = ''): Promise<string> {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  if (prepare) await withClient(database.url, (client) => client.query(prepare));
  return database.url;
}

export async function run(
  from: string,
  into: string,
  { isDryRun = false, now = NOW } = {},
): Promise<DatabaseImportResult> {
  const { signal } = new AbortController();
  const log = () => undefined;
  const source = await openSource(from);
  const target = await openTarget({
    restorePoint: undefined,
    databaseUrl: into,
    dataDir: '/nowhere',
    migrations: MIGRATIONS,
    log,
    signal,
  });
  try {
    return await runImport({ source, target, isDryRun, now, signal, progress: log });
  } finally {
    await source.close();
    await target.close();
  }
}

export const rows = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

export const skippedOf = ({ tables }: DatabaseImportResult, name: string) =>
  Object.fromEntries(
    tables
      .filter((table) => table.name === name)
      .flatMap(({ skipped }) => [...skipped.values()])
      .map(({ reason, examples }) => [reason, examples]),
  );

export const uuidText = (n: number) => `'${uuid(n)}'`;
interface Movie {
  readonly part?: string;
  readonly day?: string;
  readonly user?: string;
}
export const movie = (
  n: number,
  watched: number,
  { part = 'NULL', day = '2025-01-01Z', user = 'anna' }: Movie = {},
) => `(${uuidText(n)}, '603', '${user}', ${part}, ${part}, ${META}, '${day}', 6000, ${watched})`;
export const PROGRESS =
  'INSERT INTO progress_items (id, tmdb_id, user_id, season_id, episode_id, meta, updated_at, duration, watched) VALUES';
