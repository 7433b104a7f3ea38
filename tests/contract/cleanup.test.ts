import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../apps/api/src/database/database.ts';
import { createCleanup, type CleanupOptions } from '../../apps/api/src/jobs/cleanup.ts';
import { openTestDatabase, type OpenDatabase } from '../support/open-database.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number): Date => new Date(NOW - days * DAY);

let opened: OpenDatabase;
let db: Database;
let reported: string[];
beforeEach(async () => {
  opened = await openTestDatabase();
  db = opened.db;
  reported = [];
});
afterEach(() => opened.close());

const housekeeping = (over: Partial<CleanupOptions> = {}) =>
  createCleanup({
    db,
    now: () => NOW,
    random: () => 0,
    log: { info: (line) => reported.push(line), warn: (line) => reported.push(line) },
    retentionDays: 90,
    deleteUnusedAccounts: false,
    expiringCounters: ['titles'],
    ...over,
  });

const sweep = (over?: Partial<CleanupOptions>) =>
  housekeeping(over).run(new AbortController().signal);

async function account(lastUsedAt = ago(0)): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon, created_at, last_logged_in, last_used_at)
     VALUES ($1, $2, 'movie-web', '#000', '#fff', 'user', $3, $3, $4)`,
    [id, randomBytes(32).toString('base64url'), ago(800), lastUsedAt],
  );
  return id;
}

const session = (userId: string, expiresAt: Date) =>
  db.query(
    `INSERT INTO sessions (user_id, id, device, user_agent, expires_at)
     VALUES ($1, gen_random_uuid(), 'd', 'u', $2)`,
    [userId, expiresAt],
  );

const challenges = (count: number, expiresAt: Date) =>
  db.query(
    `INSERT INTO challenges (code, flow, expires_at)
     SELECT gen_random_uuid(), 'login', $2 FROM generate_series(1, $1)`,
    [count, expiresAt],
  );

const count = (name: string, labels: string, day: Date, value: number) =>
  db.query('INSERT INTO counters (name, labels, day, value) VALUES ($1, $2, $3::date, $4)', [
    name,
    labels,
    day.toISOString().slice(0, 10),
    value,
  ]);

const totals = async () => {
  const rows = await db.query<{ series: string; total: number; rows: number }>(
    `SELECT name || ' ' || labels AS series, sum(value)::int AS total, count(*)::int AS rows
     FROM counters GROUP BY 1 ORDER BY 1`,
    [],
  );
  return Object.fromEntries(rows.map(({ series, total, rows: days }) => [series, [total, days]]));
};

test('expired rows are deleted, and others stay', async () => {
  const userId = await account();
  await session(userId, ago(0.001));
  await session(userId, ago(-1));
  await challenges(3, ago(0.001));
  await challenges(2, ago(-0.001));
  await db.query(
    `INSERT INTO rate_limits (bucket, caller, used, starts_at, ends_at)
     VALUES ('b', 'old', 1, $1, $2), ('b', 'new', 1, $1, $3)`,
    [ago(1), ago(0.001), ago(-0.001)],
  );
  await db.query(
    `INSERT INTO deletions (user_id, kind, tmdb_id, deleted_at)
     VALUES ($1, 'bookmark', 'old', $2), ($1, 'bookmark', 'new', $3)`,
    [userId, ago(91), ago(89)],
  );
  await db.query(
    `INSERT INTO links (id, ciphertext, expires_at) VALUES ('old', 'x', $1), ('new', 'x', $2)`,
    [ago(0.001), ago(-0.001)],
  );
  await db.query(
    `INSERT INTO invitations (code, uses_left, expires_at) VALUES ('old', 1, $1), ('new', 0, $2)`,
    [ago(0.001), ago(-0.001)],
  );
  const swept = {
    challenges: 3,
    sessions: 1,
    'rate limits': 1,
    invitations: 1,
    links: 1,
    tombstones: 1,
  };
  expect(await sweep()).toEqual(swept);
  expect(reported).toEqual([
    'cleanup removed 3 challenges, 1 sessions, 1 rate limits, 1 invitations, 1 links, 1 tombstones',
  ]);
  expect(await db.prisma.challenge.count()).toBe(2);
  expect(await db.prisma.session.count()).toBe(1);
  expect(await db.prisma.rateLimit.findMany()).toMatchObject([{ caller: 'new' }]);
  expect(await db.prisma.link.findMany()).toMatchObject([{ id: 'new' }]);
  expect(await db.prisma.deletion.findMany()).toMatchObject([{ tmdbId: 'new' }]);
  expect(await sweep()).toEqual({});
  expect(reported).toHaveLength(1);
});

test('an account keeps its newest 20,000 tombstones, and those of others are untouched', async () => {
  const [busy, calm] = [await account(), await account()];
  const bury = (userId: string, many: number) =>
    db.query(
      `INSERT INTO deletions (user_id, kind, tmdb_id, deleted_at)
       SELECT $1, 'bookmark', n::text, $2::timestamptz - n * interval '1 second' FROM generate_series(1, $3) AS n`,
      [userId, ago(1), many],
    );
  await bury(busy, 22_500);
  await bury(calm, 20_000);
  expect(await sweep()).toEqual({ 'excess tombstones': 2_500 });
  const left = await db.query(
    `SELECT user_id AS id, count(*)::int AS marks, max(tmdb_id::int) AS oldest FROM deletions GROUP BY 1`,
    [],
  );
  expect(left).toHaveLength(2);
  for (const id of [busy, calm]) expect(left).toContainEqual({ id, marks: 20_000, oldest: 20_000 });
});

describe('counters', () => {
  test('lose their old days, but never their totals', async () => {
    await count('requests', 'a', ago(200), 5);
    await count('requests', 'a', ago(91), 7);
    await count('requests', 'a', ago(90), 11);
    await count('requests', 'a', ago(0), 13);
    await count('requests', 'b', ago(100), 17);
    expect(await sweep()).toEqual({ 'daily counters': 3 });
    expect(await totals()).toEqual({ 'requests a': [36, 3], 'requests b': [17, 1] });
    await count('requests', 'a', ago(120), 1);
    await sweep();
    expect(await totals()).toMatchObject({ 'requests a': [37, 3] });
  });

  test('of titles are deleted after the same time without a request', async () => {
    await count('titles', 'gone', ago(91), 5);
    await count('titles', 'still watched', ago(200), 5);
    await count('titles', 'still watched', ago(1), 1);
    expect(await sweep()).toEqual({ 'old counters': 1, 'daily counters': 1 });
    expect(await totals()).toEqual({ 'titles still watched': [6, 2] });
    // Folded entries have no date. They are removed with the last dated day.
    await db.query(`DELETE FROM counters WHERE day > '1970-01-01'`, []);
    expect(await sweep()).toEqual({ 'old counters': 1 });
  });

  test('stay complete while they are cleaned up and written at once', async () => {
    const another = await opened.replica();
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => count('requests', 'a', ago(91 + at), 2)),
    );
    const write = () =>
      db.query(
        `INSERT INTO counters VALUES ('requests', 'a', $1, 1)
         ON CONFLICT (name, labels, day) DO UPDATE SET value = counters.value + 1`,
        [ago(91)],
      );
    await Promise.all([
      ...Array.from({ length: 20 }, write),
      sweep(),
      sweep({ db: another }),
      sweep(),
      sweep({ db: another }),
    ]);
    await sweep();
    expect(await totals()).toEqual({ 'requests a': [120, 1] });
  });
});

describe('accounts', () => {
  test('unused for a year stay unless the operator has them deleted', async () => {
    await account(ago(400));
    expect(await sweep()).toEqual({});
    expect(await db.prisma.user.count()).toBe(1);
  });

  test('are deleted with all their data, by last use and not by login', async () => {
    const unused = await account(ago(366));
    const used = await account(ago(364));
    const bookmark = { tmdbId: '1', type: 'movie', title: 'T', updatedAt: new Date(NOW) };
    await db.prisma.bookmark.createMany({
      data: [unused, used].map((userId) => ({ ...bookmark, userId })),
    });
    expect(await sweep({ deleteUnusedAccounts: true })).toEqual({ 'unused accounts': 1 });
    expect(await db.prisma.user.findMany()).toMatchObject([{ id: used }]);
    expect(await db.prisma.bookmark.findMany()).toMatchObject([{ userId: used }]);
  });

  test('used at the last moment are kept', async () => {
    const another = await opened.replica();
    const id = await account(ago(400));
    let swept: Promise<unknown> = Promise.resolve();
    await another.prisma.$transaction(async (transaction) => {
      await transaction.user.update({ where: { id }, data: { lastUsedAt: ago(0) } });
      swept = sweep({ deleteUnusedAccounts: true });
      await swept;
    });
    expect(await sweep({ deleteUnusedAccounts: true })).toEqual({});
    expect(await db.prisma.user.count()).toBe(1);
  });
});

test('two servers that clean up at once delete each row once', async () => {
  const another = await opened.replica();
  await challenges(5_500, ago(1));
  await challenges(10, ago(-1));
  const swept = await Promise.all([sweep(), sweep({ db: another })]);
  const total = swept.reduce((sum, one) => sum + (one['challenges'] ?? 0), 0);
  expect(total).toBe(5_500);
  expect(await db.prisma.challenge.count()).toBe(10);
});

test('one failure does not stop the other jobs, and is retried', async () => {
  await challenges(1, ago(1));
  await session(await account(), ago(1));
  await db.query('ALTER TABLE challenges RENAME TO elsewhere', []);
  expect(await sweep()).toEqual({ sessions: 1 });
  expect(reported[0]).toMatch(/^cleanup of challenges failed, retrying in the next run: /);
  await db.query('ALTER TABLE elsewhere RENAME TO challenges', []);
  expect(await sweep()).toEqual({ challenges: 1 });
});

test('a server that stops finishes the current batch', async () => {
  await challenges(1, ago(1));
  expect(await housekeeping().run(AbortSignal.abort())).toEqual({});
  expect(await db.prisma.challenge.count()).toBe(1);
});

test('cleanup starts automatically and stops on close', async () => {
  await challenges(1, ago(1));
  const stop = housekeeping().start();
  await expect.poll(() => reported).toEqual(['cleanup removed 1 challenges']);
  await stop();
});
