import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../../tests/support/database.ts';
import type { TestDatabase } from '../../../../tests/support/database.ts';
import { withClient } from '../../../../tests/support/database-server.ts';
import { openDatabase } from './client.ts';
import type { Database } from './client.ts';

const migrations = path.resolve(import.meta.dirname, '../../../../prisma/migrations');

let server: TestDatabase;
let database: Database;
let said: string[];

beforeEach(async () => {
  said = [];
  server = await createEmptyDatabase();
  database = await openDatabase({
    databaseUrl: server.url,
    dataDir: '/nonexistent',
    migrations,
    log: (message) => said.push(message),
    warn: (message) => said.push(message),
    onLost: () => undefined,
  });
});

afterEach(async () => {
  await database.close();
  await server.drop();
});

test('a database that was empty is migrated and ready when it opens', async () => {
  expect(said).toEqual([expect.stringMatching(/^applied migrations: .*accounts/)]);
  expect(await database.ping()).toBe(true);
  expect(await database.migrationsApplied()).toBe(true);
  expect(await database.prisma.user.count()).toBe(0);
});

test('a migration that is missing or undone makes it unready', async () => {
  await database.prisma.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now()`;
  expect(await database.migrationsApplied()).toBe(false);
});

test('idle connections that are cut cost nothing but a line in the log', async () => {
  await database.ping();
  await withClient(server.url, (client) =>
    client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'matinee' AND datname = current_database()`),
  );
  await expect
    .poll(() => said.some((line) => line.startsWith('database connection lost')))
    .toBe(true);
  expect(await database.ping()).toBe(true);
});

test('a database that is gone is a no, not an exception', async () => {
  const name = new URL(server.url).pathname.slice(1);
  const admin = new URL(server.url);
  admin.pathname = '/postgres';
  await withClient(admin.toString(), (client) =>
    client.query(`DROP DATABASE ${name} WITH (FORCE)`),
  );
  expect(await database.ping()).toBe(false);
  expect(await database.migrationsApplied()).toBe(false);
  await database.close();
  server = await createEmptyDatabase(); // for afterEach
});

test('closing twice is closing once', async () => {
  await Promise.all([database.close(), database.close()]);
  expect(await database.ping()).toBe(false);
});
