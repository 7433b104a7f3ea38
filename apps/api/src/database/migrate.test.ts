import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../tests/support/database.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { managesTransactions, migrate, readMigrations } from './migrate.ts';

const ours = path.resolve(import.meta.dirname, '../../../../prisma/migrations');

let database: TestDatabase;
let folder: string;
let messages: string[];

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  messages = [];
});

afterEach(async () => {
  fs.rmSync(folder, { recursive: true });
  await database.drop();
});

const write = (name: string, sql: string) => {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql);
};

const run = (migrations = folder) =>
  migrate({ url: database.url, migrations, log: (message) => messages.push(message) });

const query = <R extends object>(sql: string) =>
  withClient(database.url, async (client) => (await client.query<R>(sql)).rows);

const tables = async () =>
  (
    await query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%' ORDER BY 1`,
    )
  ).map(({ name }) => name);

describe('the migrations', () => {
  test('create the tables in an empty database, and do nothing the second time', async () => {
    expect(await run(ours)).toContain('20261121000000_accounts');
    expect(await tables()).toEqual(
      expect.arrayContaining(['bookmarks', 'progress', 'sessions', 'settings', 'users']),
    );
    expect(await run(ours)).toEqual([]);
  });

  test('run in one transaction, so that a kill at any moment leaves all of them or none', () => {
    expect(readMigrations(ours).filter(({ sql }) => managesTransactions(sql))).toEqual([]);
  });

  test('are applied once when eight processes start at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => run(ours)));
    expect(results.filter((applied) => applied.length > 0)).toHaveLength(1);
    const rows = await query<{ count: string }>('SELECT count(*) FROM _prisma_migrations');
    expect(rows).toEqual([{ count: String(fs.readdirSync(ours).length - 1) }]);
  });

  test('delete everything of a user together with the user', async () => {
    await run(ours);
    await query(`
      INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ('u', 'k', 'n', '', '', '');
      INSERT INTO sessions (user_id, id, device, user_agent, expires_at) VALUES ('u', gen_random_uuid(), 'd', 'a', now());
      INSERT INTO bookmarks (user_id, tmdb_id, type, title) VALUES ('u', '1', 'movie', 't');
      INSERT INTO progress (user_id, tmdb_id, type, title, duration, watched) VALUES ('u', '1', 'movie', 't', 1, 1);
      INSERT INTO settings (user_id) VALUES ('u');
      DELETE FROM users`);
    const left = await query(`
      SELECT 'session' AS left FROM sessions UNION ALL SELECT 'bookmark' FROM bookmarks
      UNION ALL SELECT 'progress' FROM progress UNION ALL SELECT 'settings' FROM settings`);
    expect(left).toEqual([]);
  });

  test('make the oldest account of an existing database the owner', async () => {
    const later = fs.readdirSync(ours).filter((name) => name >= '20261122110000');
    fs.cpSync(ours, folder, {
      recursive: true,
      filter: (file) => !later.includes(path.basename(file)),
    });
    await run();
    await query(`
      INSERT INTO users (id, public_key, namespace, color_a, color_b, icon, created_at) VALUES
        ('new', 'k1', 'n', '', '', '', '2025-01-01'), ('old', 'k2', 'n', '', '', '', '2024-01-01')`);
    await run(ours);
    expect(await query('SELECT id FROM users WHERE is_owner')).toEqual([{ id: 'old' }]);
    expect(await query('SELECT id FROM users WHERE is_owner IS NULL')).toEqual([{ id: 'new' }]);
  });

  test('count the bytes that an existing database stores, and set no limit without a quota', async () => {
    const later = fs.readdirSync(ours).filter((name) => name >= '20261122100000');
    fs.cpSync(ours, folder, {
      recursive: true,
      filter: (file) => !later.includes(path.basename(file)),
    });
    await run();
    await query(`
      INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ('u', 'k', 'n', '', '', '');
      INSERT INTO bookmarks (user_id, tmdb_id, type, title) SELECT 'u', n, 'movie', 't' FROM generate_series(1, 9) n;
      INSERT INTO settings (user_id) VALUES ('u')`);
    await run(ours);
    // 100, the id, "movie", "t", two empty lists "{}" each; and 100 and "{}".
    expect(await query('SELECT bytes::int FROM account_bytes')).toEqual([
      { bytes: 9 * (100 + 1 + 5 + 1 + 4) + 102 },
    ]);
    await query(`INSERT INTO ratings (user_id, type, tmdb_id, rating) VALUES ('u', 'tv', 1, 1)`);
    expect(await query('SELECT bytes::int FROM account_bytes')).toEqual([
      { bytes: 9 * (100 + 1 + 5 + 1 + 4) + 102 + 102 },
    ]);
  });

  test('keep one row for a movie however often it is written', async () => {
    await run(ours);
    await query(`
      INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ('u', 'k', 'n', '', '', '')`);
    const put = `INSERT INTO progress (user_id, tmdb_id, type, title, duration, watched)
      VALUES ('u', '1', 'movie', 't', 9, 1) ON CONFLICT DO NOTHING`;
    await Promise.all(Array.from({ length: 20 }, () => query(put)));
    expect(await query('SELECT tmdb_id, season_id, episode_id FROM progress')).toEqual([
      { tmdb_id: '1', season_id: '', episode_id: '' },
    ]);
  });
});

describe('a migration that fails', () => {
  beforeEach(() => {
    write('1_good', 'CREATE TABLE good (id int)');
    write('2_bad', 'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1)');
    write('3_later', 'CREATE TABLE later (id int)');
  });

  test('reports the reason, and leaves nothing of itself or of others', async () => {
    await expect(run()).rejects.toThrow(
      'Migration 2_bad failed and was rolled back: relation "nowhere" does not exist',
    );
    expect(await tables()).toEqual([]);
  });

  test('is repeated by the next start and succeeds once it is fixed', async () => {
    await expect(run()).rejects.toThrow('2_bad');
    await expect(run()).rejects.toThrow('2_bad');
    write('2_bad', 'CREATE TABLE whole (id int)');
    expect(await run()).toEqual(['1_good', '2_bad', '3_later']);
    expect(await tables()).toEqual(['good', 'later', 'whole']);
  });

  test('leaves its message in the table that Prisma reads', async () => {
    await expect(run()).rejects.toThrow('2_bad');
    expect(
      await query(`SELECT migration_name, logs, rolled_back_at IS NOT NULL AS undone
        FROM _prisma_migrations WHERE finished_at IS NULL`),
    ).toEqual([
      { migration_name: '2_bad', logs: 'relation "nowhere" does not exist', undone: true },
    ]);
  });
});

describe('a script with its own transactions', () => {
  const half = 'BEGIN; CREATE TABLE first (id int); COMMIT; INSERT INTO nowhere VALUES (1);';

  test('that stops half-way prevents every start until the operator resolves it', async () => {
    write('1_half', half);
    await expect(run()).rejects.toThrow('Migration 1_half failed: relation "nowhere"');
    await expect(run()).rejects.toThrow(
      /stopped halfway .* migrate resolve --rolled-back 1_half.*nowhere/s,
    );
    // The statement of `prisma migrate resolve --rolled-back`.
    await query('DROP TABLE first; UPDATE _prisma_migrations SET rolled_back_at = now()');
    write('1_half', 'CREATE TABLE mended (id int)');
    expect(await run()).toEqual(['1_half']);
    expect(await tables()).toEqual(['mended']);
  });

  test('whose restore point cannot be restored names both reasons and the file', async () => {
    write('1_first', 'SELECT 1');
    await run();
    write('2_second', 'BEGIN; COMMIT; SELECT FROM nowhere');
    const restorePoint = {
      create: () => Promise.resolve('saved.tar'),
      restore: () => Promise.reject(new Error('A server runs. Stop it.')),
    };
    await expect(
      migrate({ url: database.url, migrations: folder, log: () => undefined, restorePoint }),
    ).rejects.toThrow(
      /2_second failed: .*nowhere.* The data was not restored from saved.tar: A server runs/,
    );
  });

  test('is rolled back if it fails inside one of them', async () => {
    write(
      '1_inside',
      'BEGIN; CREATE TABLE inside (id int); INSERT INTO nowhere VALUES (1); COMMIT',
    );
    await expect(run()).rejects.toThrow('1_inside');
    expect(await tables()).toEqual([]);
  });

  test('is not confused with one whose functions have blocks, which is rolled back completely', async () => {
    const body = `$$ BEGIN NULL; END $$`;
    write(
      '1_function',
      `CREATE TABLE whole (id int); CREATE FUNCTION nothing() RETURNS void LANGUAGE plpgsql AS ${body};
       INSERT INTO nowhere VALUES (1)`,
    );
    await expect(run()).rejects.toThrow('Migration 1_function failed and was rolled back');
    expect(await tables()).toEqual([]);
  });

  test('may build an index concurrently', async () => {
    write('1_table', 'CREATE TABLE things (id int)');
    write('2_index', 'CREATE INDEX CONCURRENTLY things_id ON things (id)');
    expect(await run()).toEqual(['1_table', '2_index']);
  });
});

describe('the scripts', () => {
  test('may hold semicolons in functions, strings and comments', async () => {
    write(
      '1_function',
      `CREATE TABLE log (line text); -- a comment; with one
       CREATE FUNCTION note() RETURNS void LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO log VALUES ('a;b'); END $$;
       SELECT note();`,
    );
    await run();
    expect(await query('SELECT line FROM log')).toEqual([{ line: 'a;b' }]);
  });

  test('cannot hide the next one by a changed search path', async () => {
    write('1_dump', `SELECT set_config('search_path', '', false); CREATE TABLE public.a (id int)`);
    write('2_next', 'CREATE TABLE b (id int)');
    expect(await run()).toEqual(['1_dump', '2_next']);
    expect(await tables()).toEqual(['a', 'b']);
  });

  test('are reported when they were edited after they were applied', async () => {
    write('1_first', 'CREATE TABLE a (id int)');
    await run();
    write('1_first', 'CREATE TABLE a (id bigint)');
    expect(await run()).toEqual([]);
    expect(messages).toEqual([
      'migration 1_first was edited after it was applied; the database keeps the old one',
    ]);
  });
});

test('waiting too long for another migrator is reported', async () => {
  write('1_first', 'CREATE TABLE a (id int)');
  await withClient(database.url, async (client) => {
    await client.query('SELECT pg_advisory_lock(72707369)');
    const waiting = migrate({
      url: database.url,
      migrations: folder,
      log: () => undefined,
      lockTimeoutMs: 50,
    });
    await expect(waiting).rejects.toThrow('Another process has been migrating this database');
  });
  expect(await run()).toEqual(['1_first']);
});
