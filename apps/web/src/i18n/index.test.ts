// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { startLanguages } from './index.ts';

const i18n = startLanguages();

test('texts are there at once, and starting again changes nothing', () => {
  expect(i18n.t(($) => $.actions.retry)).toBe('Try again');
  expect(startLanguages()).toBe(i18n);
});

test('numbers choose their form, and titles stay as they are', () => {
  expect(i18n.t(($) => $.home.search.count, { count: 1 })).toBe('1 title found');
  expect(i18n.t(($) => $.home.search.count, { count: 2 })).toBe('2 titles found');
  expect(i18n.t(($) => $.global.pageTitle, { title: 'Tom & <Jerry>' })).toBe(
    'Tom & <Jerry> · Matinee',
  );
});

test('the document says its language and its direction', async () => {
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  await i18n.changeLanguage('he');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['he', 'rtl']);
  await i18n.changeLanguage('en');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
});
