import { describe, expect, test } from 'vitest';

import { runningState } from '../testing/running-state.ts';
import { isNextDue, isNextNear, isNextOffered, secondsToNext } from './selectors.ts';

describe('the next title after a movie of an hour', () => {
  const at = (time: number, change: Parameters<typeof runningState>[0] = {}) =>
    runningState({ ...change, media: { time, duration: 3_600, ...change.media } });

  test('is offered in the last half minute, with or without controls', () => {
    expect(isNextOffered(at(3_569))).toBe(false);
    expect(isNextOffered(at(3_570))).toBe(true);
  });

  test('is offered in the last tenth only with the controls', () => {
    expect(isNextOffered(at(3_240))).toBe(false);
    expect(isNextOffered(at(3_240, { controls: { pointer: 'hover' } }))).toBe(true);
    expect(isNextOffered(at(3_239, { controls: { pointer: 'hover' } }))).toBe(false);
  });

  test('is fetched a little earlier than needed, and never before the movie has begun', () => {
    expect(isNextNear(at(3_419))).toBe(false);
    expect(isNextNear(at(3_420))).toBe(true);
    expect(isNextNear(at(3_420, { media: { hasPlayed: false } }))).toBe(false);
  });

  test('starts by itself in the last hundredth, which is sooner at double speed', () => {
    expect(secondsToNext(at(3_554))).toBe(10);
    expect(secondsToNext(at(3_554, { media: { rate: 2 } }))).toBe(5);
    expect(isNextDue(at(3_563))).toBe(false);
    expect(isNextDue(at(3_564))).toBe(true);
    expect(isNextDue(at(3_600, { phase: 'ended', media: { paused: true } }))).toBe(true);
  });

  test.each([
    ['a menu is open', { controls: { menuOpen: true } }],
    ['the shortcuts are shown', { controls: { helpShown: true } }],
    ['the bar is dragged', { scrub: 3_599 }],
    ['the video is paused', { media: { paused: true } }],
    ['a seek has not arrived', { media: { seeking: true } }],
    ['playback has failed', { phase: 'failed' }],
  ] as const)('does not start while %s', (_what, change) => {
    expect(isNextDue(at(3_599, change))).toBe(false);
  });

  test('is unknown for a stream without an end', () => {
    const live = at(3_599, { media: { duration: Infinity } });
    expect([isNextOffered(live), isNextNear(live), isNextDue(live)]).toEqual([false, false, false]);
  });
});

test('nothing follows a live stream automatically', () => {
  const state = runningState({ media: { duration: 0, live: { start: 100, end: 140 }, time: 139 } });
  expect([isNextOffered(state), isNextNear(state), isNextDue(state)]).toEqual([
    false,
    false,
    false,
  ]);
});
