import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { browsers, manifestFor } from './manifest.ts';

const locales = join(import.meta.dirname, '../public/_locales');
const textsOf = (locale: string): object =>
  JSON.parse(readFileSync(join(locales, locale, 'messages.json'), 'utf8'));

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
