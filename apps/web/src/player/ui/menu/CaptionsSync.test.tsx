import { expect, test } from 'vitest';

import { shiftBetween } from './CaptionsSync.tsx';

const tap = (atMs: number, time: number, rate = 1) => ({ atMs, time, rate });

test('what is read after it was heard is to be shown earlier', () => {
  expect(shiftBetween(tap(10_000, 60), tap(11_340, 61.25))).toBeCloseTo(-1.34);
});

test('what is read before it is heard is to be shown later', () => {
  expect(shiftBetween(tap(12_000, 62), tap(10_000, 60))).toBeCloseTo(2);
});

test('at double speed a second of the clock is two of the film', () => {
  expect(shiftBetween(tap(10_000, 60, 2), tap(11_000, 62, 2))).toBeCloseTo(-2);
});

test('after a pause or a jump the film decides', () => {
  expect(shiftBetween(tap(10_000, 60), tap(30_000, 61))).toBe(-1);
  expect(shiftBetween(tap(10_000, 60), tap(11_000, 50))).toBe(10);
});
