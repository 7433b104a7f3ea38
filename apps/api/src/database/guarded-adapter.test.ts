import { PrismaPg } from '@prisma/adapter-pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { guardedAdapter } from './guarded-adapter.ts';
import { createPool, type Pool } from './pool.ts';

let database: TestDatabase;
let pool: Pool['pool'];
beforeEach(async () => {
  database = await createEmptyDatabase();
  ({ pool } = createPool(
    () => database.url,
    () => undefined,
  ));
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

test('a transaction that its caller has abandoned releases its connection and ends', async () => {
  const adapter = await guardedAdapter(new PrismaPg(pool), {
    guard: (work) => {
      void work();
      return Promise.reject(new Error('the database is away'));
    },
    translate: (work) => work,
  }).connect();
  await expect(adapter.startTransaction()).rejects.toThrow('the database is away');
  await vi.waitFor(() => expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]));
  const { rows } = await pool.query('SELECT now() = statement_timestamp() AS is_alone');
  expect(rows).toEqual([{ is_alone: true }]);
});
