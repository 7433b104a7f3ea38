// @vitest-environment jsdom
import { expect, test } from 'vitest';

import { createPlayer } from '../player.ts';
import { fakeEngines } from '../testing/fake-engine.ts';
import { playing } from '../testing/playing.ts';
import { MOVIE } from '../testing/streams.ts';

test('a choice is sent to the engine, and its report to the store', () => {
  const { player, engines, state } = playing();
  player.chooseQuality('720');
  expect(engines.last().engine.chooseQuality).toHaveBeenLastCalledWith('720');
  expect(state().media.qualityPreference).toBe('720');
});

test('an engine starts with the stored preference, or with a choice made before it', () => {
  const engines = fakeEngines();
  const player = createPlayer({ createEngine: engines.create, quality: '480' });
  expect(player.store.getState().media.qualityPreference).toBe('480');
  player.chooseQuality('360');
  player.attach(document.createElement('video'), document.createElement('section'));
  expect(engines.last().engine.chooseQuality).toHaveBeenLastCalledWith('360');
});

test('the next stream keeps the preference and none of the qualities', () => {
  const { player, state } = playing();
  player.chooseQuality('720');
  player.load(MOVIE, { startAt: 0, autoplay: true });
  expect(state().media).toMatchObject({ qualityPreference: '720', qualities: [] });
});
