import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createReadinessCheck, type ReadinessCheck } from './readiness.ts';

const folder = path.resolve(import.meta.dirname, '../../../../prisma/migrations');

let database: TestDatabase;
let readiness: ReadinessCheck;
beforeEach(async () => {
  database = await createEmptyDatabase();
  const migrations = readMigrations(folder).map(({ name }) => name);
  readiness = createReadinessCheck({ url: () => database.url, migrations });
});
afterEach(async () => {
  readiness.stop();
  await database.drop();
});

const sql = (text: string) => withClient(database.url, (client) => client.query(text));
const applyAll = () => migrate({ url: database.url, migrations: folder, log: () => undefined });
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'matinee (probe)' AND datname = current_database()`;

test('a migrated database is ready, and is asked over one connection', async () => {
  await applyAll();
  for (let count = 0; count < 3; count += 1) {
    expect(await readiness.check()).toEqual({ database: true, migrations: true });
  }
  const { rowCount } = await sql(CUT);
  expect(rowCount).toBe(1);
});

test('a database without tables or with a migration undone is told apart from one that is gone', async () => {
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

test('a connection that was cut is replaced', async () => {
  await applyAll();
  await readiness.check();
  await sql(CUT);
  await expect.poll(async () => (await readiness.check()).database).toBe(true);
});

test('a database that is gone, or a check after the end, is a no and not an exception', async () => {
  await readiness.check();
  await database.drop();
  const gone = { database: false, migrations: false, reason: expect.stringContaining('answer') };
  expect(await readiness.check()).toEqual(gone);
  readiness.stop();
  expect(await readiness.check()).toEqual(gone);
  database = await createEmptyDatabase(); // for afterEach
});
