import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { isSerializationFailure, classifyError } from './errors.ts';
import { PrismaClient } from '#database/generated/client.ts';
import { createStatements, createTransaction, type SqlDatabase, type Sql } from './sql.ts';

let server: TestDatabase;
let pool: pg.Pool;
let database: SqlDatabase;

beforeEach(async () => {
  server = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: server.url, max: 4 });
  pool.on('error', () => undefined);
  database = {
    ...createStatements(pool, { guard: (work) => work() }),
    transaction: createTransaction(new PrismaClient({ adapter: new PrismaPg(pool) })),
  };
  await database.query('CREATE TABLE counts (name text PRIMARY KEY, value int NOT NULL)', []);
  await database.query(`INSERT INTO counts VALUES ('a', 0), ('b', 0)`, []);
});
afterEach(async () => {
  await pool.end();
  await server.drop();
});

const add = ({ query }: Sql, name: string) =>
  query('UPDATE counts SET value = value + 1 WHERE name = $1', [name]);
const counts = () => database.query('SELECT name, value FROM counts ORDER BY name', []);
const backend = async () =>
  (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []))[0]?.pid;

test('a transaction is applied as a whole', async () => {
  const result = await database.transaction(async (tx) => {
    await add(tx, 'a');
    await add(tx, 'b');
    return 'done';
  });
  expect(result).toBe('done');
  expect(await counts()).toEqual([
    { name: 'a', value: 1 },
    { name: 'b', value: 1 },
  ]);
});

test('a thrown error rolls the transaction back and is rethrown unchanged', async () => {
  const failure = new Error('no such film');
  const attempt = database.transaction(async (tx) => {
    await add(tx, 'a');
    throw failure;
  });
  await expect(attempt).rejects.toBe(failure);
  expect(await counts()).toMatchObject([{ value: 0 }, { value: 0 }]);
  expect(pool.idleCount).toBe(1);
});

test('two transactions in a deadlock both succeed', async () => {
  let attempts = 0;
  const other = Promise.withResolvers<void>();
  const both = async (first: string, second: string, own: PromiseWithResolvers<void>) =>
    database.transaction(async (tx) => {
      attempts += 1;
      await add(tx, first);
      own.resolve();
      await other.promise;
      await add(tx, second);
    });
  const one = Promise.withResolvers<void>();
  const two = Promise.withResolvers<void>();
  void Promise.all([one.promise, two.promise]).then(() => other.resolve());
  await Promise.all([both('a', 'b', one), both('b', 'a', two)]);
  expect(attempts).toBeGreaterThan(2);
  expect(await counts()).toMatchObject([{ value: 2 }, { value: 2 }]);
});

test('a transaction that loses every race fails in the end', async () => {
  let attempts = 0;
  const attempt = database.transaction(async ({ query }) => {
    attempts += 1;
    await query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`, []);
  });
  await expect(attempt).rejects.toSatisfy(isSerializationFailure);
  expect(attempts).toBe(4);
});

test('a rejected value costs no connection', async () => {
  const before = await backend();
  await expect(database.query(`INSERT INTO counts VALUES ('a', 1)`, [])).rejects.toMatchObject({
    code: '23505',
  });
  expect(await backend()).toBe(before);
});

test('a cut connection is not used again', async () => {
  const cut = database.query('SELECT pg_terminate_backend(pg_backend_pid())', []);
  await expect(cut).rejects.toMatchObject({ code: '57P01' });
  expect(await counts()).toHaveLength(2);
});

test('a transaction whose connection was cut is not repeated, and leaves nothing', async () => {
  let attempts = 0;
  const attempt = database.transaction(async (tx) => {
    attempts += 1;
    await add(tx, 'a');
    await tx.query('SELECT pg_terminate_backend(pg_backend_pid())', []);
  });
  await expect(attempt).rejects.toSatisfy((error) => classifyError(error) === 'connection');
  expect(attempts).toBe(1);
  expect(await counts()).toMatchObject([{ value: 0 }, { value: 0 }]);
});
