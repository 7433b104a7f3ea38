// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import type { WakeLock } from '../engine/wake-lock.ts';
import { playing } from '../testing/playing.ts';
import { keepLit } from './keep-lit.ts';

function setUp() {
  const made = playing();
  const want = vi.fn<WakeLock['want']>();
  const destroy = vi.fn<WakeLock['destroy']>();
  const stop = keepLit(made.player.store, { want, destroy });
  const wishes = () => want.mock.calls.map(([wanted]) => wanted);
  return { ...made, stop, destroy, wishes, report: made.engines.last().reports.state };
}

test('the screen stays lit while the film runs, and waits with it', () => {
  const { player, wishes, report } = setUp();
  report({ time: 11 }, 'stalled');
  report({ time: 12 }, 'ready');
  expect(wishes()).toEqual([true]);
  player.pause();
  player.play();
  expect(wishes()).toEqual([true, false, true]);
});

test('a film that has ended, or is gone, lights nothing', () => {
  const { player, wishes, report } = setUp();
  report({}, 'ended');
  expect(wishes()).toEqual([true, false]);
  report({}, 'ready');
  player.unload();
  expect(wishes().at(-1)).toBe(false);
});

test('in the end nobody is listened to any more', () => {
  const { player, wishes, stop, destroy } = setUp();
  stop();
  expect(destroy).toHaveBeenCalledOnce();
  player.pause();
  expect(wishes()).toEqual([true]);
});
