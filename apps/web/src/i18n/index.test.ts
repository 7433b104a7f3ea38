// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { changeLanguage, loadPageTexts, startLanguages } from './index.ts';
import { LANGUAGES, pickLanguage } from './languages.ts';

const i18n = startLanguages();

test('texts are available at once, and starting again changes nothing', () => {
  expect(i18n.t(($) => $.actions.retry)).toBe('Try again');
  expect(startLanguages()).toBe(i18n);
});

test('numbers choose their plural form, and titles stay unchanged', () => {
  expect(i18n.t(($) => $.home.search.count, { count: 1 })).toBe('1 title shown');
  expect(i18n.t(($) => $.home.search.count, { count: 2 })).toBe('2 titles shown');
  expect(i18n.t(($) => $.global.pageTitle, { title: 'Tom & <Jerry>' })).toBe(
    'Tom & <Jerry> · Matinee',
  );
});

test('numbers in texts are formatted by the language', async () => {
  expect(i18n.t(($) => $.home.search.count, { count: 1234 })).toBe('1,234 titles shown');
  expect(i18n.t(($) => $.media.watched, { share: 0.404 })).toBe('40% watched');
  const german = LANGUAGES.find(({ file }) => file === 'de');
  if (!german) throw new Error('No German');
  await changeLanguage(german, new AbortController().signal);
  expect(i18n.t(($) => $.home.search.count, { count: 1234 })).toContain('1.234');
  expect(i18n.t(($) => $.media.watched, { share: 0.404 })).toContain('40\u00a0%');
  await i18n.changeLanguage('en');
});

test('titles keep their direction in right-to-left texts', async () => {
  await i18n.changeLanguage('he');
  i18n.addResource('he', 'translation', 'global.pageTitle', '{{title}} · Matinee');
  expect(i18n.t(($) => $.global.pageTitle, { title: '9 to 5' })).toBe(
    '\u{2068}9 to 5\u{2069} · Matinee',
  );
  await i18n.changeLanguage('en');
});

test('the document has its language and its direction', async () => {
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  await i18n.changeLanguage('he');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['he', 'rtl']);
  await i18n.changeLanguage('en');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
});

test('texts of side pages load with the first of these pages, and then with each language', async () => {
  const choose = (file: string) =>
    changeLanguage(pickLanguage(file, []), new AbortController().signal);
  await choose('de');
  await loadPageTexts('side');
  expect(i18n.t(($) => $.settings.title)).toBe('Einstellungen');
  await choose('he');
  expect(i18n.t(($) => $.settings.title)).toBe('הגדרות');
  // A text of the first load, which arrives after them.
  expect(i18n.t(($) => $.sourceNames.folder)).toBe('ספריית האתר');
  await choose('en');
  expect(i18n.t(($) => $.settings.title)).toBe('Settings');
});
