import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createDiskSpace, type DiskSpace } from './disk-space.ts';
import { createReadinessCheck, type ReadinessCheck } from './readiness.ts';

const folder = path.resolve(import.meta.dirname, '../../../../prisma/migrations');

let database: TestDatabase;
let diskSpace: DiskSpace;
let messages: string[];
let readiness: ReadinessCheck;
beforeEach(async () => {
  messages = [];
  diskSpace = createDiskSpace({ warn: (message) => messages.push(message), now: Date.now });
  database = await createEmptyDatabase();
  const migrations = readMigrations(folder).map(({ name }) => name);
  readiness = createReadinessCheck({ url: () => database.url, migrations, diskSpace });
});
afterEach(async () => {
  readiness.stop();
  await database.drop();
});

const sql = (text: string) => withClient(database.url, (client) => client.query(text));
const applyAll = () => migrate({ url: database.url, migrations: folder, log: () => undefined });
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'matinee (probe)' AND datname = current_database()`;

test('a migrated database is ready, and is checked over one connection', async () => {
  await applyAll();
  for (let count = 0; count < 3; count += 1) {
    expect(await readiness.check()).toEqual({ database: true, migrations: true });
  }
  const { rowCount } = await sql(CUT);
  expect(rowCount).toBe(1);
});

test('a database without tables or with a pending migration is distinguished from an unreachable one', async () => {
  const unready = {
    database: true,
    migrations: false,
    reason: expect.stringContaining('migration'),
  };
  expect(await readiness.check()).toEqual(unready);
  await applyAll();
  expect(await readiness.check()).toMatchObject({ migrations: true });
  await sql('UPDATE _prisma_migrations SET rolled_back_at = now()');
  expect(await readiness.check()).toEqual(unready);
});

test('a cut connection is replaced', async () => {
  await applyAll();
  await readiness.check();
  await sql(CUT);
  await expect.poll(async () => (await readiness.check()).database).toBe(true);
});

test('an unreachable database, or a check after close, is unready and throws nothing', async () => {
  await readiness.check();
  await database.drop();
  const gone = {
    database: false,
    migrations: false,
    reason: expect.stringContaining('unavailable'),
  };
  expect(await readiness.check()).toEqual(gone);
  readiness.stop();
  expect(await readiness.check()).toEqual(gone);
  database = await createEmptyDatabase(); // for afterEach
});

test('a failed write makes the database unready until PostgreSQL can write to its disk again', async () => {
  await applyAll();
  const limit = (value: string) =>
    sql(
      `ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET temp_file_limit = ${value}`,
    );
  await limit('0');
  expect(await readiness.check()).toEqual({ database: true, migrations: true });
  diskSpace.failed(new Error('could not extend file: No space left on device'));
  const full = {
    database: true,
    migrations: true,
    diskFull: true,
    reason: expect.stringContaining('disk is full'),
  };
  expect(await readiness.check()).toEqual(full);
  expect(await readiness.check()).toEqual(full);
  await limit('-1');
  expect(await readiness.check()).toEqual({ database: true, migrations: true });
  expect(messages.at(-1)).toBe('the disk has space again');
});
