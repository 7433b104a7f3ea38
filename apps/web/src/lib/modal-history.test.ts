import { expect, test } from 'vitest';
import { sheetDepth } from './modal-history.ts';

test.each([
  [{ sheets: 2 }, 2],
  [null, 0],
  [{ sheets: 'many' }, 0],
  [{ sheets: -1 }, 0],
  ['sheets', 0],
])('an entry that says %j lies %i sheets deep', (state, depth) => {
  expect(sheetDepth(state)).toBe(depth);
});
