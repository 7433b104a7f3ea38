import { expect, test } from 'vitest';
import { clamp } from './FloatingMenu.tsx';

test.each([
  ['at the requested position, if there is space', 100, 200, 100],
  ['moved back from the far edge', 950, 200, 792],
  ['never beyond the near edge', -20, 200, 8],
  ['from the start, if it is longer than the window', 300, 2_000, 8],
])('the menu is placed %s', (_, wanted, size, at) => {
  expect(clamp(wanted, size, 1_000)).toBe(at);
});
