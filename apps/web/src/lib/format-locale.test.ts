import { expect, test } from 'vitest';
import { regional } from './format-locale.ts';

test.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['fr-FR', 'en-AU'], 'en-AU'],
  ['de', ['en-GB', 'de-AT'], 'de-AT'],
  ['he', ['en-GB'], 'he'],
  ['en', [], 'en'],
])('%s, where %j are spoken, is written as %s', (language, spoken, written) => {
  expect(regional(language, spoken)).toBe(written);
});

test('a day is written as in the country of the visitor', () => {
  const day = (spoken: readonly string[]) =>
    new Intl.DateTimeFormat(regional('en', spoken), { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 2, 5),
    );
  expect(day(['en-GB'])).toBe('5 March 2026');
  expect(day(['en-US'])).toBe('March 5, 2026');
});
