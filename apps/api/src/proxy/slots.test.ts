import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('one visitor cannot take every place, and what is given back is free again', () => {
  const slots = createSlots({ total: 3, perClient: 2 });
  const first = slots.take('a');
  expect(slots.take('a')).toBeDefined();
  expect(slots.take('a')).toBeUndefined();
  expect(slots.take('b')).toBeDefined();
  expect(slots.take('c')).toBeUndefined();
  first?.();
  expect(slots.take('c')).toBeDefined();
  expect(slots.take('a')).toBeUndefined();
});
