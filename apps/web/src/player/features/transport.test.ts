// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';

import { shortcutFor } from '../input/shortcuts.ts';
import { playing } from '../testing/playing.ts';
import { createPlayer } from '../player.ts';

describe('time', () => {
  test.each([
    [20, 20],
    [-5, 0],
    [99, 60],
  ])('a seek to %i ends at %i', (asked, reached) => {
    const { player, state } = playing();
    player.seek(asked);
    expect(state().media.time).toBe(reached);
  });

  test('a seek to nowhere does nothing', () => {
    const { player, engines } = playing();
    player.seek(Number.NaN);
    expect(engines.last().engine.seek).not.toHaveBeenCalled();
  });

  test('steps add up, however fast they come', () => {
    const { player, state } = playing();
    player.seekBy(10);
    player.seekBy(10);
    player.seekBy(-5);
    expect(state().media.time).toBe(25);
  });

  test('play and pause take turns', () => {
    const { player, state } = playing();
    player.togglePlay();
    expect(state().media.paused).toBe(true);
    player.togglePlay();
    expect(state().media.paused).toBe(false);
  });
});

describe('volume', () => {
  test('stays between nothing and all', () => {
    const { player, state } = playing();
    player.setVolume(7);
    expect(state().media).toMatchObject({ volume: 1, muted: false });
    player.setVolume(-1);
    expect(state().media).toMatchObject({ volume: 0, muted: true });
    player.setVolume(Number.NaN);
    expect(state().media.volume).toBe(0);
  });

  test('mute and back is as loud as before', () => {
    const { player, state } = playing();
    player.setVolume(0.3);
    player.toggleMute();
    expect(state().media).toMatchObject({ volume: 0.3, muted: true });
    player.toggleMute();
    expect(state().media).toMatchObject({ volume: 0.3, muted: false });
  });

  test('turned down to nothing, it comes back to what was last heard', () => {
    const { player, state } = playing();
    player.setVolume(0.3);
    player.setVolume(0);
    player.toggleMute();
    expect(state().media).toMatchObject({ volume: 0.3, muted: false });
  });

  test('a step up from mute begins at silence', () => {
    const { player, state } = playing();
    player.toggleMute();
    player.changeVolumeBy(0.15);
    expect(state().media).toMatchObject({ volume: 0.15, muted: false });
  });

  test('is kept until there is something to hear', () => {
    const player = createPlayer({ volume: 0 });
    expect(player.store.getState().media).toMatchObject({ volume: 0, muted: true });
    player.setVolume(0.5);
    player.setRate(2);
    expect(player.store.getState().media).toMatchObject({ volume: 0.5, muted: false, rate: 2 });
  });
});

describe('speed', () => {
  test('moves through the speeds and stops at their ends', () => {
    const { player, state } = playing();
    const seen = [1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1].map((direction) => {
      player.stepRate(direction === 1 ? 1 : -1);
      return state().media.rate;
    });
    expect(seen).toEqual([1.25, 1.5, 1.75, 2, 2, 1.75, 1.5, 1.25, 1, 0.5, 0.25, 0.25]);
  });

  test('an unknown speed counts as normal', () => {
    const { player, state } = playing();
    player.setRate(1.23);
    player.stepRate(1);
    expect(state().media.rate).toBe(1.25);
  });
});

describe('scrubbing', () => {
  test('the film waits, the label follows, and release jumps and goes on', () => {
    const { player, state, engines } = playing();
    player.scrub.move(30);
    player.scrub.move(45);
    expect(state()).toMatchObject({ controls: { scrub: 45 }, media: { paused: true, time: 10 } });
    player.scrub.commit();
    expect(state()).toMatchObject({
      controls: { scrub: null },
      media: { paused: false, time: 45 },
    });
    expect(engines.last().engine.seek).toHaveBeenCalledOnce();
  });

  test('a film at rest stays at rest', () => {
    const { player, state } = playing();
    player.pause();
    player.scrub.move(30);
    player.scrub.commit();
    expect(state().media).toMatchObject({ paused: true, time: 30 });
  });

  test('cancelled, it goes on where it was', () => {
    const { player, state } = playing();
    player.scrub.move(30);
    player.scrub.cancel();
    player.scrub.commit();
    expect(state()).toMatchObject({
      controls: { scrub: null },
      media: { paused: false, time: 10 },
    });
  });
});

describe('a live stream', () => {
  function live() {
    const it = playing();
    it.engines.last().reports.state({ duration: 0, live: { start: 100, end: 140 }, time: 138 });
    return it;
  }

  test.each([
    ['a seek', 20, 100],
    ['a seek', 120, 120],
    ['a seek', 999, 140],
  ])('takes %s to %i within its window', (_, asked, reached) => {
    const { player, state } = live();
    player.seek(asked);
    expect(state().media.time).toBe(reached);
  });

  test('is divided into tenths by its window', () => {
    const { player, state } = live();
    shortcutFor('5')?.run(player, '5');
    expect(state().media.time).toBe(120);
    shortcutFor('0')?.run(player, '0');
    expect(state().media.time).toBe(100);
  });

  test('is dragged within its window', () => {
    const { player, state } = live();
    player.scrub.move(20);
    expect(state().controls.scrub).toBe(100);
    player.scrub.move(999);
    expect(state().controls.scrub).toBe(140);
  });

  test('is no longer live on another engine', () => {
    const { player, engines, state } = live();
    player.switchEngine(engines.create);
    expect(state().media.live).toBeUndefined();
  });
});
