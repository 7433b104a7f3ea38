import { describe, expect, test } from 'vitest';
import { createLatencyTracker } from './latency.ts';

function bookOf(times: readonly number[]) {
  const book = createLatencyTracker();
  for (const ms of times) book.record('a', { how: 'answered', ms });
  return book;
}

describe('usual times', () => {
  test('of an unknown source are 1.5 s, and two runs do not make it known', () => {
    expect(bookOf([]).usualMs('a', 0.9)).toBe(1_500);
    expect(bookOf([10, 10]).usualMs('a', 0.9)).toBe(1_500);
  });

  test('cover nine runs of ten, within a quarter', () => {
    const book = bookOf([400, 400, 400, 400, 400, 400, 400, 400, 400, 3_000]);
    expect(book.usualMs('a', 0.85)).toBeGreaterThanOrEqual(400);
    expect(book.usualMs('a', 0.85)).toBeLessThanOrEqual(500);
    expect(book.usualMs('a', 0.99)).toBeGreaterThanOrEqual(3_000);
    expect(book.usualMs('a', 0.99)).toBeLessThanOrEqual(3_750);
  });

  test('are never below 150 ms, nor beyond the largest bucket', () => {
    expect(bookOf([1, 1, 1]).usualMs('a', 0.9)).toBe(150);
    expect(bookOf([60_000, 60_000, 60_000]).usualMs('a', 0.9)).toBeLessThan(15_000);
  });

  test('follow a source that became faster', () => {
    const slow = Array.from({ length: 20 }, () => 5_000);
    const fast = Array.from({ length: 60 }, () => 200);
    expect(bookOf(slow).usualMs('a', 0.9)).toBeGreaterThan(4_000);
    expect(bookOf([...slow, ...fast]).usualMs('a', 0.9)).toBeLessThan(300);
  });

  test('belong to one source', () => {
    expect(bookOf([100, 100, 100]).usualMs('b', 0.9)).toBe(1_500);
  });
});

describe('a source that stopped answering', () => {
  const timeout = (at: number) => ({ how: 'timedOut', at }) as const;

  test('is broken after three time-outs in a row, for a minute', () => {
    const book = createLatencyTracker();
    book.record('a', timeout(0));
    book.record('a', timeout(1_000));
    expect(book.isBroken('a', 1_000)).toBe(false);
    book.record('a', timeout(2_000));
    expect(book.isBroken('a', 2_000)).toBe(true);
    expect(book.isBroken('a', 61_999)).toBe(true);
    expect(book.isBroken('a', 62_000)).toBe(false);
    expect(book.isBroken('b', 2_000)).toBe(false);
  });

  test('is broken again by the next time-out', () => {
    const book = createLatencyTracker();
    for (const at of [0, 0, 0, 70_000]) book.record('a', timeout(at));
    expect(book.isBroken('a', 70_001)).toBe(true);
  });

  test.each([{ how: 'answered', ms: 100 } as const, { how: 'failed' } as const])(
    'is forgiven when it %j',
    (end) => {
      const book = createLatencyTracker();
      for (const at of [0, 0]) book.record('a', timeout(at));
      book.record('a', end);
      book.record('a', timeout(0));
      expect(book.isBroken('a', 1)).toBe(false);
    },
  );
});
