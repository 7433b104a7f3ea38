// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';

import { shortcutFor } from '../input/shortcuts.ts';
import { playing } from '../testing/playing.ts';
import { runningState } from '../testing/running-state.ts';
import { isAtLiveEdge, isPlayingLive, secondsBehindLive } from './live.ts';

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

  test('is scrubbed within its window', () => {
    const { player, state } = live();
    player.scrub.move(20);
    expect(state().scrub).toBe(100);
    player.scrub.move(999);
    expect(state().scrub).toBe(140);
  });

  test('is no longer live on another engine', () => {
    const { player, engines, state } = live();
    player.switchEngine(engines.create);
    expect(state().media.live).toBeUndefined();
  });
});

test.each([
  [138, 2, true],
  [131, 9, true],
  [130, 10, false],
  [100, 40, false],
  // The engine reports the edge by complete segments, so playback may be ahead of the last report.
  [143, 0, true],
])('at second %i a live stream is %i s behind its edge', (time, behind, isAtEdge) => {
  const state = runningState({ media: { duration: 0, live: { start: 100, end: 140 }, time } });
  expect(secondsBehindLive(state)).toBe(behind);
  expect(isAtLiveEdge(state)).toBe(isAtEdge);
});

test('a live stream that has not begun is at its edge', () => {
  const media = { duration: 0, live: { start: 100, end: 140 }, time: 0, hasPlayed: false };
  expect(isAtLiveEdge(runningState({ media }))).toBe(true);
  expect(isPlayingLive(runningState({ media: { ...media, paused: true } }))).toBe(false);
  expect(isPlayingLive(runningState({ media: { ...media, paused: false } }))).toBe(true);
});
