// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';

import { playing } from '../testing/playing.ts';
import { runningState } from '../testing/running-state.ts';
import { hasLoaded, isStartOffered, isWaiting, remaining, shownTime } from './playback.ts';

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

  test('a seek to an invalid time does nothing', () => {
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

  test('togglePlay plays and pauses', () => {
    const { player, state } = playing();
    player.togglePlay();
    expect(state().media.paused).toBe(true);
    player.togglePlay();
    expect(state().media.paused).toBe(false);
  });
});

describe('scrubbing', () => {
  test('the movie pauses, the label follows, and release seeks and continues', () => {
    const { player, state, engines } = playing();
    player.scrub.move(30);
    player.scrub.move(45);
    expect(state()).toMatchObject({ scrub: 45, media: { paused: true, time: 10 } });
    player.scrub.commit();
    expect(state()).toMatchObject({
      scrub: null,
      media: { paused: false, time: 45 },
    });
    expect(engines.last().engine.seek).toHaveBeenCalledOnce();
  });

  test('a paused movie stays paused', () => {
    const { player, state } = playing();
    player.pause();
    player.scrub.move(30);
    player.scrub.commit();
    expect(state().media).toMatchObject({ paused: true, time: 30 });
  });

  test('cancelling continues at the earlier position', () => {
    const { player, state } = playing();
    player.scrub.move(30);
    player.scrub.cancel();
    player.scrub.commit();
    expect(state()).toMatchObject({
      scrub: null,
      media: { paused: false, time: 10 },
    });
  });
});

test('the time shown is the one under the finger', () => {
  expect(shownTime(runningState({ media: { time: 10 } }))).toBe(10);
  const scrubbed = runningState({ media: { time: 10 }, scrub: 25 });
  expect(shownTime(scrubbed)).toBe(25);
  expect(remaining(scrubbed)).toBe(35);
});

test('a start is offered only for a movie that is ready and has not begun', () => {
  const refused = runningState({ media: { paused: true, hasPlayed: false } });
  expect(isStartOffered(refused)).toBe(true);
  expect(isStartOffered({ ...refused, phase: 'loading' })).toBe(false);
  expect(isStartOffered(runningState({ media: { paused: true } }))).toBe(false);
});

test('what a stream offers is known once its first data has arrived', () => {
  const phases = ['empty', 'loading', 'ready', 'stalled', 'ended', 'failed'] as const;
  expect(phases.filter((phase) => hasLoaded(runningState({ phase })))).toEqual([
    'ready',
    'stalled',
    'ended',
  ]);
});

test('loading and stalls count as waiting', () => {
  const phases = ['empty', 'loading', 'ready', 'stalled', 'ended', 'failed'] as const;
  expect(phases.filter((phase) => isWaiting(runningState({ phase })))).toEqual([
    'loading',
    'stalled',
  ]);
});
