import { expect, test } from 'vitest';
import { clamp } from './FloatingMenu.tsx';

test.each([
  ['where it was asked for, if there is room', 100, 200, 100],
  ['moved back from the far edge', 950, 200, 792],
  ['never over the near edge', -20, 200, 8],
  ['from the beginning, if it is longer than the window', 300, 2_000, 8],
])('it lies %s', (_, wanted, size, at) => {
  expect(clamp(wanted, size, 1_000)).toBe(at);
});
