import { expect, test } from 'vitest';
import type { HistoryItem } from '#data/user-data/history.ts';
import { firstEntries, historyDays, isDayBefore } from './history-days.ts';

const watched = (tmdbId: string, at: Date): HistoryItem => ({
  tmdbId,
  type: 'movie',
  title: tmdbId,
  watched: 1,
  duration: 2,
  completed: false,
  updatedAt: at.getTime(),
  isNew: false,
});
const late = watched('late', new Date(2026, 2, 1, 23, 59));
const early = watched('early', new Date(2026, 2, 1, 0, 1));
const before = watched('before', new Date(2026, 1, 28, 23, 59));
const days = historyDays([late, early, before]);
const shape = (all: typeof days) => all.map(({ key, items }) => [key, items.length]);

test('entries are grouped by calendar day', () => {
  expect(shape(days)).toEqual([
    ['2026-3-1', 2],
    ['2026-2-28', 1],
  ]);
});

test('the first entries stay grouped by day', () => {
  expect(shape(firstEntries(days, 1))).toEqual([['2026-3-1', 1]]);
  expect(shape(firstEntries(days, 9))).toEqual(shape(days));
});

test('yesterday may be in another month', () => {
  const now = new Date(2026, 2, 1, 12).getTime();
  expect([late, before].map(({ updatedAt }) => isDayBefore(updatedAt, now))).toEqual([false, true]);
});
