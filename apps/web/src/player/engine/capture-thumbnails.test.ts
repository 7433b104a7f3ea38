import { expect, test } from 'vitest';

import { thumbnailPlaces } from './capture-thumbnails.ts';

test('both ends come first, then the middles of all gaps', () => {
  expect(thumbnailPlaces().slice(0, 9)).toEqual([
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

test('there are 65 of them, and none comes twice', () => {
  expect(thumbnailPlaces()).toHaveLength(65);
  expect(new Set(thumbnailPlaces()).size).toBe(65);
});
