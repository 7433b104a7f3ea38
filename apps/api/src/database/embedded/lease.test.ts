import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { withClient } from '../../../../../tests/support/database-server.ts';
import { acquireSharedLock } from './lease.ts';

let database: TestDatabase;
let lost: string[];
beforeEach(async () => {
  lost = [];
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const onLost = (how: string) => void lost.push(how);

test('a member is notified once when its server is gone', async () => {
  await acquireSharedLock(database.url, onLost);
  await withClient(database.url, (client) =>
    client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'matinee (member)' AND datname = current_database()`),
  );
  await expect.poll(() => lost).toHaveLength(1);
});

test('a member that cannot join gets the error only', async () => {
  const wrong = new URL(database.url);
  wrong.password = 'wrong';
  await expect(acquireSharedLock(wrong.toString(), onLost)).rejects.toThrow('password');
  await withClient(database.url, (client) => client.query('SELECT 1'));
  expect(lost).toEqual([]);
});
