// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';

import { fakeEngines } from './testing/fake-engine.ts';
import { playing } from './testing/playing.ts';
import { MOVIE, PLAYLIST } from './testing/streams.ts';
import { createPlayer } from './player.ts';

describe('loading', () => {
  test('a stream that is loaded before a video element waits for it', () => {
    const engines = fakeEngines();
    const player = createPlayer({ createEngine: engines.create });
    player.load(MOVIE, { startAt: 7, autoplay: true });
    expect(player.store.getState()).toMatchObject({ phase: 'loading', media: { time: 7 } });
    const frame = document.createElement('section');
    player.attach(document.createElement('video'), frame);
    expect(engines.last().engine.load).toHaveBeenCalledExactlyOnceWith(MOVIE, {
      startAt: 7,
      autoplay: true,
    });
  });

  test('the state of the last stream is reset', () => {
    const { player, state, engines } = playing();
    engines.last().reports.failed({ type: 'hls', errorName: 'fragLoadError' });
    expect(state()).toMatchObject({ phase: 'failed', error: { errorName: 'fragLoadError' } });
    player.load(PLAYLIST, { startAt: 0, autoplay: true });
    expect(state()).toMatchObject({
      phase: 'loading',
      stream: PLAYLIST,
      error: undefined,
      media: { time: 0, duration: 0, buffered: 0, hasPlayed: false },
    });
  });

  test('unloading resets the player and keeps volume and rate', () => {
    const { player, state, engines } = playing();
    player.setVolume(0.4);
    player.setRate(1.5);
    player.unload();
    expect(engines.last().engine.unload).toHaveBeenCalledOnce();
    expect(state()).toMatchObject({
      phase: 'empty',
      stream: undefined,
      media: { paused: true, time: 0, duration: 0, volume: 0.4, rate: 1.5 },
    });
  });

  test('an empty player stays empty whatever the engine reports', () => {
    const { player, state, engines } = playing();
    player.unload();
    engines.last().reports.state({}, 'ready');
    expect(state().phase).toBe('empty');
  });
});

describe('phases', () => {
  test('waiting for data is loading before the first frame and a stall afterwards', () => {
    const { player, state, engines } = playing();
    engines.last().reports.state({}, 'stalled');
    expect(state().phase).toBe('stalled');
    player.load(MOVIE, { startAt: 0, autoplay: true });
    engines.last().reports.state({}, 'stalled');
    expect(state().phase).toBe('loading');
    engines.last().reports.state({}, 'ready');
    expect(state().phase).toBe('ready');
  });
});

describe('another engine', () => {
  test('casting continues at the same second, and reports of the old engine are ignored', () => {
    const { player, engines, state } = playing({ volume: 0.6 });
    player.setRate(1.5);
    const old = engines.last();
    old.reports.state({ time: 33 });
    const remote = fakeEngines();
    player.switchEngine(remote.create);
    expect(old.engine.destroy).toHaveBeenCalledOnce();
    expect(remote.last().engine.load).toHaveBeenCalledExactlyOnceWith(MOVIE, {
      startAt: 33,
      autoplay: true,
    });
    expect(remote.last().engine.setVolume).toHaveBeenLastCalledWith(0.6, false);
    expect(remote.last().engine.setRate).toHaveBeenLastCalledWith(1.5);
    old.reports.state({ time: 1 }, 'ended');
    old.reports.failed({ type: 'htmlvideo', errorName: 'MEDIA_ERR_ABORTED' });
    expect(state()).toMatchObject({ phase: 'ready', media: { time: 33 } });
    remote.last().reports.state({ time: 34 });
    expect(state().media.time).toBe(34);
  });

  test('a paused movie stays paused on the other engine', () => {
    const { player } = playing();
    player.pause();
    const remote = fakeEngines();
    player.switchEngine(remote.create);
    expect(remote.last().engine.load).toHaveBeenCalledWith(MOVIE, { startAt: 10, autoplay: false });
  });

  test('leaving the page and returning continues at the same position', () => {
    const { player, engines, frame, video, detach } = playing();
    const first = engines.last();
    detach();
    expect(first.engine.destroy).toHaveBeenCalledOnce();
    player.attach(video, frame);
    expect(engines.made).toHaveLength(2);
    expect(engines.last().engine.load).toHaveBeenCalledWith(MOVIE, { startAt: 10, autoplay: true });
  });

  test('a destroyed player leaves nothing behind', () => {
    const { player, engines, state } = playing();
    player.destroy();
    expect(engines.last().engine.destroy).toHaveBeenCalledOnce();
    engines.last().reports.state({ time: 50 });
    expect(state().media.time).toBe(10);
    player.destroy();
    expect(engines.last().engine.destroy).toHaveBeenCalledOnce();
  });
});
