import { expect, test } from 'vitest';
import { searchIn } from './catalogue-head-start.ts';

test.each([
  ['/browse/living%20dead', 'living dead'],
  ['/browse/%20', ''],
  ['/browse/%E0%A4%A', undefined],
  ['/browse/one/two', undefined],
  ['/browse', undefined],
  ['/', undefined],
])('%s looks for %s', (path, text) => {
  expect(searchIn(path)).toBe(text);
});
