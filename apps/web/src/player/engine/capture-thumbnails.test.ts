import { expect, test } from 'vitest';

import { thumbnailPositions } from './capture-thumbnails.ts';

test('both ends come first, then the middle of each gap', () => {
  expect(thumbnailPositions().slice(0, 9)).toEqual([
    0,
    1,
    1 / 2,
    1 / 4,
    3 / 4,
    1 / 8,
    3 / 8,
    5 / 8,
    7 / 8,
  ]);
});

test('there are 65 of them, without duplicates', () => {
  expect(thumbnailPositions()).toHaveLength(65);
  expect(new Set(thumbnailPositions()).size).toBe(65);
});
