import { expect, test } from 'vitest';
import { truncateTitle } from './Card.tsx';

test('36 characters are left as they are', () => {
  const title = 'a'.repeat(36);
  expect(truncateTitle(title)).toBe(title);
});

test('what is longer is cut after 36 characters', () => {
  expect(truncateTitle('a'.repeat(37))).toBe(`${'a'.repeat(36)}…`);
});

test('no space is left before the ellipsis', () => {
  expect(truncateTitle(`${'a'.repeat(35)} and more`)).toBe(`${'a'.repeat(35)}…`);
});

test('a character of two halves is not cut in two', () => {
  expect(truncateTitle('🎬'.repeat(40))).toBe(`${'🎬'.repeat(36)}…`);
});
