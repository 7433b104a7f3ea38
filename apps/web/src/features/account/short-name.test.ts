import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test('nineteen characters are shown whole, twenty are cut to nineteen and an ellipsis', () => {
  expect(shortName('a'.repeat(19))).toBe('a'.repeat(19));
  expect(shortName('a'.repeat(20))).toBe(`${'a'.repeat(19)}…`);
});

test('what a reader sees as one character counts once and is never cut in two', () => {
  expect(shortName('👩‍👩‍👧'.repeat(19))).toBe('👩‍👩‍👧'.repeat(19));
  expect(shortName('é'.normalize('NFD').repeat(20))).toBe(`${'é'.normalize('NFD').repeat(19)}…`);
});
