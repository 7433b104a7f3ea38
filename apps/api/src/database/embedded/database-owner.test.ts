import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withClient } from '../../../../../tests/support/database-server.ts';
import { ensureDatabase, startEmbedded, type EmbeddedServer } from './embedded.ts';
import { ensureOwnedDatabase } from './database-owner.ts';

let folder: string;
let server: EmbeddedServer;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'owner-'));
  server = await startEmbedded({
    root: path.join(folder, 'postgres'),
    durable: false,
    log: () => undefined,
    onLost: () => undefined,
  });
});
afterEach(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true });
});

const query = <R extends object>(url: string, sql: string) =>
  withClient(url, async (client) => (await client.query<R>(sql)).rows);

const RIGHTS = `SELECT current_user AS name, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS more
  FROM pg_roles WHERE rolname = current_user`;

test('the owner can do everything in the database, and nothing on the server', async () => {
  const url = await ensureOwnedDatabase(server);
  expect(await query(url, RIGHTS)).toEqual([{ name: 'matinee', more: false }]);
  await query(url, 'CREATE TABLE films (id int); INSERT INTO films VALUES (1); DROP TABLE films');
  await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'cat'`)).rejects.toThrow('permission denied');
  await expect(query(url, `SELECT pg_read_file('embedded.password')`)).rejects.toThrow(
    'permission denied',
  );
  await expect(query(url, 'CREATE DATABASE other')).rejects.toThrow('permission denied');
  expect(new URL(url).password).not.toBe(new URL(server.url('postgres')).password);
});

test('processes that start at the same time or later get the same address', async () => {
  const urls = await Promise.all([1, 2, 3].map(() => ensureOwnedDatabase(server)));
  urls.push(await ensureOwnedDatabase(server));
  expect(new Set(urls).size).toBe(1);
});

const OTHERS = `SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname IN ('public', 'extra') AND relowner <> 'matinee'::regrole
  UNION ALL SELECT typname FROM pg_type JOIN pg_namespace n ON n.oid = typnamespace
    WHERE nspname IN ('public', 'extra') AND typowner <> 'matinee'::regrole
  UNION ALL SELECT proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace
    WHERE nspname IN ('public', 'extra') AND proowner <> 'matinee'::regrole
  UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'extra' AND nspowner <> 'matinee'::regrole
  UNION ALL SELECT datname FROM pg_database WHERE datname = 'matinee' AND datdba <> 'matinee'::regrole`;

test('tables created by an earlier version as superuser change their owner and keep their rows', async () => {
  const before = await ensureDatabase(server, 'matinee');
  await query(
    before,
    `CREATE TYPE kind AS ENUM ('movie', 'show');
     CREATE DOMAIN name AS text;
     CREATE SCHEMA extra;
     CREATE SEQUENCE extra.numbers;
     CREATE TABLE films (id serial PRIMARY KEY, other int GENERATED ALWAYS AS IDENTITY, kind kind, name name);
     CREATE INDEX by_kind ON films (kind);
     CREATE VIEW movies AS SELECT * FROM films WHERE kind = 'movie';
     CREATE MATERIALIZED VIEW extra.counts AS SELECT count(*) FROM films;
     CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 * 2';
     INSERT INTO films (kind, name) VALUES ('movie', 'Nosferatu')`,
  );
  const url = await ensureOwnedDatabase(server);
  expect(await query(url, OTHERS)).toEqual([]);
  expect(await query(url, 'SELECT id, kind, name FROM movies')).toEqual([
    { id: 1, kind: 'movie', name: 'Nosferatu' },
  ]);
  await query(url, 'ALTER TABLE films ADD COLUMN year int; INSERT INTO films (year) VALUES (1922)');

  // Simulates `prisma migrate dev`, which connects as superuser.
  await query(before, 'CREATE TABLE later (id int)');
  await ensureOwnedDatabase(server);
  expect(await query(url, OTHERS)).toEqual([]);
});

test('a role with a changed password or changed rights is repaired', async () => {
  await ensureOwnedDatabase(server);
  await query(server.url('postgres'), `ALTER ROLE matinee PASSWORD 'other'`);
  expect(await query(await ensureOwnedDatabase(server), RIGHTS)).toHaveLength(1);
});
