import { describe, expect, test } from 'vitest';
import { createLatencyTracker } from './schedule.ts';

function trackerOf(times: readonly number[]) {
  const tracker = createLatencyTracker();
  for (const ms of times) tracker.record('a', { how: 'responded', ms });
  return tracker;
}

describe('typical latency', () => {
  test('of an unknown source is 1.5 s, and two runs do not change that', () => {
    expect(trackerOf([]).expectedMs('a', 0.9)).toBe(1_500);
    expect(trackerOf([10, 10]).expectedMs('a', 0.9)).toBe(1_500);
  });

  test('covers nine of ten runs, within a quarter', () => {
    const tracker = trackerOf([400, 400, 400, 400, 400, 400, 400, 400, 400, 3_000]);
    expect(tracker.expectedMs('a', 0.85)).toBeGreaterThanOrEqual(400);
    expect(tracker.expectedMs('a', 0.85)).toBeLessThanOrEqual(500);
    expect(tracker.expectedMs('a', 0.99)).toBeGreaterThanOrEqual(3_000);
    expect(tracker.expectedMs('a', 0.99)).toBeLessThanOrEqual(3_750);
  });

  test('is never below 150 ms, nor beyond the largest bucket', () => {
    expect(trackerOf([1, 1, 1]).expectedMs('a', 0.9)).toBe(150);
    expect(trackerOf([60_000, 60_000, 60_000]).expectedMs('a', 0.9)).toBeLessThan(15_000);
  });

  test('follows a source that became faster', () => {
    const slow = Array.from({ length: 20 }, () => 5_000);
    const fast = Array.from({ length: 60 }, () => 200);
    expect(trackerOf(slow).expectedMs('a', 0.9)).toBeGreaterThan(4_000);
    expect(trackerOf([...slow, ...fast]).expectedMs('a', 0.9)).toBeLessThan(300);
  });

  test('belongs to one source', () => {
    expect(trackerOf([100, 100, 100]).expectedMs('b', 0.9)).toBe(1_500);
  });
});

describe('a source that stopped responding', () => {
  const timeout = (at: number) => ({ how: 'timedOut', at }) as const;

  test('is unhealthy for a minute after three timeouts in a row', () => {
    const tracker = createLatencyTracker();
    tracker.record('a', timeout(0));
    tracker.record('a', timeout(1_000));
    expect(tracker.isBroken('a', 1_000)).toBe(false);
    tracker.record('a', timeout(2_000));
    expect(tracker.isBroken('a', 2_000)).toBe(true);
    expect(tracker.isBroken('a', 61_999)).toBe(true);
    expect(tracker.isBroken('a', 62_000)).toBe(false);
    expect(tracker.isBroken('b', 2_000)).toBe(false);
  });

  test('is unhealthy again after the next timeout', () => {
    const tracker = createLatencyTracker();
    for (const at of [0, 0, 0, 70_000]) tracker.record('a', timeout(at));
    expect(tracker.isBroken('a', 70_001)).toBe(true);
  });

  test.each([{ how: 'responded', ms: 100 } as const, { how: 'failed' } as const])(
    'recovers when it %j',
    (end) => {
      const tracker = createLatencyTracker();
      for (const at of [0, 0]) tracker.record('a', timeout(at));
      tracker.record('a', end);
      tracker.record('a', timeout(0));
      expect(tracker.isBroken('a', 1)).toBe(false);
    },
  );
});
