import { expect, test } from 'vitest';
import { modalDepth } from './modal-history.ts';

test.each([
  [{ sheets: 2 }, 2],
  [null, 0],
  [{ sheets: 'many' }, 0],
  [{ sheets: -1 }, 0],
  ['sheets', 0],
])('an entry with %j is %i dialogs deep', (state, depth) => {
  expect(modalDepth(state)).toBe(depth);
});
