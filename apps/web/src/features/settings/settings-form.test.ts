import { afterEach, expect, test } from 'vitest';
import { playbackStore } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { DEFAULT_STYLE } from '#player/captions/style.ts';
import {
  changedFields,
  invalidFields,
  saveSettings,
  type SettingsValues,
} from './settings-form.ts';

const stored: SettingsValues = {
  thumbnails: 'auto',
  enableAutoplay: true,
  enableStillWatching: true,
  reporting: true,
  namedReports: false,
  language: null,
  theme: null,
  sourceOrder: [],
  disabledSources: [],
  captions: DEFAULT_STYLE,
  proxies: null,
  server: null,
};

afterEach(() => {
  resetStore(playbackStore);
  resetStore(sessionStore);
});

test('a value that is set back is no change', () => {
  expect(changedFields({ thumbnails: 'on', enableAutoplay: true }, stored)).toEqual(['thumbnails']);
  expect(changedFields({ captions: { ...DEFAULT_STYLE } }, stored)).toEqual([]);
  expect(changedFields({ proxies: [] }, stored)).toEqual(['proxies']);
});

test('invalid addresses cannot be saved, empty lines can', () => {
  expect(invalidFields({ proxies: ['', 'https://proxy.example'] })).toEqual([]);
  expect(invalidFields({ proxies: ['proxy'], server: '' })).toEqual(['proxies', 'server']);
  expect(invalidFields({ server: null, proxies: null })).toEqual([]);
});

test('saving writes to the stores, without empty lines', async () => {
  const edits = {
    thumbnails: 'on',
    enableStillWatching: false,
    sourceOrder: ['b', 'a'],
    proxies: [' ', ' https://p.example '],
  } as const;
  await saveSettings({ ...stored, ...edits }, changedFields(edits, stored));
  expect(playbackStore.getState()).toMatchObject({
    enableThumbnails: true,
    enableStillWatching: false,
    sourceOrder: ['b', 'a'],
  });
  expect(sessionStore.getState().proxySet).toEqual(['https://p.example']);
});
