// A database of an older version is upgraded, with all its data.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ensureDatabase, startEmbedded } from '../../apps/api/src/database/embedded/embedded.ts';
import { migrate, readMigrations } from '../../apps/api/src/database/migrate.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { withClient } from '../support/database-server.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

/** A folder with only the first migration. */
function firstMigration(): string {
  const [first] = readMigrations(MIGRATIONS);
  if (!first) throw new Error('there are no migrations');
  const folder = temporaryFolder();
  fs.cpSync(path.join(MIGRATIONS, first.name), path.join(folder, first.name), { recursive: true });
  return folder;
}

/** A row for each table of the first version, with every column filled in. */
const ROWS: Readonly<Record<string, string>> = {
  users: `('u1', 'a2V5', 'movie-web', 'Quiet Otter', '{admin}', '#2E65CF', '#7652DD', 'userGroup',
    '2024-01-02T03:04:05.678Z', '2024-02-03T04:05:06.789Z', '2024-03-04T05:06:07.891Z')`,
  sessions: `('u1', '00000000-0000-4000-8000-000000000001', 'a.b.c', 'Mozilla',
    '2024-01-02T03:04:05.678Z', '2024-02-03T04:05:06.789Z', '2099-01-01T00:00:00Z')`,
  challenges: `('00000000-0000-4000-8000-000000000002', 'login', 'a2V5',
    '2024-01-02T03:04:05.678Z', '2099-01-01T00:00:00Z')`,
  bookmarks: `('u1', '653', 'movie', 'Nosferatu', 1922, 'https://images.test/a.jpg', '{silent}', '{1,2}',
    '2024-01-02T03:04:05.678Z')`,
  progress: `('u1', '1408', 's1', 'e1', '00000000-0000-4000-8000-000000000003', 'show', 'A series', 1965,
    'https://images.test/b.jpg', 1, 2, 3600, 1800, '2024-01-02T03:04:05.678Z')`,
  settings: `('u1', '{"applicationLanguage": "fr", "proxyUrls": null}', '2024-01-02T03:04:05.678Z')`,
};

async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
  );
  return rows.map(({ name }) => name);
}

type Contents = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

async function readTables(client: pg.Client, names: readonly string[]): Promise<Contents> {
  const contents: Record<string, Record<string, unknown>[]> = {};
  for (const name of names) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(it) AS row FROM ${client.escapeIdentifier(name)} it`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

/** Applies the first migration and fills its tables. */
async function writeAsTheFirstVersion(url: string): Promise<Contents> {
  const applied = await migrate({ url, migrations: firstMigration(), log: () => undefined });
  expect(applied).toHaveLength(1);
  return withClient(url, async (client) => {
    expect(Object.keys(ROWS).toSorted()).toEqual((await tablesOf(client)).toSorted());
    for (const [table, row] of Object.entries(ROWS)) {
      await client.query(`INSERT INTO ${client.escapeIdentifier(table)} VALUES ${row}`);
    }
    return readTables(client, Object.keys(ROWS));
  });
}

test('all data of the first version is there after the upgrade', async () => {
  const url = await emptyDatabase();
  const before = await writeAsTheFirstVersion(url);
  const matinee = startMatinee({ dataDir: temporaryFolder(), environment: { DATABASE_URL: url } });
  expect((await fetch(`${await matinee.ready()}/readyz`)).status).toBe(200);
  const later = readMigrations(MIGRATIONS).slice(1);
  for (const { name } of later) expect(matinee.printed()).toContain(name);

  const after = await withClient(url, (client) => readTables(client, Object.keys(ROWS)));
  for (const [table, rows] of Object.entries(before)) {
    expect(rows).toHaveLength(1);
    // A later version may have added columns; none of the old ones has lost data.
    expect(after[table]).toMatchObject(rows);
  }
});

test('a data folder whose tables belong to the superuser changes its owner, with all rows', async () => {
  const dataDir = temporaryFolder();
  const settings = { root: path.join(dataDir, 'postgres'), log: () => undefined };
  const old = await startEmbedded({ ...settings, onLost: () => undefined });
  const before = await writeAsTheFirstVersion(await ensureDatabase(old, 'matinee'));
  await old.stop();
  const matinee = startMatinee({ dataDir });
  expect((await fetch(`${await matinee.ready()}/readyz`)).status).toBe(200);

  const joined = await startEmbedded({ ...settings, onLost: () => undefined });
  await withClient(joined.url('matinee'), async (client) => {
    const after = await readTables(client, Object.keys(ROWS));
    for (const [table, rows] of Object.entries(before)) expect(after[table]).toMatchObject(rows);
    const { rows } = await client.query(
      `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(rows).toEqual([{ tableowner: 'matinee' }]);
  });
  await joined.stop();
});

test('two replicas with an empty database both start, and one of them creates it', async () => {
  const url = await emptyDatabase();
  const replicas = [1, 2].map(() =>
    startMatinee({ dataDir: temporaryFolder(), environment: { DATABASE_URL: url } }),
  );
  for (const replica of replicas) {
    expect((await fetch(`${await replica.ready()}/readyz`)).status).toBe(200);
  }
  const makers = replicas.filter((replica) => replica.printed().includes('applied migrations'));
  expect(makers).toHaveLength(1);
});

test('two replicas with an old database both start, and its rows are there once', async () => {
  const url = await emptyDatabase();
  await writeAsTheFirstVersion(url);
  const replicas = [1, 2].map(() =>
    startMatinee({ dataDir: temporaryFolder(), environment: { DATABASE_URL: url } }),
  );
  await Promise.all(replicas.map((replica) => replica.ready()));
  const after = await withClient(url, (client) => readTables(client, Object.keys(ROWS)));
  for (const rows of Object.values(after)) expect(rows).toHaveLength(1);
  const applied = await withClient(url, (client) =>
    client.query('SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL'),
  );
  expect(applied.rowCount).toBe(readMigrations(MIGRATIONS).length);
});

test('the upgrade command saves an old database before it migrates it, once', async () => {
  const url = await emptyDatabase();
  const before = await writeAsTheFirstVersion(url);
  const folder = temporaryFolder();
  const upgrade = async (): Promise<string> => {
    const command = path.resolve(import.meta.dirname, '../../apps/api/dist/backup.js');
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const { stderr } = await promisify(execFile)(process.execPath, [command, 'upgrade'], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, DATABASE_URL: url },
    });
    return stderr;
  };
  const printed = await upgrade();
  const [, file = ''] = /saved the data before the upgrade in (\S+)/.exec(printed) ?? [];
  expect(path.basename(file)).toMatch(/^matinee-before-upgrade-/);
  for (const { name } of readMigrations(MIGRATIONS).slice(1)) expect(printed).toContain(name);
  const after = await withClient(url, (client) => readTables(client, Object.keys(ROWS)));
  for (const [table, rows] of Object.entries(before)) expect(after[table]).toMatchObject(rows);

  expect(await upgrade()).toContain('nothing to migrate');
  expect(fs.readdirSync(path.join(folder, 'backups'))).toEqual([path.basename(file)]);
});
