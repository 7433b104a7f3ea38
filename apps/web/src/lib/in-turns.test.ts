import { afterEach, expect, test, vi } from 'vitest';
import { flatMapInTurns } from './in-turns.ts';

afterEach(() => vi.restoreAllMocks());

test('all is changed, in its order, and others get their turn meanwhile', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const changed = await flatMapInTurns([1, 2, 3, 4], (one) => {
    now += 15;
    return one === 3 ? [] : [one, one];
  });
  clearInterval(timer);
  expect(changed).toEqual([1, 1, 2, 2, 4, 4]);
  expect(turns).toBeGreaterThan(0);
});
