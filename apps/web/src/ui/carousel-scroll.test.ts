import { expect, test } from 'vitest';
import { nextCard, nextScroll } from './carousel-scroll.ts';

const row = { end: 5_000, width: 1_000, card: 220 };

test.each([
  ['as many complete cards as fit', 0, 1, 880],
  ['back by one screen', 1_000, -1, 120],
  ['no further than the end', 4_500, 1, 5_000],
  ['no further than the start', 500, -1, 0],
  ['from the end to the start', 4_996, 1, 0],
  ['from the start to the end', 4, -1, 5_000],
] as const)('an arrow button scrolls %s', (_, position, step, expected) => {
  expect(nextScroll({ ...row, position }, step)).toBe(expected);
});

test('one card is scrolled where none fits', () => {
  expect(nextScroll({ end: 900, width: 100, card: 150, position: 0 }, 1)).toBe(150);
});

test.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowLeft', 1, false, 0],
  ['ArrowRight', 1, true, 0],
  ['ArrowLeft', 0, true, 1],
  ['Home', 3, false, 0],
  ['End', 0, false, 4],
  ['ArrowRight', 4, false, -1],
  ['ArrowLeft', 0, false, -1],
  ['ArrowDown', 2, false, -1],
] as const)('%s at card %i (mirrored: %j) leads to %i', (key, at, isMirrored, expected) => {
  expect(nextCard(key, at, 5, isMirrored)).toBe(expected);
});
