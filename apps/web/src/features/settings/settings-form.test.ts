import { expect, test } from 'vitest';
import { playbackStore } from '#data/preferences/playback.ts';
import { sessionStore } from '#data/session.ts';
import { DEFAULT_STYLE } from '#player/captions/style.ts';
import { changedIn, faultsIn, saveDraft, type Choices } from './settings-form.ts';

const stored: Choices = {
  thumbnails: 'auto',
  autoplay: true,
  stillWatching: true,
  reporting: true,
  language: null,
  theme: null,
  sourceOrder: [],
  disabledSources: [],
  captions: DEFAULT_STYLE,
  proxies: null,
  server: null,
};

test('a choice that is put back is no change', () => {
  expect(changedIn({ thumbnails: 'on', autoplay: true }, stored)).toEqual(['thumbnails']);
  expect(changedIn({ captions: { ...DEFAULT_STYLE } }, stored)).toEqual([]);
  expect(changedIn({ proxies: [] }, stored)).toEqual(['proxies']);
});

test('an address that is none cannot be saved, an empty line is no fault', () => {
  expect(faultsIn({ proxies: ['', 'https://proxy.example'] })).toEqual([]);
  expect(faultsIn({ proxies: ['proxy'], server: '' })).toEqual(['proxies', 'server']);
  expect(faultsIn({ server: null, proxies: null })).toEqual([]);
});

test('what is saved is in the stores, without empty lines', async () => {
  await saveDraft({
    thumbnails: 'on',
    stillWatching: false,
    sourceOrder: ['b', 'a'],
    proxies: [' ', ' https://p.example '],
  });
  expect(playbackStore.getState()).toMatchObject({
    enableThumbnails: true,
    enableStillWatching: false,
    sourceOrder: ['b', 'a'],
  });
  expect(sessionStore.getState().proxySet).toEqual(['https://p.example']);
});
