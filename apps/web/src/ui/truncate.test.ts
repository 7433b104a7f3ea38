import { expect, test } from 'vitest';
import { cutTitle } from './truncate.ts';

test('36 characters are left as they are', () => {
  const title = 'a'.repeat(36);
  expect(cutTitle(title)).toBe(title);
});

test('what is longer is cut after 36 characters', () => {
  expect(cutTitle('a'.repeat(37))).toBe(`${'a'.repeat(36)}…`);
});

test('no space is left before the ellipsis', () => {
  expect(cutTitle(`${'a'.repeat(35)} and more`)).toBe(`${'a'.repeat(35)}…`);
});

test('a character of two halves is not cut in two', () => {
  expect(cutTitle('🎬'.repeat(40))).toBe(`${'🎬'.repeat(36)}…`);
});
