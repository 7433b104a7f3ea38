import { expect, test } from 'vitest';
import { catalogLocale } from './locale.ts';

test.each([
  ['en', 'en-US'],
  ['en-GB', 'en-US'],
  ['de', 'de-DE'],
  ['he', 'he-IL'],
  ['pt-BR', 'pt-BR'],
  ['es-419', 'es'],
  ['tok', 'en-US'],
  ['not a language', 'en-US'],
])('for an interface in %s the catalogue speaks %s', (language, expected) => {
  expect(catalogLocale(language, 'en-US').language).toBe(expected);
});

test.each([
  ['de-CH', 'CH'],
  ['de', 'DE'],
  ['es-419', 'US'],
  ['', 'US'],
])('a browser that speaks %j is in %s', (spoken, region) => {
  expect(catalogLocale('en', spoken).region).toBe(region);
});
