import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type OpenDatabase } from '../../../../tests/support/open-database.ts';
import { createSourceStats } from './source-stats.ts';

const HOUR = 60 * 60 * 1000;

let opened: OpenDatabase;
let time: number;
beforeEach(async () => {
  opened = await openTestDatabase();
  time = Date.UTC(2026, 5, 15, 22, 30);
});
afterEach(() => opened.close());

const stats = (db: Pick<OpenDatabase['db'], 'query'> = opened.db) =>
  createSourceStats({
    db,
    now: () => time,
    warn: () => undefined,
  });

test('replicas add up by hour and by day, with their average and slowest time', async () => {
  const [one, other] = [stats(), stats(await opened.replica())];
  one.record('archive', 'found', 100);
  other.record('archive', 'failed', 500);
  other.record('archive', 'notFound');
  time += 2 * HOUR;
  one.record('archive', 'found', 300);
  await Promise.all([one.list('hour'), other.list('hour')]);
  const hours = await one.list('hour');
  expect(hours.times).toHaveLength(48);
  expect(hours.times.at(-1)).toBe('2026-06-16T00:00:00.000Z');
  expect(hours.sources).toEqual([
    {
      id: 'archive',
      points: [
        {
          at: '2026-06-15T22:00:00.000Z',
          found: 1,
          notFound: 1,
          failed: 1,
          ms: 300,
          slowestMs: 500,
        },
        {
          at: '2026-06-16T00:00:00.000Z',
          found: 1,
          notFound: 0,
          failed: 0,
          ms: 300,
          slowestMs: 300,
        },
      ],
    },
  ]);
  const days = await one.list('day');
  expect(days.times).toHaveLength(30);
  expect(days.sources[0]?.points.map(({ at, found }) => [at, found])).toEqual([
    ['2026-06-15T00:00:00.000Z', 1],
    ['2026-06-16T00:00:00.000Z', 1],
  ]);
});

test('the most used source is first, and old hours are not listed', async () => {
  const one = stats();
  one.record('archive', 'found', 1);
  time += 60 * HOUR;
  one.record('folder', 'notFound', 1);
  expect((await one.list('hour')).sources.map(({ id }) => id)).toEqual(['folder']);
  one.record('archive', 'found', 1);
  expect((await one.list('day')).sources.map(({ id }) => id)).toEqual(['archive', 'folder']);
});

test('results that could not be written are written later, once', async () => {
  let isDown = true;
  const query: typeof opened.db.query = (text, values) =>
    isDown ? Promise.reject(new Error('away')) : opened.db.query(text, values);
  const one = stats({ query });
  one.record('archive', 'found', 100);
  await expect(one.list('hour')).rejects.toThrow('away');
  one.record('archive', 'found', 300);
  isDown = false;
  for (let round = 0; round < 2; round += 1) {
    const { sources } = await one.list('hour');
    expect(sources).toMatchObject([{ points: [{ found: 2, ms: 200, slowestMs: 300 }] }]);
  }
});
