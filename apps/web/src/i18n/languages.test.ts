import { expect, onTestFinished, test, vi } from 'vitest';
import {
  documentLanguage,
  formatLocale,
  isInvented,
  LANGUAGES,
  nativeName,
  pickLanguage,
  type Language,
} from './languages.ts';
import { firstEnglish } from './english.ts';
import { loadTexts } from './load-texts.ts';
import { unpackTexts } from './packed-texts.ts';

const pick = (chosen: string | null, ...preferred: string[]) =>
  pickLanguage(chosen, preferred).file;

const language = (code: string, locale: string, file = locale, lang = locale): Language => ({
  code,
  locale,
  file,
  lang,
});
const MANY = [
  language('en-US', 'en'),
  language('en-GB', 'en-GB'),
  language('ca-AD', 'ca'),
  language('ca-ES', 'ca-valencia', 'ca-ES'),
  language('zh-CN', 'zh'),
  language('zh-Hant', 'zh-Hant'),
  language('pt-BR', 'pt-BR'),
  language('pt-PT', 'pt-PT'),
  language('pirate', 'en-x-pirate', 'pirate'),
  language('tok', 'en-x-tok', 'tok', 'tok'),
];

test('without a choice it is the first of the browser’s languages that is available', () => {
  expect(pick(null, 'de-AT', 'en-GB')).toBe('de');
  expect(pick(null, 'en-GB')).toBe('en-GB');
  expect(pick(null, 'nv-US', 'he', 'en')).toBe('he');
  expect(pick(null, 'nv', 'yo')).toBe('en');
  expect(pick(null)).toBe('en');
});

test('a choice overrides the browser’s languages', () => {
  expect(pick('en-US', 'de-DE')).toBe('en');
  expect(pick('he-IL', 'de-DE')).toBe('he');
  expect(pick('de', 'en-US')).toBe('de');
});

test('an older client’s choice of an unavailable language becomes English', () => {
  expect(pick('kitty', 'de-DE')).toBe('en');
  expect(pick('nv-US', 'de-DE')).toBe('en');
  expect(pickLanguage('cat', ['de'], MANY).file).toBe('en');
});

test('old and unusual spellings are understood, and invalid ones are ignored', () => {
  expect(pick('iw')).toBe('he');
  expect(pick(null, 'de_CH')).toBe('de');
  expect(pick('?', 'de')).toBe('en');
});

test.each([
  ['en-AU', 'en'],
  ['en-GB', 'en-GB'],
  ['ca', 'ca'],
  ['ca-ES', 'ca'],
  ['ca-ES-valencia', 'ca-ES'],
  ['zh', 'zh'],
  ['zh-SG', 'zh'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-Hant-MO', 'zh-Hant'],
  ['pt', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['en-x-pirate', 'en'],
])('a browser in %s gets the file %s', (tag, file) => {
  expect(pickLanguage(null, [tag], MANY).file).toBe(file);
});

test.each([
  ['ca-ES', 'ca-ES'],
  ['ca-AD', 'ca'],
  ['zh-CN', 'zh'],
  ['zh-Hant', 'zh-Hant'],
  ['pt-PT', 'pt-PT'],
  ['pirate', 'pirate'],
  ['tok', 'tok'],
  ['en-US', 'en'],
])('the choice %s of a movie-web client is the file %s', (code, file) => {
  expect(pickLanguage(code, ['de'], MANY).file).toBe(file);
});

test.each([
  ['zh-Hant', 'zh-Hant'],
  ['ca-valencia', 'ca-valencia'],
  ['en-x-tok', 'tok'],
  ['en-x-pirate', 'en-x-pirate'],
])('a document in %s is marked as %s', (locale, lang) => {
  expect(documentLanguage(locale, MANY)).toBe(lang);
});

test.each(LANGUAGES)('$code is found by what it stores, by its file and by its locale', (one) => {
  expect(pickLanguage(one.code, ['de'])).toBe(one);
  expect(pickLanguage(one.file, ['de'])).toBe(one);
  if (!isInvented(one.locale)) expect(pickLanguage(null, [one.locale])).toBe(one);
});

test.each(LANGUAGES.filter(({ file }) => file !== 'en'))('$code can be loaded', async (one) => {
  const texts = unpackTexts(await loadTexts(one.file, 'main'), firstEnglish);
  expect(texts).toHaveProperty(['player.captionMenu.style.color']);
});

test('a language has its native name, as at the beginning of a line', () => {
  expect(nativeName(language('de-DE', 'de'))).toBe('Deutsch');
  expect(nativeName(language('fr-FR', 'fr'))).toBe('Français');
  expect(nativeName(language('pt-BR', 'pt-BR'))).toBe('Português (Brasil)');
  expect(nativeName({ ...language('pirate', 'en-x-pirate'), nativeName: 'Pirate' })).toBe('Pirate');
});

test.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['fr-FR', 'en-AU'], 'en-AU'],
  ['de', ['en-GB', 'de-AT'], 'de-AT'],
  ['he', ['en-GB'], 'he'],
  ['en', [], 'en'],
  ['en-GB', ['en-US'], 'en-GB'],
  ['pt-PT', ['pt-BR'], 'pt-PT'],
  ['zh', ['zh-TW', 'zh-SG'], 'zh-SG'],
  ['zh-Hant', ['zh-CN', 'zh-HK'], 'zh-HK'],
  ['en-x-pirate', ['fr-FR'], 'en-x-pirate'],
  ['minion', ['fr-FR'], 'en'],
])('%s, where %j are spoken, is formatted as %s', (language, spoken, written) => {
  expect(formatLocale(language, spoken)).toBe(written);
});

test('an invented language is formatted as English', () => {
  const number = new Intl.NumberFormat(formatLocale('en-x-pirate', ['de']));
  expect(number.format(1234.5)).toBe('1,234.5');
  expect(number.resolvedOptions().locale).toBe('en');
});

test('a language that the browser has only in part is formatted as English', () => {
  // Chromium has no lists in Punjabi.
  const supported = vi.spyOn(Intl.ListFormat, 'supportedLocalesOf').mockReturnValue([]);
  onTestFinished(() => supported.mockRestore());
  expect(formatLocale('pa', ['pa-IN'])).toBe('en');
});

test('a day is formatted as in the user’s country', () => {
  const day = (spoken: readonly string[]) =>
    new Intl.DateTimeFormat(formatLocale('en', spoken), {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(Date.UTC(2026, 2, 5));
  expect(day(['en-GB'])).toBe('5 March 2026');
  expect(day(['en-US'])).toBe('March 5, 2026');
});
