import { expect, test } from 'vitest';
import { seededRandom, shuffled } from './seeded-random.ts';

const items = Array.from({ length: 40 }, (_, index) => index);

test('the same seed gives the same order, another seed another order', () => {
  const order = shuffled(items, seededRandom('7 popular'));
  expect(shuffled(items, seededRandom('7 popular'))).toEqual(order);
  expect(shuffled(items, seededRandom('8 popular'))).not.toEqual(order);
});

test('shuffling keeps every item once', () => {
  expect(shuffled(items, seededRandom('')).toSorted((a, b) => a - b)).toEqual(items);
});

test('the numbers lie between 0 and 1 and are evenly spread', () => {
  const random = seededRandom('spread');
  const numbers = Array.from({ length: 1_000 }, random);
  expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true);
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
});
