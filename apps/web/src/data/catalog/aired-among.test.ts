import { expect, test } from 'vitest';
import { airedAmong } from './title.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const AIRED = '2020-01-01';
const COMING = '2031-01-01';

test.each([
  ['of yesterday', '2026-11-20', true],
  ['of today', '2026-11-21', true],
  ['of tomorrow', '2026-11-22', false],
  ['without a date', null, true],
  ['with an empty date', '', true],
  ['with an unreadable date', 'soon', true],
])('an episode %s', (_, date, aired) => {
  expect(airedAmong([date], NOW)).toEqual([aired]);
});

test('an episode without a date that follows an unaired one has not aired', () => {
  expect(airedAmong([AIRED, null, COMING, null, 'soon'], NOW)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a past date counts wherever it is in the list', () => {
  expect(airedAmong([COMING, AIRED, null], NOW)).toEqual([false, true, false]);
});
