import { expect, test } from 'vitest';
import { guessGrid, guessRow } from './grid-shape.ts';

test.each([
  [390, 2],
  [640, 3],
  [820, 4],
  [1_440, 6],
])('at %i pixels there are %i columns', (width, columns) => {
  expect(guessGrid(width).columns).toBe(columns);
});

test('a row is as high as a poster of two to three with its words and its gap', () => {
  expect(guessGrid(390).rowHeight).toBeCloseTo(((390 - 32 - 16) / 2) * 1.5 + 95);
});

test('on a screen that is wider still the rows grow no further', () => {
  expect(guessGrid(2_560)).toEqual(guessGrid(1_920));
});

test.each([
  [390, 3],
  [820, 5],
  [1_440, 7],
])('at %i pixels something of %i cards of a row is in sight', (width, cards) => {
  expect(guessRow(width)).toBe(cards);
});
