import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type OpenDatabase } from '../../../../tests/support/open-database.ts';
import type { Database } from '#database/database.ts';
import { createMetrics } from './metrics.ts';

let opened: OpenDatabase;
let time: number;
let requested: number;
let isDown: boolean;
beforeEach(async () => {
  opened = await openTestDatabase();
  time = Date.UTC(2026, 5, 15);
  requested = 0;
  isDown = false;
});
afterEach(() => opened.close());

const metrics = () => {
  const query: Database['query'] = (text, values) => {
    requested += 1;
    return isDown ? Promise.reject(new Error('away')) : opened.db.query(text, values);
  };
  const prisma = opened.db.prisma.$extends({
    query: {
      $allOperations: ({ args, query: run }) => {
        requested += 1;
        return isDown ? Promise.reject(new Error('away')) : run(args);
      },
    },
  }) as Database['prisma'];
  const warn = (): void => undefined;
  return createMetrics({
    db: { prisma, query },
    now: () => time,
    warn,
    sourceIds: [],
    origins: [],
  });
};

const register = (namespace: string, times = 1) =>
  opened.db.query(
    `INSERT INTO users (id, public_key, namespace, color_a, color_b, icon)
     SELECT id, id, $1, 'a', 'b', 'c' FROM (SELECT gen_random_uuid()::text AS id FROM generate_series(1, $2)) ids`,
    [namespace, times],
  );

const usersOn = (page: string): string[] =>
  page.split('\n').filter((line) => line.startsWith('mw_user_count'));

test('accounts are counted every fifteen seconds, without deleted ones', async () => {
  const { page } = metrics();
  await register('movie-web', 2);
  expect(usersOn(await page({ titles: false }))).toEqual([
    'mw_user_count{namespace="movie-web"} 2',
  ]);
  await opened.db.query(`DELETE FROM users WHERE id = (SELECT min(id) FROM users)`, []);
  time += 15_000;
  expect(usersOn(await page({ titles: false }))).toEqual([
    'mw_user_count{namespace="movie-web"} 2',
  ]);
  time += 1;
  expect(usersOn(await page({ titles: false }))).toEqual([
    'mw_user_count{namespace="movie-web"} 1',
  ]);
});

test('invented namespaces take few lines of the page', async () => {
  await register('movie-web');
  await register('another', 3);
  await register('a"} 999', 2);
  for (let at = 0; at < 30; at += 1) await register(`made-up-${at}`);
  const users = usersOn(await metrics().page({ titles: false }));
  expect(users[0]).toBe('mw_user_count{namespace="movie-web"} 1');
  expect(users[1]).toBe('mw_user_count{namespace="another"} 3');
  expect(users).toHaveLength(20);
  const total = users.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  expect(total).toBe(36);
});

test('a hundred simultaneous readers cause one query', async () => {
  const { page } = metrics();
  await Promise.all(Array.from({ length: 100 }, () => page({ titles: false })));
  await page({ titles: false });
  expect(requested).toBe(2);
});

test('counts appear on the page at once, and those of other servers soon', async () => {
  const [here, there] = [metrics(), metrics()];
  here.reports.captcha(true);
  expect(await here.page({ titles: false })).toContain('mw_captcha_solves{success="true"} 1\n');
  here.reports.captcha(true);
  there.reports.captcha(true);
  expect(await here.page({ titles: false })).toContain('mw_captcha_solves{success="true"} 2\n');
  await there.page({ titles: false });
  time += 5_001;
  expect(await here.page({ titles: false })).toContain('mw_captcha_solves{success="true"} 3\n');
});

test('the last known counts stay while the database is down, and nothing is lost', async () => {
  const { page, reports } = metrics();
  await register('movie-web');
  reports.captcha(false);
  await page({ titles: false });
  isDown = true;
  time += 60_000;
  reports.captcha(false);
  const text = await page({ titles: true });
  expect(text).toContain('mw_user_count{namespace="movie-web"} 1\n');
  expect(text).toContain('mw_captcha_solves{success="false"} 1\n');
  isDown = false;
  expect(await page({ titles: false })).toContain('mw_captcha_solves{success="false"} 2\n');
});
