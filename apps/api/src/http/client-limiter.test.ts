import { expect, test } from 'vitest';
import { createClientLimiter } from '#http/concurrency-limiter.ts';

test('one visitor cannot take every place, and what is given back is free again', () => {
  const slots = createClientLimiter({ total: 3, perClient: 2 });
  const first = slots.acquire('a');
  expect(slots.acquire('a')).toBeDefined();
  expect(slots.acquire('a')).toBeUndefined();
  expect(slots.acquire('b')).toBeDefined();
  expect(slots.acquire('c')).toBeUndefined();
  first?.();
  expect(slots.acquire('c')).toBeDefined();
  expect(slots.acquire('a')).toBeUndefined();
});
