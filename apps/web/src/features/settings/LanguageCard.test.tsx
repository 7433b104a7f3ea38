import { expect, test } from 'vitest';
import { filterLanguages } from './LanguageCard.tsx';

const all = [
  { code: 'en-US', base: 'en', nativeName: 'English' },
  { code: 'de-DE', base: 'de', nativeName: 'Deutsch' },
  { code: 'fr-FR', base: 'fr', nativeName: 'Français' },
  { code: 'he-IL', base: 'he', nativeName: 'עברית' },
];
const found = (text: string, spoken = 'en') =>
  filterLanguages(text, spoken, all).map(({ base }) => base);

test('a language matches by its native name, its name in the language of the page, and its code', () => {
  expect(found('deu')).toEqual(['de']);
  expect(found('germ')).toEqual(['de']);
  expect(found('hebräisch', 'de')).toEqual(['he']);
  expect(found('עבר')).toEqual(['he']);
  expect(found('fr-fr')).toEqual(['fr']);
});

test('capitals, accents and outer spaces do not matter, and an empty text matches all', () => {
  expect(found(' FRANCAIS ')).toEqual(['fr']);
  expect(found('')).toEqual(['en', 'de', 'fr', 'he']);
  expect(found('klingon')).toEqual([]);
});
