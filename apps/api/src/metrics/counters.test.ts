import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type OpenDatabase } from '../../../../tests/support/open-database.ts';
import { createCounters, type CountersOptions } from './counters.ts';

const VISITS = { name: 'visits', maxSeries: 3, help: '' };
const DAY = 24 * 60 * 60 * 1000;

let opened: OpenDatabase;
let time: number;
beforeEach(async () => {
  opened = await openTestDatabase();
  time = Date.UTC(2026, 5, 15, 23, 59);
});
afterEach(() => opened.close());

const counters = (over: Partial<CountersOptions> = {}) =>
  createCounters({ db: opened.db, now: () => time, warn: () => undefined, ...over });

const labelled = (totals: readonly { labels: string; value: string }[]) =>
  Object.fromEntries(totals.map(({ labels, value }) => [labels, value]));

test('replicas that write the same counters at once add up', async () => {
  const replicas = [counters(), counters({ db: await opened.replica() })];
  for (let at = 0; at < 1000; at += 1) {
    for (const one of replicas)
      one.add({ name: 'many', maxSeries: 1000, help: '' }, `n="${at % 100}"`, 'other');
  }
  await Promise.all(replicas.map((one) => one.totals(['many'])));
  const totals = await counters().totals(['many']);
  expect(totals).toHaveLength(100);
  expect(new Set(totals.map(({ value }) => value))).toEqual(new Set(['20']));
});

test('each day has its row, and the total covers all days', async () => {
  const one = counters();
  one.add(VISITS, 'a');
  time += DAY;
  one.add(VISITS, 'a');
  one.add(VISITS, 'a');
  expect(labelled(await one.totals(['visits']))).toEqual({ a: '3' });
  const rows = await opened.db.prisma.counter.findMany({ orderBy: { day: 'asc' } });
  expect(rows.map(({ day, value }) => [day.toISOString().slice(0, 10), value])).toEqual([
    ['2026-06-15', 1n],
    ['2026-06-16', 2n],
  ]);
});

test('failed writes are written with the next', async () => {
  let isDown = true;
  const db: CountersOptions['db'] = {
    prisma: opened.db.prisma,
    query: (text, values) =>
      isDown ? Promise.reject(new Error('away')) : opened.db.query(text, values),
  };
  const one = counters({ db });
  one.add(VISITS, 'a');
  await expect(one.totals(['visits'])).rejects.toThrow('away');
  one.add(VISITS, 'a');
  await expect(one.totals(['visits'])).rejects.toThrow('away');
  isDown = false;
  expect(labelled(await one.totals(['visits']))).toEqual({ a: '2' });
});

test('the number of labels is limited, before a restart and after it', async () => {
  const one = counters();
  for (const labels of ['a', 'b', 'c', 'd', 'e', 'a']) one.add(VISITS, labels, 'other');
  one.add(VISITS, 'ours');
  const first = { a: '2', b: '1', c: '1', other: '2', ours: '1' };
  expect(labelled(await one.totals(['visits']))).toEqual(first);
  const restarted = counters();
  for (const labels of ['c', 'f']) restarted.add(VISITS, labels, 'other');
  const second = { ...first, c: '2', other: '3' };
  expect(labelled(await restarted.totals(['visits']))).toEqual(second);
});

test('forgotten labels make room', async () => {
  const one = counters();
  for (const labels of ['a', 'b', 'c']) one.add(VISITS, labels, 'other');
  await one.totals(['visits']);
  await opened.db.query('DELETE FROM counters', []);
  time += 2 * 60 * 60 * 1000;
  one.add(VISITS, 'new', 'other');
  expect(labelled(await one.totals(['visits']))).toEqual({ new: '1' });
});

test('memory is bounded while the database is down', async () => {
  const one = counters();
  for (let at = 0; at < 10_500; at += 1)
    one.add({ ...VISITS, maxSeries: 20_000 }, `${at}`, 'other');
  const totals = labelled(await one.totals(['visits']));
  expect(Object.keys(totals)).toHaveLength(10_001);
  expect(totals['other']).toBe('500');
});

test('counts are written periodically, and the rest on shutdown', async () => {
  const one = counters({ flushEveryMs: 1 });
  const stop = one.start();
  one.add(VISITS, 'a');
  await expect.poll(() => opened.db.prisma.counter.count()).toBe(1);
  const slow = counters({ flushEveryMs: 60_000 });
  const stopSlow = slow.start();
  slow.add(VISITS, 'b');
  await Promise.all([stop(), stopSlow()]);
  expect(await opened.db.prisma.counter.count()).toBe(2);
});
