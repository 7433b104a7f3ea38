import { expect, test } from 'vitest';
import { changeLanguage, startLanguages } from './index.ts';
import { pickLanguage } from './languages.ts';
import { sourceName } from './source-name.ts';

const { t } = startLanguages();

test('a known source has a name in the language of the interface', async () => {
  const folder = { id: 'folder', name: 'Local files' };
  expect(sourceName(t, folder)).toBe('Site library');
  await changeLanguage(pickLanguage('de', []), new AbortController().signal);
  expect(sourceName(t, folder)).toBe('Mediathek dieser Seite');
  await changeLanguage(pickLanguage('en', []), new AbortController().signal);
});

test('another source has the name that its server sends', () => {
  expect(sourceName(t, { id: 'jellyfin', name: 'Living room' })).toBe('Living room');
});
