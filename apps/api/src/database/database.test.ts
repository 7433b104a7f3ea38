import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../tests/support/database.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';

const migrations = path.resolve(import.meta.dirname, '../../../../prisma/migrations');

let server: TestDatabase;
let database: Database;
let messages: string[];

beforeEach(async () => {
  messages = [];
  server = await createEmptyDatabase();
  database = await openDatabase({
    databaseUrl: server.url,
    dataDir: '/nonexistent',
    migrations,
    log: (message) => messages.push(message),
    warn: (message) => messages.push(message),
    now: Date.now,
  });
});

afterEach(async () => {
  await database.close();
  await server.drop();
});

test('an empty database is migrated and ready when it has opened', async () => {
  expect(messages).toEqual([expect.stringMatching(/^applied migrations: .*accounts/)]);
  expect(await database.readiness()).toEqual({ database: true, migrations: true });
  expect(await database.prisma.user.count()).toBe(0);
});

test('cut idle connections cause only a line in the log', async () => {
  await database.query('SELECT 1', []);
  await withClient(server.url, (client) =>
    client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'matinee' AND datname = current_database()`),
  );
  await expect
    .poll(() => messages.some((line) => line.startsWith('database connection lost')))
    .toBe(true);
  expect(await database.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
});

test('closing twice works', async () => {
  await Promise.all([database.close(), database.close()]);
  expect(await database.readiness()).toMatchObject({ database: false });
});
