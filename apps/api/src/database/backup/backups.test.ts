import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database.ts';
import { withClient } from '../../../../../tests/support/database-server.ts';
import { migrate, readMigrations } from '#database/migrate.ts';
import { createBackups, type BackupOptions } from './backups.ts';
import { tablesOf } from './copy-tables.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../../prisma/migrations');
const NOW = Date.parse('2026-11-25T03:00:00Z');

let database: TestDatabase;
let root: string;

beforeEach(async () => {
  database = await createTestDatabase();
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'backups-'));
  fs.mkdirSync(path.join(root, 'secrets'));
  fs.writeFileSync(path.join(root, 'secrets/crypto-secret'), 'the secret of the sessions');
});

afterEach(async () => {
  fs.rmSync(root, { recursive: true });
  await database.drop();
});

const backupsIn = (changed: Partial<BackupOptions> = {}) =>
  createBackups({
    folder: path.join(root, 'backups'),
    secrets: path.join(root, 'secrets'),
    migrations: MIGRATIONS,
    version: '4.9.5',
    keep: 2,
    now: () => NOW,
    ...changed,
  });

const query = <R extends object>(sql: string, url = database.url) =>
  withClient(url, async (client) => (await client.query<R>(sql)).rows);

const fill = (url = database.url) =>
  query(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon)
       SELECT 'user' || n, 'key' || n, 'n', '', '', '' FROM generate_series(1, 5) n;
     INSERT INTO progress (user_id, tmdb_id, type, title, duration, watched)
       SELECT 'user' || n % 5 + 1, n, 'movie', E'a\\\\b\\tc\\n"ä" 映画 ' || n, 100, n FROM generate_series(1, 2000) n;
     INSERT INTO bookmarks (user_id, tmdb_id, type, title, groups) VALUES ('user1', '1', 'movie', 't', '{a,"b,c",NULL}');
     INSERT INTO settings (user_id, values) VALUES ('user2', '{"theme": "red", "none": null}');
     INSERT INTO lists (user_id, id, name) VALUES ('user1', '7e2a1f6e-0000-4000-8000-000000000000', 'l');
     INSERT INTO list_items (user_id, list_id, type, tmdb_id) VALUES ('user1', '7e2a1f6e-0000-4000-8000-000000000000', 'tv', '2')`,
    url,
  );

const contents = async (url = database.url) =>
  await Promise.all(
    ['users', 'progress', 'bookmarks', 'settings', 'lists', 'list_items', 'account_bytes'].map(
      (table) => query(`SELECT * FROM ${table} ORDER BY 1, 2`, url),
    ),
  );

const progressCount = async () =>
  (await query<{ count: number }>('SELECT count(*)::int AS count FROM progress'))[0]?.count;

/** The migrations of an earlier version: all except the last. */
function earlierMigrations(): string {
  const folder = path.join(root, 'migrations');
  const names = fs.readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name));
  for (const name of names.toSorted().slice(0, -1)) {
    fs.cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true });
  }
  return folder;
}

test('the tables that migrations name are those of the database', async () => {
  const rows = await query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%'`,
  );
  const names = rows.map(({ name }) => name);
  expect(tablesOf(readMigrations(MIGRATIONS)).toSorted()).toEqual(names.toSorted());
});

describe('a backup', () => {
  test('brings everything into an empty database, and the secrets', async () => {
    await fill();
    const { file, manifest } = await backupsIn().create(database.url, 'manual');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(manifest.tables.find(({ name }) => name === 'progress')?.rows).toBe(2000);

    const target = await createEmptyDatabase();
    try {
      const restored = backupsIn({ secrets: path.join(root, 'new/secrets') });
      const result = await restored.restore(target.url, file);
      expect(result.previous).toBeUndefined();
      expect(await contents(target.url)).toEqual(await contents());
      expect(fs.readFileSync(path.join(root, 'new/secrets/crypto-secret'), 'utf8')).toBe(
        'the secret of the sessions',
      );
      expect(
        await migrate({ url: target.url, migrations: MIGRATIONS, log: () => undefined }),
      ).toEqual([]);
    } finally {
      await target.drop();
    }
  });

  test('takes the place of what changed since, which is saved first', async () => {
    await fill();
    const backups = backupsIn();
    const { file } = await backups.create(database.url, 'manual');
    const before = await contents();
    await query(
      `DELETE FROM progress; UPDATE settings SET values = '{}'; DELETE FROM users WHERE id = 'user1'`,
    );
    const result = await backups.restore(database.url, file);
    expect(await contents()).toEqual(before);
    expect(result.previous).toMatch(/matinee-before-restore-20261125T0300\d\dZ\.tar$/);
    await backups.restore(database.url, result.previous ?? '');
    expect(await progressCount()).toBe(0);
  });

  test('leaves keys and triggers in working order', async () => {
    await fill();
    const backups = backupsIn();
    const { file } = await backups.create(database.url, 'manual');
    await backups.restore(database.url, file);
    const bytes = 'SELECT bytes::int FROM account_bytes WHERE user_id';
    const [before] = await query<{ bytes: number }>(`${bytes} = 'user3'`);
    await query(
      `INSERT INTO ratings (user_id, type, tmdb_id, rating) VALUES ('user3', 'tv', 1, 1)`,
    );
    const [after] = await query<{ bytes: number }>(`${bytes} = 'user3'`);
    expect(after?.bytes).toBeGreaterThan(before?.bytes ?? 0);
    await query(`DELETE FROM users WHERE id = 'user1'`);
    expect(await query(`SELECT FROM lists`)).toEqual([]);
  });

  test('of an earlier version is upgraded', async () => {
    const old = await createEmptyDatabase();
    try {
      const migrations = earlierMigrations();
      await migrate({ url: old.url, migrations, log: () => undefined });
      await fill(old.url);
      const { file } = await backupsIn({ migrations }).create(old.url, 'manual');
      await backupsIn().restore(database.url, file);
      expect(await contents()).toEqual(await contents(old.url));
      expect(await query('SELECT FROM library_files')).toEqual([]);
    } finally {
      await old.drop();
    }
  });

  test('of a newer version is not restored', async () => {
    const { file } = await backupsIn({ version: '9.0.0' }).create(database.url, 'manual');
    const empty = await createEmptyDatabase();
    try {
      const restored = backupsIn({ migrations: earlierMigrations() }).restore(empty.url, file);
      await expect(restored).rejects.toThrow('comes from Matinee 9.0.0, which is newer');
    } finally {
      await empty.drop();
    }
  });

  test('is made while people write, and holds one moment', async () => {
    await fill();
    let isOver = false;
    const writing = (async () => {
      // Each statement adds a user and a row of progress, or neither.
      for (let n = 100; !isOver; n += 1) {
        await query(`INSERT INTO users (id, public_key, namespace, color_a, color_b, icon) VALUES ('w${n}', 'w${n}', 'n', '', '', '');
          INSERT INTO progress (user_id, tmdb_id, type, title, duration, watched) VALUES ('w${n}', '1', 'movie', 't', 1, 1)`);
      }
    })();
    const { manifest } = await backupsIn().create(database.url, 'nightly');
    isOver = true;
    await writing;
    const rows = Object.fromEntries(manifest.tables.map(({ name, rows: count }) => [name, count]));
    expect(rows['progress']).toBe(1995 + (rows['users'] ?? 0));
  });
});

/** Ways to damage the bytes of a backup. */
const DAMAGE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'cut off': (bytes) => bytes.subarray(0, bytes.length / 2),
  empty: () => Buffer.alloc(0),
  'another kind of file': () => Buffer.from('not a tar'),
  'changed in a secret': (bytes) => {
    bytes[bytes.indexOf('the secret of the sessions')] = 0x54;
    return bytes;
  },
  'changed in one byte': (bytes) => {
    const at = bytes.indexOf('progress.copy.gz') + 512 + 5_000;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  },
};

test('a damaged backup leaves the data as it is', async () => {
  await fill();
  const backups = backupsIn();
  const { file } = await backups.create(database.url, 'manual');
  const complete = fs.readFileSync(file);
  await query(`DELETE FROM progress WHERE watched > 10`);
  for (const [what, change] of Object.entries(DAMAGE)) {
    fs.writeFileSync(file, change(Buffer.from(complete)));
    const refused = await backups.restore(database.url, file).then(() => 'restored', String);
    expect(`${what}: ${refused}`).toMatch(
      /isn't a complete backup|The table progress of the backup is damaged/,
    );
    expect([what, await progressCount()]).toEqual([what, 10]);
    const schemas = await query(`SELECT FROM pg_namespace WHERE nspname LIKE 'matinee%'`);
    const left = fs.readdirSync(path.join(root, 'backups')).filter((it) => it.startsWith('work'));
    expect([what, schemas, left]).toEqual([what, [], []]);
  }
});

describe('a restore is refused', () => {
  test('while a server uses the database', async () => {
    const backups = backupsIn();
    const { file } = await backups.create(database.url, 'manual');
    const server = new pg.Client({ connectionString: database.url, application_name: 'matinee' });
    await server.connect();
    try {
      await expect(backups.restore(database.url, file)).rejects.toThrow('Stop it, then restore');
    } finally {
      await server.end();
    }
  });

  test('while a server without open connections uses it', async () => {
    const backups = backupsIn();
    const { file } = await backups.create(database.url, 'manual');
    const renew = (seconds: number) =>
      query(`INSERT INTO leases VALUES ('server x', gen_random_uuid(), now() + interval '${seconds} seconds')
        ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at`);
    await renew(60);
    const messages: string[] = [];
    const renewOnce = (message: string) => {
      messages.push(message);
      void renew(90);
    };
    await expect(backups.restore(database.url, file, renewOnce)).rejects.toThrow(
      'Stop it, then restore',
    );
    expect(messages).toEqual([
      expect.stringMatching(/^a server was seen on this database; waiting for up to (?:60|5\d) s/),
    ]);
    // A crashed server doesn't renew its lease.
    await renew(1);
    await backups.restore(database.url, file);
  });

  test('beside tables of another program', async () => {
    const backups = backupsIn();
    const { file } = await backups.create(database.url, 'manual');
    await query('CREATE TABLE blog_posts (id int); INSERT INTO blog_posts VALUES (1)');
    await expect(backups.restore(database.url, file)).rejects.toThrow(/\(blog_posts\)/);
    expect(await query('SELECT id FROM blog_posts')).toEqual([{ id: 1 }]);
  });

  test('without a file', async () => {
    const missing = backupsIn().restore(database.url, path.join(root, 'none.tar'));
    await expect(missing).rejects.toThrow("Can't read the backup");
  });
});

test('nightly backups beyond the limit are deleted, and others are kept', async () => {
  const backups = backupsIn();
  await backups.create(database.url, 'manual');
  for (let count = 0; count < 3; count += 1) await backups.create(database.url, 'nightly');
  const kinds = (await backups.list()).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['manual', 'nightly', 'nightly']);
});

describe('an upgrade', () => {
  const write = (folder: string, name: string, sql: string) => {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
    fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  };
  const newer = (sql: string) => {
    const folder = path.join(root, 'newer');
    fs.cpSync(MIGRATIONS, folder, { recursive: true });
    write(folder, '30000101000000_first', 'CREATE TABLE "extras" (id int PRIMARY KEY)');
    write(folder, '30000102000000_second', sql);
    return folder;
  };
  const upgrade = (migrations: string) =>
    migrate({
      url: database.url,
      migrations,
      log: () => undefined,
      restorePoint: backupsIn({ migrations }).restorePoint,
    });
  const points = async () =>
    (await backupsIn().list()).filter(({ kind }) => kind === 'before-upgrade');
  const hasExtras = async () =>
    (await query<{ it: boolean }>("SELECT to_regclass('extras') IS NOT NULL AS it"))[0]?.it;

  test('saves the data first, and a start without migrations saves nothing', async () => {
    await fill();
    await upgrade(MIGRATIONS);
    expect(await points()).toHaveLength(0);
    await upgrade(newer('SELECT 1'));
    expect(await points()).toHaveLength(1);
    expect(await hasExtras()).toBe(true);
  });

  test('is undone by an earlier version that restores the saved data', async () => {
    await fill();
    const before = await contents();
    const migrations = newer('INSERT INTO extras VALUES (7)');
    await upgrade(migrations);
    const [point] = await points();
    const { previous } = await backupsIn().restore(database.url, point?.file ?? '');
    expect(await contents()).toEqual(before);
    expect(await hasExtras()).toBe(false);
    // The later version can restore its own backup again.
    await backupsIn({ migrations }).restore(database.url, previous ?? '');
    expect(await query('SELECT id FROM extras')).toEqual([{ id: 7 }]);
  });

  test('of an empty database saves nothing', async () => {
    const empty = await createEmptyDatabase();
    try {
      const { restorePoint } = backupsIn();
      await migrate({ url: empty.url, migrations: MIGRATIONS, log: () => undefined, restorePoint });
      expect(await points()).toHaveLength(0);
    } finally {
      await empty.drop();
    }
  });

  test('that fails leaves nothing of itself', async () => {
    await fill();
    const before = await contents();
    await expect(upgrade(newer('DELETE FROM progress; SELECT FROM nowhere'))).rejects.toThrow(
      'Migration 30000102000000_second failed and was rolled back',
    );
    expect(await contents()).toEqual(before);
    expect(await hasExtras()).toBe(false);
  });

  test('that fails between transactions of its own returns to the saved data', async () => {
    await fill();
    const before = await contents();
    const script = 'BEGIN; DELETE FROM progress; COMMIT; SELECT FROM nowhere';
    await expect(upgrade(newer(script))).rejects.toThrow(
      /The data was restored from .*before-upgrade/,
    );
    expect(await contents()).toEqual(before);
    expect(await hasExtras()).toBe(false);
    expect(await upgrade(MIGRATIONS)).toEqual([]);
  });

  test('does not begin where the data cannot be saved', async () => {
    fs.writeFileSync(path.join(root, 'backups'), 'a file in the place of the folder');
    await expect(upgrade(newer('SELECT 1'))).rejects.toThrow();
    expect(await hasExtras()).toBe(false);
  });
});

test('nothing is replaced if the secrets of the backup cannot be written', async () => {
  await migrate({ url: database.url, migrations: MIGRATIONS, log: () => undefined });
  await fill();
  const { file } = await backupsIn().create(database.url, 'manual');
  await query('DELETE FROM progress');
  // Use a path below a file, because root may write to any folder.
  fs.writeFileSync(path.join(root, 'file'), '');
  const backups = backupsIn({ secrets: path.join(root, 'file/secrets') });
  await expect(backups.restore(database.url, file)).rejects.toThrow(
    `Can't write to ${path.join(root, 'file/secrets')}`,
  );
  expect(await progressCount()).toBe(0);
  expect((await backups.list()).map(({ kind }) => kind)).toEqual(['manual']);
});

test('the secrets are restored although statistics of another program fail', async () => {
  await fill();
  const { file } = await backupsIn().create(database.url, 'manual');
  const secret = path.join(root, 'secrets/crypto-secret');
  fs.writeFileSync(secret, 'another secret');
  await query(
    `CREATE SCHEMA other;
     CREATE FUNCTION other.broken(n int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
       'BEGIN IF current_setting(''application_name'') LIKE ''matinee%'' THEN RAISE ''broken''; END IF; RETURN n; END';
     CREATE TABLE other.things AS SELECT generate_series(1, 10) AS n;
     CREATE INDEX ON other.things (other.broken(n))`,
  );
  await backupsIn().restore(database.url, file);
  expect(await progressCount()).toBe(2000);
  expect(fs.readFileSync(secret, 'utf8')).toBe('the secret of the sessions');
});
