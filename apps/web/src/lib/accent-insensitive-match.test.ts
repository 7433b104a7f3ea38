import { expect, test } from 'vitest';

import { isIn } from './accent-insensitive-match.ts';

test.each([
  ['Français', 'franc', true],
  ['Brazilian Portuguese', 'port braz', true],
  ['German', '', true],
  ['German', '  ', true],
  ['German', 'dutch', false],
  ['İstanbul', 'istanbul', true],
  ['Русский', 'РУС', true],
])('%j is found by %j: %s', (text, query, isFound) => {
  expect(isIn(text, query)).toBe(isFound);
});
