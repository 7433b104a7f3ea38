import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bookmarkAddition } from '../bookmark-schema.ts';
import { changeBody } from './change-requests.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [1_600_000_000_000, '2020-09-13T12:26:40.000Z'],
  [0, '2023-11-14T22:13:20.000Z'],
  [-1, '2023-11-14T22:13:20.000Z'],
  [253_402_300_800_000, '2023-11-14T22:13:20.000Z'],
  [1e300, '2023-11-14T22:13:20.000Z'],
  [Number.NaN, '2023-11-14T22:13:20.000Z'],
])('a change of %d is sent with the time %s', (updatedAt, moment) => {
  const change = bookmarkAddition('1', { title: 'A film', type: 'movie', updatedAt });
  expect(changeBody({ kind: 'bookmark', change })?.updatedAt).toBe(moment);
});
