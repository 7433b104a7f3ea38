// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage, shownLanguage } from '#data/preferences/language.ts';
import { startLanguages } from '#i18n/index.ts';
import { syncLanguage } from './App.tsx';

const i18n = startLanguages();
let lifetime = new AbortController();

const follow = () => syncLanguage(lifetime.signal);
const browserSpeaks = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const page = () => [document.documentElement.lang, document.documentElement.dir];

afterEach(async () => {
  lifetime.abort();
  lifetime = new AbortController();
  setLanguage(null);
  await i18n.changeLanguage('en');
  vi.restoreAllMocks();
});

test('the page is in the browser’s language before the first render', async () => {
  browserSpeaks('de-AT', 'en');
  await follow();
  expect(page()).toEqual(['de', 'ltr']);
  expect(i18n.t(($) => $.actions.close)).toBe('Schließen');
});

test('accounts get the code that movie-web clients store, not the tag of the page', async () => {
  browserSpeaks('de-AT', 'en');
  await follow();
  expect(shownLanguage()).toBe('de-DE');
  setLanguage('pirate');
  await vi.waitFor(() => expect(page()).toEqual(['en-x-pirate', 'ltr']));
  expect(shownLanguage()).toBe('pirate');
});

test('a choice changes texts and direction at once, and can be undone', async () => {
  browserSpeaks('en-AU');
  await follow();
  expect(page()).toEqual(['en', 'ltr']);
  setLanguage('he-IL');
  await vi.waitFor(() => expect(page()).toEqual(['he', 'rtl']));
  expect(i18n.t(($) => $.home.search.count, { count: 2 })).toBe('מוצגים שני כותרים');
  setLanguage(null);
  await vi.waitFor(() => expect(page()).toEqual(['en', 'ltr']));
});

test('a partial language falls back to English text by text', async () => {
  browserSpeaks('en-GB');
  await follow();
  expect(page()).toEqual(['en-GB', 'ltr']);
  expect(i18n.t(($) => $.media.types.movie)).toBe('Film');
  expect(i18n.t(($) => $.home.search.count, { count: 2 })).toBe('2 titles shown');
});

test('of two quick choices the last one wins', async () => {
  browserSpeaks('en');
  await follow();
  setLanguage('he');
  setLanguage('de');
  await vi.waitFor(() => expect(page()).toEqual(['de', 'ltr']));
});

test('changes of the store after stop are ignored', async () => {
  browserSpeaks('en');
  await follow();
  const changeLanguage = vi.spyOn(i18n, 'changeLanguage');
  setLanguage('de');
  expect(changeLanguage).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(page()).toEqual(['de', 'ltr']));
  lifetime.abort();
  setLanguage('he');
  expect(changeLanguage).toHaveBeenCalledTimes(1);
});
