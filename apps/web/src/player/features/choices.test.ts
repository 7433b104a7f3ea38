// @vitest-environment jsdom
import { expect, test } from 'vitest';

import { fakeEngines } from '../testing/fake-engine.ts';
import { playing } from '../testing/playing.ts';
import { FILM } from '../testing/streams.ts';
import { createPlayer } from '../player.ts';
import { areControlsVisible, hasAudioChoice, heardTrack } from '../state/selectors.ts';

const ENGLISH = { id: '0', language: 'en', label: '' };
const GERMAN = { id: '1', language: 'de', label: '' };

test('a choice goes to the engine, and its report into the store', () => {
  const { player, engines, state } = playing();
  player.chooseQuality('720');
  player.chooseAudio('1');
  expect(engines.last().engine.chooseQuality).toHaveBeenLastCalledWith('720');
  expect(engines.last().engine.chooseAudio).toHaveBeenLastCalledWith('1');
  expect(state().media).toMatchObject({ qualityWish: '720', audioTrack: '1' });
});

test('the engine is told of what was remembered, and of what was chosen before it was there', () => {
  const engines = fakeEngines();
  const player = createPlayer({
    createEngine: engines.create,
    quality: '480',
    audioLanguage: 'de',
  });
  expect(player.store.getState().media).toMatchObject({ qualityWish: '480', audioLanguage: 'de' });
  player.chooseQuality('360');
  player.attach(document.createElement('video'), document.createElement('section'));
  expect(engines.last().engine.chooseQuality).toHaveBeenLastCalledWith('360');
  expect(engines.last().engine.preferAudio).toHaveBeenLastCalledWith('de');
});

test('the next stream keeps the wishes and none of the tracks', () => {
  const { player, engines, state } = playing();
  player.chooseQuality('720');
  engines.last().reports.state({ audioTracks: [ENGLISH, GERMAN], audioTrack: '1' });
  expect(hasAudioChoice(state())).toBe(true);
  expect(heardTrack(state())).toBe(GERMAN);
  player.load(FILM, { startAt: 0, autoplay: true });
  expect(state().media).toMatchObject({ qualityWish: '720', audioTracks: [], qualities: [] });
  expect(hasAudioChoice(state())).toBe(false);
  expect(heardTrack(state())).toBeUndefined();
});

test('an open menu keeps the controls, and takes them away with it', () => {
  const { player, state } = playing();
  expect(areControlsVisible(state())).toBe(false);
  player.controls.openMenu(true);
  player.controls.leave();
  expect(areControlsVisible(state())).toBe(true);
  player.controls.openMenu(false);
  expect(areControlsVisible(state())).toBe(false);
});

test.each([
  [0.1, 0.25],
  [0.25, 0.25],
  [1.75, 1.75],
  [2, 2],
  [16, 2],
])('a speed of %d is %d', (wanted, rate) => {
  const { player, state } = playing();
  player.setRate(wanted);
  expect(state().media.rate).toBe(rate);
});
