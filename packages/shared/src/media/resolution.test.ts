import { expect, test } from 'vitest';
import { namedLines } from './resolution.ts';

test.each([
  [1_920, 1_080, 1_080],
  [1_920, 800, 1_080],
  [1_440, 1_080, 1_080],
  [3_840, 1_600, 2_160],
  [2_560, 1_440, 1_440],
  [1_280, 534, 720],
  [720, 576, 576],
])('%i × %i is named after %i lines', (width, height, lines) => {
  expect(namedLines({ width, height })).toBe(lines);
});
