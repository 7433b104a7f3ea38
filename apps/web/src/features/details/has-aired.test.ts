import { expect, test } from 'vitest';
import { hasAired } from './has-aired.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  ['of yesterday', '2026-11-20', true],
  ['of today', '2026-11-21', true],
  ['of tomorrow', '2026-11-22', false],
  ['without a date', null, true],
  ['with an empty date', '', true],
  ['with a date that cannot be read', 'soon', false],
])('an episode %s', (_, date, aired) => {
  expect(hasAired(date, NOW)).toBe(aired);
});
