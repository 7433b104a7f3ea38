import { expect, test } from 'vitest';
import { truncateTitle } from './Card.tsx';

test('36 characters are not cut', () => {
  const title = 'a'.repeat(36);
  expect(truncateTitle(title)).toBe(title);
});

test('longer titles are cut after 36 characters', () => {
  expect(truncateTitle('a'.repeat(37))).toBe(`${'a'.repeat(36)}…`);
});

test('no space remains before the ellipsis', () => {
  expect(truncateTitle(`${'a'.repeat(35)} and more`)).toBe(`${'a'.repeat(35)}…`);
});

test('surrogate pairs are not split', () => {
  expect(truncateTitle('🎬'.repeat(40))).toBe(`${'🎬'.repeat(36)}…`);
});
