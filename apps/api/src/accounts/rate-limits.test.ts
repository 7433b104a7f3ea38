import { expect, test } from 'vitest';
import { createMemoryRateLimiter } from './rate-limits.ts';

/** Makes this process count budgets alone. */
const NO_DATABASE = { query: () => Promise.reject(new Error('down')) };
const BUDGET = { bucket: 'reads', max: 3, seconds: 10 };

test('a budget in memory runs out, is refused with the remaining seconds, and refills', async () => {
  let time = 0;
  const budgets = createMemoryRateLimiter(NO_DATABASE, () => time);
  expect(await budgets.consume(BUDGET, 'a', 2)).toBeUndefined();
  time = 3_500;
  expect(await budgets.consume(BUDGET, 'a', 2)).toBe(7);
  expect(await budgets.consume(BUDGET, 'a', 1)).toBeUndefined();
  expect(await budgets.consume(BUDGET, 'b', 3)).toBeUndefined();
  expect(await budgets.consume({ ...BUDGET, bucket: 'exports' }, 'a', 3)).toBeUndefined();
  time = 10_000;
  expect(await budgets.consume(BUDGET, 'a', 3)).toBeUndefined();
});

test('expired windows are forgotten', async () => {
  let time = 0;
  const budgets = createMemoryRateLimiter(NO_DATABASE, () => time);
  for (let id = 0; id < 10_000; id += 1) await budgets.consume(BUDGET, `${id}`, 3);
  time = 10_000;
  expect(await budgets.consume(BUDGET, 'new', 1)).toBeUndefined();
  expect(await budgets.consume(BUDGET, '1', 3)).toBeUndefined();
});
