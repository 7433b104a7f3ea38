import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type OpenDatabase } from '../../../../tests/support/open-database.ts';
import { createErrorGroups } from './error-groups.ts';
import { createErrorLog, type LoggedError } from './error-log.ts';

let opened: OpenDatabase;
let time: number;
beforeEach(async () => {
  opened = await openTestDatabase();
  time = Date.UTC(2026, 5, 15);
});
afterEach(() => opened.close());

const ERROR: LoggedError = {
  origin: 'server',
  level: 'error',
  area: 'web',
  code: 'Error',
  message: 'broken',
};

const replica = (db = opened.db) => {
  const errorLog = createErrorLog(() => time);
  return { errorLog, groups: createErrorGroups({ db, errorLog, warn: () => undefined }) };
};

test('replicas that write the same groups at once add up', async () => {
  const replicas = [replica(), replica(await opened.replica())];
  for (let at = 0; at < 300; at += 1)
    for (const { errorLog } of replicas) errorLog.add({ ...ERROR, code: `E-${at % 100}` });
  await Promise.all(replicas.map(({ groups }) => groups.list('')));
  const { groups, total } = await replica().groups.list('');
  expect(total).toBe(100);
  expect(groups).toHaveLength(100);
  expect(new Set(groups.map(({ count }) => count))).toEqual(new Set([6]));
});

test('a group has its first and last time, and the ids of its latest requests', async () => {
  const { errorLog, groups } = replica();
  for (let at = 0; at < 4; at += 1) errorLog.add({ ...ERROR, requestId: `r${at}` });
  await groups.list('');
  time += 60_000;
  for (let at = 4; at < 8; at += 1) errorLog.add({ ...ERROR, requestId: `r${at}` });
  expect((await groups.list('')).groups).toMatchObject([
    {
      count: 8,
      firstAt: '2026-06-15T00:00:00.000Z',
      lastAt: '2026-06-15T00:01:00.000Z',
      requestIds: ['r7', 'r6', 'r5', 'r4', 'r3'],
    },
  ]);
});

test('invented reports take bounded memory and rows, and push out nothing of the server', async () => {
  const { errorLog, groups } = replica();
  errorLog.add(ERROR);
  await groups.list('');
  for (let round = 0; round < 4; round += 1) {
    time += 1_000;
    for (let at = 0; at < 1_000; at += 1)
      errorLog.add({ ...ERROR, origin: 'browser', code: `made-up-${round}-${at}` });
    await groups.list('');
  }
  const rows = await opened.db.query<{ origin: string; count: number }>(
    'SELECT origin, count(*)::int AS count FROM error_groups GROUP BY origin ORDER BY origin',
    [],
  );
  expect(rows).toEqual([
    { origin: 'browser', count: 500 },
    { origin: 'server', count: 1 },
  ]);
});

test('what could not be written is written later, once', async () => {
  const { errorLog } = replica();
  let isDown = true;
  const query: typeof opened.db.query = (text, values) =>
    isDown ? Promise.reject(new Error('away')) : opened.db.query(text, values);
  const groups = createErrorGroups({ db: { query }, errorLog, warn: () => undefined });
  errorLog.add(ERROR);
  await expect(groups.list('')).rejects.toThrow('away');
  errorLog.add(ERROR);
  isDown = false;
  expect((await groups.list('')).groups).toMatchObject([{ count: 2 }]);
  expect((await groups.list('')).groups).toMatchObject([{ count: 2 }]);
});

test('lines of the log are grouped by area, code and message', () => {
  const errorLog = createErrorLog(() => time);
  errorLog.addLine('{"level":40,"msg":"the nightly backup failed: Error: disk 7","area":"jobs"}');
  errorLog.addLine(
    '{"level":50,"reqId":"r1","err":{"type":"DatabaseError","code":"23505","message":"duplicate \\"x\\""},"msg":"request failed"}',
  );
  errorLog.addLine('no JSON');
  expect(errorLog.take()).toMatchObject([
    {
      level: 'warning',
      area: 'jobs',
      code: 'log',
      shape: 'the nightly backup failed: Error: disk #',
    },
    { level: 'error', area: 'server', code: '23505', shape: 'request failed: duplicate "…"' },
  ]);
});
