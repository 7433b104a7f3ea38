import { expect, test } from 'vitest';

import { trackLanguage } from './labels.ts';
import { insideSettings, parentView, settingsPath, settingsView } from './settings-pages.ts';

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

test('every view has its own address', () => {
  for (const view of ['root', 'quality', 'captions', 'captions/settings', 'playback'] as const) {
    expect(settingsView(settingsPath(view))).toBe(view);
  }
});

test.each([
  ['/settings//download/ios', 'download/ios'],
  ['/settings', ''],
  ['/episodes/download', null],
  [null, null],
])('inside the settings %s names %s', (path, inside) => {
  expect(insideSettings(path)).toBe(inside);
});

test('back leads one page up', () => {
  expect(parentView('download/ios')).toBe('download');
  expect(parentView('download')).toBe('root');
});

test.each([
  ['quality', 'root'],
  ['captions', 'root'],
  ['captions/settings', 'captions'],
  ['captions/transcript', 'captions'],
] as const)('behind %s is %s', (view, parent) => {
  expect(parentView(view)).toBe(parent);
});

test.each([
  ['de', 'en', 'German'],
  ['de', 'de', 'Deutsch'],
  ['pt-BR', 'en', 'Brazilian Portuguese'],
  ['qqq', 'en', undefined],
  ['not a language', 'en', undefined],
  [undefined, 'en', undefined],
])('%s in %s is %s', (tag, locale, name) => {
  expect(trackLanguage(tag, locale)).toBe(name);
});
