// @vitest-environment jsdom
import { expect, test } from 'vitest';

import { createPlayer } from '../player.ts';
import { fakeEngines } from '../testing/fake-engine.ts';
import { playing } from '../testing/playing.ts';
import { MOVIE } from '../testing/streams.ts';
import { activeAudioTrack, hasAudioChoice } from './audio-tracks.ts';

const ENGLISH = { id: '0', language: 'en', label: '' };
const GERMAN = { id: '1', language: 'de', label: '' };

test('a choice is sent to the engine, and its report to the store', () => {
  const { player, engines, state } = playing();
  player.chooseAudio('1');
  expect(engines.last().engine.chooseAudio).toHaveBeenLastCalledWith('1');
  expect(state().media.audioTrack).toBe('1');
});

test('an engine starts with the stored language', () => {
  const engines = fakeEngines();
  const player = createPlayer({ createEngine: engines.create, audioLanguage: 'de' });
  expect(player.store.getState().media.audioLanguage).toBe('de');
  player.attach(document.createElement('video'), document.createElement('section'));
  expect(engines.last().engine.preferAudio).toHaveBeenLastCalledWith('de');
});

test('the next stream starts without tracks', () => {
  const { player, engines, state } = playing();
  engines.last().reports.state({ audioTracks: [ENGLISH, GERMAN], audioTrack: '1' });
  expect(hasAudioChoice(state())).toBe(true);
  expect(activeAudioTrack(state())).toBe(GERMAN);
  player.load(MOVIE, { startAt: 0, autoplay: true });
  expect(state().media.audioTracks).toEqual([]);
  expect(hasAudioChoice(state())).toBe(false);
  expect(activeAudioTrack(state())).toBeUndefined();
});
