// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { playing } from '../testing/playing.ts';
import { runningState } from '../testing/running-state.ts';
import { areControlsVisible } from './controls.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const { player, state } = playing();
  return { player, state, isShown: () => areControlsVisible(state()) };
}

describe('a mouse', () => {
  test('shows the controls until it has rested for three seconds', () => {
    const { player, isShown } = setUp();
    expect(isShown()).toBe(false);
    player.controls.wake();
    vi.advanceTimersByTime(2_999);
    player.controls.wake();
    vi.advanceTimersByTime(2_999);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);
  });

  test('hides them at once when it leaves', () => {
    const { player, isShown } = setUp();
    player.controls.wake();
    player.controls.leave();
    expect(isShown()).toBe(false);
  });

  test('keeps them while it hovers over them', () => {
    const { player, isShown } = setUp();
    player.controls.wake();
    player.controls.hold(true);
    vi.advanceTimersByTime(60_000);
    expect(isShown()).toBe(true);
    player.controls.hold(false);
    expect(isShown()).toBe(false);
  });

  test('that moves a lot notifies the subscribers once', () => {
    const { player } = setUp();
    const listener = vi.fn<() => void>();
    player.store.subscribe(listener);
    for (let moves = 0; moves < 50; moves += 1) {
      player.controls.sawPointer('mouse');
      player.controls.wake();
    }
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('a touch', () => {
  test('shows them for three seconds, and another hides them before', () => {
    const { player, isShown } = setUp();
    player.controls.tap();
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(3_000);
    expect(isShown()).toBe(false);
    player.controls.tap();
    player.controls.tap();
    expect(isShown()).toBe(false);
  });

  test('on the controls keeps them', () => {
    const { player, isShown } = setUp();
    player.controls.tap();
    vi.advanceTimersByTime(2_000);
    player.controls.sawPointer('touch');
    vi.advanceTimersByTime(2_000);
    expect(isShown()).toBe(true);
  });

  test('can hide them while the video is paused, a mouse cannot', () => {
    const { player, isShown } = setUp();
    player.pause();
    expect(isShown()).toBe(true);
    player.controls.sawPointer('touch');
    player.controls.tap();
    player.controls.tap();
    expect(isShown()).toBe(false);
    player.controls.sawPointer('mouse');
    expect(isShown()).toBe(true);
  });
});

describe('the keyboard', () => {
  test('keeps the controls while they have the focus', () => {
    const { player, isShown } = setUp();
    player.controls.focus(true);
    vi.advanceTimersByTime(60_000);
    expect(isShown()).toBe(true);
    player.controls.focus(false);
    expect(isShown()).toBe(false);
  });

  test('rolls the video for a second', () => {
    const { player, state } = setUp();
    player.controls.roll();
    expect(state().controls.rolling).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(state().controls.rolling).toBe(false);
  });
});

test('a player that was destroyed has no timers left', () => {
  const { player } = setUp();
  player.controls.wake();
  player.controls.roll();
  player.destroy();
  expect(vi.getTimerCount()).toBe(0);
});

describe('the controls', () => {
  test.each([
    ['hide during playback', {}, false],
    ['show during a pause', { media: { paused: true } }, true],
    ['hide during a pause on touch', { media: { paused: true }, controls: { touch: true } }, false],
    ['show when hovered', { controls: { pointer: 'hover' } }, true],
    ['show when tapped', { controls: { pointer: 'tapped', touch: true } }, true],
    ['show while the bar is dragged', { scrub: 0 }, true],
    ['show before the first frame', { media: { hasPlayed: false } }, true],
    ['show at the end', { phase: 'ended', controls: { touch: true } }, true],
    ['show without a movie', { phase: 'empty' }, true],
    ['show after a failure', { phase: 'failed' }, true],
    ['hide during a stall', { phase: 'stalled' }, false],
  ] as const)('%s', (_name, change, shown) => {
    expect(areControlsVisible(runningState(change))).toBe(shown);
  });
});

test('an open menu keeps the controls, and closes with them', () => {
  const { player, state } = playing();
  expect(areControlsVisible(state())).toBe(false);
  player.controls.openMenu(true);
  player.controls.leave();
  expect(areControlsVisible(state())).toBe(true);
  player.controls.openMenu(false);
  expect(areControlsVisible(state())).toBe(false);
});
