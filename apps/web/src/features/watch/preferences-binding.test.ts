import { beforeEach, expect, test } from 'vitest';
import type { FileStream } from '@matinee/shared/media/stream';
import { captionStore, setCaptionLanguage } from '#data/preferences/captions.ts';
import { setVolume, volumeStore } from '#data/preferences/volume.ts';
import { createPlayer } from '#player/store/player.ts';
import { bindPreferences, rememberedVolume, restoreCaptions } from './preferences-binding.ts';

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

beforeEach(() => {
  setCaptionLanguage('en');
  setCaptionLanguage(null);
  setVolume(1);
});

function watching() {
  const player = createPlayer({ loadCaption: async () => SRT, volume: rememberedVolume() });
  return { player, unbind: bindPreferences(player) };
}

const remembered = () => {
  const { enabled, lastSelectedLanguage } = captionStore.getState();
  return { enabled, lastSelectedLanguage };
};

test('the volume is remembered, and the next player begins with it', () => {
  watching().player.setVolume(0.4);
  expect(volumeStore.getState().volume).toBe(0.4);
  expect(watching().player.store.getState().media.volume).toBe(0.4);
});

test('captions that the viewer chooses are remembered by their language', async () => {
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  await player.chooseCaption('fr');
  expect(remembered()).toEqual({ enabled: true, lastSelectedLanguage: 'fr' });
});

test('switching captions off keeps the language', async () => {
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  await player.chooseCaption('fr');
  await player.chooseCaption(null);
  expect(remembered()).toEqual({ enabled: false, lastSelectedLanguage: 'fr' });
});

test('a film without these captions, and leaving, do not switch them off', async () => {
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  await player.chooseCaption('fr');
  player.load(stream('de'), start);
  player.unload();
  expect(remembered()).toEqual({ enabled: true, lastSelectedLanguage: 'fr' });
});

test('a new page begins with captions in the language that was on', async () => {
  setCaptionLanguage('fr');
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  restoreCaptions(player);
  expect(player.store.getState().captions.pending).toBe('fr');
});

test('the switch of a new page knows the last language', () => {
  setCaptionLanguage('fr');
  setCaptionLanguage(null);
  const { player } = watching();
  player.load(stream('en', 'fr'), start);
  restoreCaptions(player);
  expect(player.store.getState().captions.pending).toBeNull();
  player.toggleCaptions();
  expect(player.store.getState().captions.pending).toBe('fr');
});

test('after it is unbound the player changes nothing any more', () => {
  const { player, unbind } = watching();
  unbind();
  player.setVolume(0.2);
  expect(volumeStore.getState().volume).toBe(1);
});
