import { expect, test } from 'vitest';

import { languageName } from './language-name.ts';
import { settingsPath, settingsView } from './settings-path.ts';

test.each([
  [null, null],
  ['', null],
  ['/episodes', null],
  ['/settingsx', null],
  ['/settings', 'root'],
  ['/settings/', 'root'],
  ['//settings//quality', 'quality'],
  ['/settings/quality', 'quality'],
  ['/settings/audio', 'audio'],
  ['/settings/playback', 'playback'],
  ['/settings/quality/more', 'root'],
  ['/settings/nowhere', 'root'],
])('%s opens %s', (path, view) => {
  expect(settingsView(path)).toBe(view);
});

test('every view has an address of its own', () => {
  for (const view of ['root', 'quality', 'audio', 'playback'] as const) {
    expect(settingsView(settingsPath(view))).toBe(view);
  }
});

test.each([
  ['de', 'en', 'German'],
  ['de', 'de', 'Deutsch'],
  ['pt-BR', 'en', 'Brazilian Portuguese'],
  ['qqq', 'en', undefined],
  ['not a language', 'en', undefined],
  [undefined, 'en', undefined],
])('%s in %s is %s', (tag, locale, name) => {
  expect(languageName(tag, locale)).toBe(name);
});
