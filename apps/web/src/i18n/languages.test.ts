import { expect, test } from 'vitest';
import { LANGUAGES, pickLanguage } from './languages.ts';

const pick = (chosen: string | null, ...preferred: string[]) =>
  pickLanguage(chosen, preferred).base;

test('without a choice it is the first of the browser’s languages that is spoken here', () => {
  expect(pick(null, 'de-AT', 'en-GB')).toBe('de');
  expect(pick(null, 'nl-NL', 'he', 'en')).toBe('he');
  expect(pick(null, 'nl', 'sv')).toBe('en');
  expect(pick(null)).toBe('en');
});

test('a choice decides, whatever the browser would like', () => {
  expect(pick('en-US', 'de-DE')).toBe('en');
  expect(pick('he-IL', 'de-DE')).toBe('he');
  expect(pick('de', 'en-US')).toBe('de');
});

test('a choice that an older client made, of a language not spoken here, is English', () => {
  expect(pick('pirate', 'de-DE')).toBe('en');
  expect(pick('zh-Hant', 'de-DE')).toBe('en');
});

test('old and odd spellings are understood, and nonsense harms nobody', () => {
  expect(pick('iw')).toBe('he');
  expect(pick(null, 'de_CH')).toBe('de');
  expect(pick('?', 'de')).toBe('en');
});

test.each(LANGUAGES.filter(({ load }) => load))(
  '$nativeName can be loaded, and says the name of the product',
  async ({ load }) => {
    const texts = await load?.();
    expect(texts?.default).toMatchObject({ global: { name: 'Matinee' } });
  },
);
