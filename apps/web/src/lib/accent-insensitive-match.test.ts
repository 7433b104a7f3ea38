import { expect, test } from 'vitest';

import { matchesQuery } from './accent-insensitive-match.ts';

test.each([
  ['Français', 'franc', true],
  ['Brazilian Portuguese', 'port braz', true],
  ['German', '', true],
  ['German', '  ', true],
  ['German', 'dutch', false],
  ['İstanbul', 'istanbul', true],
  ['Русский', 'РУС', true],
])('%j is found by %j: %s', (text, query, isFound) => {
  expect(matchesQuery(text, query)).toBe(isFound);
});
