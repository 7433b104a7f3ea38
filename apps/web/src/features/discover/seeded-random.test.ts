import { expect, test } from 'vitest';
import { createChance, shuffled } from './seeded-random.ts';

const items = Array.from({ length: 40 }, (_, index) => index);

test('the same seed shuffles in the same order, another in another', () => {
  const order = shuffled(items, createChance('7 popular'));
  expect(shuffled(items, createChance('7 popular'))).toEqual(order);
  expect(shuffled(items, createChance('8 popular'))).not.toEqual(order);
});

test('nothing is lost or doubled', () => {
  expect(shuffled(items, createChance('')).toSorted((a, b) => a - b)).toEqual(items);
});

test('the numbers lie between nought and one, and are spread', () => {
  const chance = createChance('spread');
  const drawn = Array.from({ length: 1_000 }, chance);
  expect(drawn.every((one) => one >= 0 && one < 1)).toBe(true);
  const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
});
