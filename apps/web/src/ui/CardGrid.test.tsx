import { expect, test } from 'vitest';
import { estimateGrid, estimateVisibleCards } from './CardGrid.tsx';

test.each([
  [390, 2],
  [640, 3],
  [820, 4],
  [1_440, 6],
])('at %i pixels there are %i columns', (width, columns) => {
  expect(estimateGrid(width).columns).toBe(columns);
});

test('a row is as high as a 2:3 poster with its text and its gap', () => {
  expect(estimateGrid(390).rowHeight).toBeCloseTo(((390 - 32 - 16) / 2) * 1.5 + 95);
});

test('rows stop growing at the maximum width', () => {
  expect(estimateGrid(2_560)).toEqual(estimateGrid(1_920));
});

test.each([
  [390, 3],
  [820, 5],
  [1_440, 7],
])('at %i pixels %i cards of a row are at least partly visible', (width, cards) => {
  expect(estimateVisibleCards(width)).toBe(cards);
});
