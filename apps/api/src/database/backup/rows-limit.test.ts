import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { withClient } from '../../../../../tests/support/database-server.ts';
import { readMigrations } from '#database/migrate.ts';
import { packBackup, tableFile, unpackBackup, type BackupManifest } from './archive.ts';
import { createBackups } from './backups.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../../prisma/migrations');
const MEGABYTE = 1_000_000;

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rows-limit-'));
  mkdirSync(path.join(root, 'work'));
});
afterEach(() => rmSync(root, { recursive: true }));

const backupsWith = (freeBytes: number | undefined) =>
  createBackups({
    folder: path.join(root, 'backups'),
    secrets: path.join(root, 'secrets'),
    migrations: MIGRATIONS,
    version: '4.9.5',
    keep: 2,
    freeBytes: async () => freeBytes,
    now: Date.now,
  });

const manifest = (): BackupManifest => ({
  format: 1,
  version: '4.9.5',
  createdAt: new Date().toISOString(),
  migrations: readMigrations(MIGRATIONS).map(({ name }) => name),
  tables: [{ name: 'users', columns: ['id'], rows: 1, sha256: 'x' }],
  secrets: [],
});

/** Writes a backup with one table, which contains this many megabytes of the same letter. */
async function backupOf(megabytes: number): Promise<string> {
  const file = path.join(root, 'backup.tar');
  const work = path.join(root, 'work');
  const megabyte = gzipSync(Buffer.alloc(MEGABYTE, 'a'));
  writeFileSync(tableFile(work, 'users'), Buffer.concat(Array<Buffer>(megabytes).fill(megabyte)));
  await packBackup(work, manifest(), file);
  return file;
}

test('a backup whose rows would fill the disk is rejected before the server stops', async () => {
  const file = await backupOf(11);
  await expect(backupsWith(20 * MEGABYTE).inspect(file)).rejects.toThrow(
    'There is not enough free space for the rows of the backup: 20 MB are free, and at least twice the size of the rows is needed. Free up space, then restore.',
  );
  await backupsWith(22 * MEGABYTE).inspect(file);
  expect(readdirSync(path.join(root, 'backups'))).toEqual([]);
});

test('on another machine, whose disk is unknown, rows may not be far larger than their file', async () => {
  const elsewhere = backupsWith(undefined);
  await elsewhere.inspect(await backupOf(200));
  await expect(elsewhere.inspect(await backupOf(300))).rejects.toThrow(
    "Its rows are more than 500 times as large as the file, so Matinee didn't make it.",
  );
});

test('a restore stops at the limit as well, and changes nothing', async () => {
  const database = await createTestDatabase();
  const count = () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query<{ users: number; schemas: number }>(
        `SELECT (SELECT count(*)::int FROM users) AS users,
           (SELECT count(*)::int FROM pg_namespace WHERE nspname LIKE 'matinee_backup%') AS schemas`,
      );
      return rows[0];
    });
  try {
    await withClient(database.url, (client) =>
      client.query(
        `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon)
         SELECT 'user' || n, 'key' || n, 'n', '', '', '' FROM generate_series(1, 100) n`,
      ),
    );
    const { file } = await backupsWith(undefined).create(database.url, 'manual');
    await expect(backupsWith(1_000).restore(database.url, file)).rejects.toThrow('0 MB are free');
    expect(await count()).toEqual({ users: 100, schemas: 0 });
  } finally {
    await database.drop();
  }
});

test.each([false, true])('an archive is unpacked up to a limit: compressed %s', async (gzip) => {
  const work = path.join(root, 'work');
  await backupOf(1);
  writeFileSync(path.join(work, 'other'), Buffer.alloc(5 * MEGABYTE, 'a'));
  const file = path.join(root, 'large.tar');
  await create({ file, cwd: work, gzip }, ['manifest.json', 'users.copy.gz', 'other']);
  const unpackedTo = path.join(root, 'unpacked');
  mkdirSync(unpackedTo);
  await expect(unpackBackup(file, unpackedTo, 4 * MEGABYTE)).rejects.toThrow(
    'There is not enough free space to unpack the backup.',
  );
  expect(await unpackBackup(file, unpackedTo, 6 * MEGABYTE)).toMatchObject({ format: 1 });
});
