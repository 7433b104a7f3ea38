import { afterEach, expect, test, vi } from 'vitest';
import { flatMapYielding } from './scheduling.ts';

afterEach(() => vi.restoreAllMocks());

test('keeps the order and lets other tasks run in between', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let otherTasks = 0;
  const timer = setInterval(() => (otherTasks += 1), 0);
  const changed = await flatMapYielding([1, 2, 3, 4], (one) => {
    now += 15;
    return one === 3 ? [] : [one, one];
  });
  clearInterval(timer);
  expect(changed).toEqual([1, 1, 2, 2, 4, 4]);
  expect(otherTasks).toBeGreaterThan(0);
});
