import { afterEach, expect, test } from 'vitest';
import type { FileStream } from '@matinee/shared/media/stream';
import { captionStore, setCaptionLanguage } from '#data/preferences/captions.ts';
import {
  audioStore,
  qualityStore,
  setAudioLanguage,
  volumeStore,
} from '#data/preferences/player.ts';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { createPlayer } from '#player/player.ts';
import { persistPreferences, storedPreferences } from './persist-preferences.ts';

const stream = (...languages: readonly string[]): FileStream => ({
  id: languages.join(),
  type: 'file',
  flags: [],
  qualities: { '480': { type: 'mp4', url: 'x' } },
  captions: languages.map((language) => ({
    id: language,
    type: 'srt',
    url: language,
    hasCorsRestrictions: false,
    language,
  })),
});
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
const start = { startAt: 0, autoplay: false };

afterEach(() => {
  resetStore(audioStore);
  resetStore(captionStore);
  resetStore(qualityStore);
  resetStore(volumeStore);
});

function watching() {
  const player = createPlayer({ loadCaption: async () => SRT, ...storedPreferences() });
  return { player, unbind: persistPreferences(player) };
}

const captionChoice = () => {
  const { enabled, lastSelectedLanguage } = captionStore.getState();
  return { enabled, lastSelectedLanguage };
};

test('the volume is stored for the next player', () => {
  watching().player.setVolume(0.4);
  expect(volumeStore.getState().volume).toBe(0.4);
  expect(watching().player.store.getState().media.volume).toBe(0.4);
});

test('chosen captions are stored by their language', async () => {
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  await player.chooseCaption('fr');
  expect(captionChoice()).toEqual({ enabled: true, lastSelectedLanguage: 'fr' });
});

test('switching captions off keeps the language', async () => {
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  await player.chooseCaption('fr');
  await player.chooseCaption(null);
  expect(captionChoice()).toEqual({ enabled: false, lastSelectedLanguage: 'fr' });
});

test('a title without these captions does not switch them off', async () => {
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  await player.chooseCaption('fr');
  player.load(stream('de'), start);
  player.unload();
  expect(captionChoice()).toEqual({ enabled: true, lastSelectedLanguage: 'fr' });
});

test('a new page starts with captions in the stored language', async () => {
  setCaptionLanguage('fr');
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  expect(player.store.getState().captions.pending).toBe('fr');
});

test('the captions switch of a new page uses the last language', () => {
  setCaptionLanguage('fr');
  setCaptionLanguage(null);
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  expect(player.store.getState().captions.pending).toBeNull();
  player.toggleCaptions();
  expect(player.store.getState().captions.pending).toBe('fr');
});

test('a stopped subscription stores nothing', () => {
  const { player, unbind } = watching();
  unbind();
  player.setVolume(0.2);
  expect(volumeStore.getState().volume).toBe(1);
});

test('the chosen quality is stored for the next title', () => {
  const { player } = watching();
  expect(storedPreferences().quality).toBe('auto');
  player.chooseQuality('720');
  expect(storedPreferences().quality).toBe('720');
  expect(watching().player.store.getState().media.qualityPreference).toBe('720');
});

test('a resolution that movie-web clients lack is stored as the nearest one', () => {
  watching().player.chooseQuality('1440');
  expect(storedPreferences().quality).toBe('1080');
});

test('automatic quality keeps the last choice in storage', () => {
  const { player } = watching();
  player.chooseQuality('480');
  player.chooseQuality('auto');
  expect(storedPreferences().quality).toBe('auto');
  expect(qualityStore.getState().quality).toMatchObject({
    automaticQuality: true,
    lastChosenQuality: '480',
  });
});

test('automatic with 4K is stored', () => {
  const { player } = watching();
  player.chooseQuality('auto-4k');
  expect(storedPreferences().quality).toBe('auto-4k');
  player.chooseQuality('auto');
  expect(storedPreferences().quality).toBe('auto');
});

test('the audio language is stored only when chosen', () => {
  const { player } = watching();
  player.load(stream('en'), start);
  expect(audioStore.getState().lastSelectedLanguage).toBeNull();
  player.store.setState(({ media }) => ({ media: { ...media, audioLanguage: 'de' } }));
  expect(audioStore.getState().lastSelectedLanguage).toBe('de');
  setAudioLanguage('fr');
  expect(watching().player.store.getState().media.audioLanguage).toBe('fr');
});
