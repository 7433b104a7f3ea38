import { expect, test } from 'vitest';

import { shiftBetween } from './CaptionsSync.tsx';

const tap = (atMs: number, time: number, rate = 1) => ({ atMs, time, rate });

test('captions read after they were heard are shown earlier', () => {
  expect(shiftBetween(tap(10_000, 60), tap(11_340, 61.25))).toBeCloseTo(-1.34);
});

test('captions read before they are heard are shown later', () => {
  expect(shiftBetween(tap(12_000, 62), tap(10_000, 60))).toBeCloseTo(2);
});

test('at double speed one second of the clock is two of the movie', () => {
  expect(shiftBetween(tap(10_000, 60, 2), tap(11_000, 62, 2))).toBeCloseTo(-2);
});

test('after a pause or a jump the movie’s time counts', () => {
  expect(shiftBetween(tap(10_000, 60), tap(30_000, 61))).toBe(-1);
  expect(shiftBetween(tap(10_000, 60), tap(11_000, 50))).toBe(10);
});
