import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInvented, LANGUAGES } from '../../web/src/i18n/languages.ts';
import manifest from '../package.json' with { type: 'json' };
import { browsers, manifestFor } from './manifest.ts';

const locales = join(import.meta.dirname, '../public/_locales');
type Texts = Record<string, { readonly message: string; readonly placeholders?: object }>;
const textsOf = (locale: string): Texts =>
  JSON.parse(readFileSync(join(locales, locale, 'messages.json'), 'utf8'));
/** Browsers identify Chinese scripts by region. They show a variant without a folder in its base language. */
const FOLDERS = new Map([
  ['en-GB', 'en'],
  ['ca-ES', 'ca'],
  ['zh', 'zh_CN'],
  ['zh-Hant', 'zh_TW'],
]);
/** The longest description that the stores accept. */
const DESCRIPTION_LENGTH = 132;

test('every movie-web client accepts the version', () => {
  expect(manifest.version).toMatch(/^1\.([1-9]\d*\.\d+|0\.[2-9])$/);
});

test.each(browsers)('%s has no host permissions at installation', (browser) => {
  expect(manifestFor(browser, '1.3.0')).not.toHaveProperty('host_permissions');
});

test('requests are observed and never blocked; names are resolved where the browser can', () => {
  const common = ['activeTab', 'declarativeNetRequestWithHostAccess', 'storage', 'webRequest'];
  expect(manifestFor('chromium', '1.3.0')).toMatchObject({ permissions: common });
  expect(manifestFor('firefox', '1.3.0')).toMatchObject({ permissions: [...common, 'dns'] });
});

test('every language has every text, and the pages have no other texts', () => {
  const names = Object.keys(textsOf('en')).toSorted();
  for (const locale of readdirSync(locales)) {
    expect(Object.keys(textsOf(locale)).toSorted()).toEqual(names);
  }
  const pages = ['popup.html', 'tabs/PermissionGrant.html'];
  for (const page of pages) {
    const html = readFileSync(join(locales, '..', page), 'utf8');
    const used = [...html.matchAll(/data-text="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(used));
  }
});

test('browsers find a folder for every language of the interface, and for no other', () => {
  const spoken = LANGUAGES.filter(({ locale }) => !isInvented(locale));
  const folders = spoken.map(({ file }) => FOLDERS.get(file) ?? file.replace('-', '_'));
  expect(readdirSync(locales).toSorted()).toEqual([...new Set(folders)].toSorted());
});

test.each(readdirSync(locales))('the texts of %s are translated and fit', (locale) => {
  const english = Object.entries(textsOf('en'));
  const translated = textsOf(locale);
  const forms = (texts: Texts) =>
    Object.entries(texts).map(([name, { message, placeholders }]) => [
      name,
      placeholders,
      message.match(/\$\w+\$/g),
    ]);
  expect(forms(translated)).toEqual(forms(textsOf('en')));
  const same = english.filter(([name, { message }]) => translated[name]?.message === message);
  const names = locale === 'en' ? english.map(([name]) => name) : ['name', 'hereTitle'];
  expect(same.map(([name]) => name)).toEqual(names);
  expect(translated.description?.message.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH);
});
