import { expect, test } from 'vitest';
import { shortName } from './account-store.ts';

test('nineteen characters are complete, twenty are cut to nineteen and an ellipsis', () => {
  expect(shortName('a'.repeat(19))).toBe('a'.repeat(19));
  expect(shortName('a'.repeat(20))).toBe(`${'a'.repeat(19)}…`);
});

test('grapheme clusters count once and are never split', () => {
  expect(shortName('👩‍👩‍👧'.repeat(19))).toBe('👩‍👩‍👧'.repeat(19));
  expect(shortName('é'.normalize('NFD').repeat(20))).toBe(`${'é'.normalize('NFD').repeat(19)}…`);
});
