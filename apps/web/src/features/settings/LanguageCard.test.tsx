import { expect, test } from 'vitest';
import { filterLanguages, hasNoReader } from './LanguageCard.tsx';

const all = [
  { code: 'en-US', locale: 'en', file: 'en', nativeName: 'English' },
  { code: 'de-DE', locale: 'de', file: 'de', nativeName: 'Deutsch' },
  { code: 'fr-FR', locale: 'fr', file: 'fr', nativeName: 'Français' },
  { code: 'he-IL', locale: 'he', file: 'he', nativeName: 'עברית' },
];
const found = (text: string, spoken = 'en') =>
  filterLanguages(text, spoken, all).map(({ file }) => file);

test('a language matches by its native name, its name in the language of the page, and its code', () => {
  expect(found('deu')).toEqual(['de']);
  expect(found('germ')).toEqual(['de']);
  expect(found('hebräisch', 'de')).toEqual(['he']);
  expect(found('עבר')).toEqual(['he']);
  expect(found('fr-fr')).toEqual(['fr']);
});

test('an invented language has only its own name', () => {
  const pirate = { code: 'pirate', locale: 'en-x-pirate', file: 'pirate', nativeName: 'Pirate' };
  expect(filterLanguages('pirate', 'de', [pirate])).toMatchObject([{ name: 'Pirate' }]);
  expect(hasNoReader(pirate, [])).toBe(false);
});

test('capitals, accents and outer spaces do not matter, and an empty text matches all', () => {
  expect(found(' FRANCAIS ')).toEqual(['fr']);
  expect(found('')).toEqual(['en', 'de', 'fr', 'he']);
  expect(found('klingon')).toEqual([]);
});

test('a translation has a note until a native speaker has read it', () => {
  const [, german] = all;
  expect(german && hasNoReader(german, ['fr'])).toBe(true);
  expect(german && hasNoReader(german, ['de', 'fr'])).toBe(false);
});
