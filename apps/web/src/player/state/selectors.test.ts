import { describe, expect, test } from 'vitest';

import {
  areCaptionsOn,
  areControlsVisible,
  isAtLiveEdge,
  isNextDue,
  isNextNear,
  isNextOffered,
  isStartOffered,
  isWaiting,
  loudness,
  remaining,
  secondsBehindLive,
  secondsToNext,
  shownTime,
  spokenLine,
} from './selectors.ts';
import { initialState } from './state.ts';
import type { PlayerState } from './state.ts';

const first = initialState(1);

function running(change: {
  phase?: PlayerState['phase'];
  media?: Partial<PlayerState['media']>;
  controls?: Partial<PlayerState['controls']>;
}): PlayerState {
  return {
    ...first,
    phase: change.phase ?? 'ready',
    media: { ...first.media, paused: false, hasPlayed: true, duration: 60, ...change.media },
    controls: { ...first.controls, ...change.controls },
  };
}

describe('controls', () => {
  test.each([
    ['hide while the film runs', {}, false],
    ['show while it stands still', { media: { paused: true } }, true],
    [
      'hide while it stands still on touch',
      { media: { paused: true }, controls: { touch: true } },
      false,
    ],
    ['show when hovered', { controls: { pointer: 'hover' } }, true],
    ['show when tapped', { controls: { pointer: 'tapped', touch: true } }, true],
    ['show while the bar is dragged', { controls: { scrub: 0 } }, true],
    ['show before the first picture', { media: { hasPlayed: false } }, true],
    ['show at the end', { phase: 'ended', controls: { touch: true } }, true],
    ['show when there is no film', { phase: 'empty' }, true],
    ['show when it has failed', { phase: 'failed' }, true],
    ['hide during a stall', { phase: 'stalled' }, false],
  ] as const)('%s', (_name, change, shown) => {
    expect(areControlsVisible(running(change))).toBe(shown);
  });
});

test('the time shown is the one under the finger', () => {
  expect(shownTime(running({ media: { time: 10 } }))).toBe(10);
  const scrubbed = running({ media: { time: 10 }, controls: { scrub: 25 } });
  expect(shownTime(scrubbed)).toBe(25);
  expect(remaining(scrubbed)).toBe(35);
});

test('a start is offered only for a film that is ready and has not begun', () => {
  const refused = running({ media: { paused: true, hasPlayed: false } });
  expect(isStartOffered(refused)).toBe(true);
  expect(isStartOffered({ ...refused, phase: 'loading' })).toBe(false);
  expect(isStartOffered(running({ media: { paused: true } }))).toBe(false);
});

test('loading and stalls are waiting', () => {
  const phases = ['empty', 'loading', 'ready', 'stalled', 'ended', 'failed'] as const;
  expect(phases.filter((phase) => isWaiting(running({ phase })))).toEqual(['loading', 'stalled']);
});

test.each([
  [{ volume: 0.33, muted: true }, 'silent'],
  [{ volume: 0 }, 'silent'],
  [{ volume: 0.33 }, 'low'],
  [{ volume: 0.66 }, 'middle'],
  [{ volume: 0.67 }, 'high'],
] as const)('the volume %j sounds %s', (media, level) => {
  expect(loudness(running({ media }))).toBe(level);
});

test('captions count as on while they are on their way', () => {
  expect(areCaptionsOn(first)).toBe(false);
  expect(areCaptionsOn({ ...first, captions: { ...first.captions, pending: 'x' } })).toBe(true);
});

describe('what comes after a film of an hour', () => {
  const at = (time: number, change: Parameters<typeof running>[0] = {}) =>
    running({ ...change, media: { time, duration: 3_600, ...change.media } });

  test('is offered in the last half minute, controls or not', () => {
    expect(isNextOffered(at(3_569))).toBe(false);
    expect(isNextOffered(at(3_570))).toBe(true);
  });

  test('is offered in the last tenth only beside the controls', () => {
    expect(isNextOffered(at(3_240))).toBe(false);
    expect(isNextOffered(at(3_240, { controls: { pointer: 'hover' } }))).toBe(true);
    expect(isNextOffered(at(3_239, { controls: { pointer: 'hover' } }))).toBe(false);
  });

  test('is looked for a little earlier than it is needed, and never before the film has begun', () => {
    expect(isNextNear(at(3_419))).toBe(false);
    expect(isNextNear(at(3_420))).toBe(true);
    expect(isNextNear(at(3_420, { media: { hasPlayed: false } }))).toBe(false);
  });

  test('begins by itself in the last hundredth, which comes sooner at twice the speed', () => {
    expect(secondsToNext(at(3_554))).toBe(10);
    expect(secondsToNext(at(3_554, { media: { rate: 2 } }))).toBe(5);
    expect(isNextDue(at(3_563))).toBe(false);
    expect(isNextDue(at(3_564))).toBe(true);
    expect(isNextDue(at(3_600, { phase: 'ended', media: { paused: true } }))).toBe(true);
  });

  test.each([
    ['somebody is in a menu', { controls: { menuOpen: true } }],
    ['the keys are looked up', { controls: { helpShown: true } }],
    ['the bar is dragged', { controls: { scrub: 3_599 } }],
    ['it stands still', { media: { paused: true } }],
    ['a seek has not arrived', { media: { seeking: true } }],
    ['it has broken', { phase: 'failed' }],
  ] as const)('does not begin while %s', (_what, change) => {
    expect(isNextDue(at(3_599, change))).toBe(false);
  });

  test('is unknown for a stream without an end', () => {
    const live = at(3_599, { media: { duration: Infinity } });
    expect([isNextOffered(live), isNextNear(live), isNextDue(live)]).toEqual([false, false, false]);
  });
});

test('the line being said is found where its captions are shown, later than they say', () => {
  const cue = (id: number, start: number) => ({
    id,
    start,
    end: start + 2,
    nodes: [],
    raw: { startTime: start, endTime: start + 2, text: '' },
  });
  const state = running({ media: { time: 10.5 } });
  const cues = [cue(0, 4), cue(1, 10)];
  const delayed = (delay: number) => ({ ...state, captions: { ...state.captions, cues, delay } });
  expect(spokenLine(delayed(0))).toBe(1);
  expect(spokenLine(delayed(1))).toBe(0);
});

test.each([
  [138, 2, true],
  [131, 9, true],
  [130, 10, false],
  [100, 40, false],
  // The engine tells of the edge by whole segments, and the picture may be ahead of what it said last.
  [143, 0, true],
])('at second %i a live stream is %i s behind its edge', (time, behind, isAtEdge) => {
  const state = running({ media: { duration: 0, live: { start: 100, end: 140 }, time } });
  expect(secondsBehindLive(state)).toBe(behind);
  expect(isAtLiveEdge(state)).toBe(isAtEdge);
});

test('a live stream that has not begun is at its edge', () => {
  const media = { duration: 0, live: { start: 100, end: 140 }, time: 0, hasPlayed: false };
  expect(isAtLiveEdge(running({ media }))).toBe(true);
});

test('nothing follows a live stream by itself', () => {
  const state = running({ media: { duration: 0, live: { start: 100, end: 140 }, time: 139 } });
  expect([isNextOffered(state), isNextNear(state), isNextDue(state)]).toEqual([
    false,
    false,
    false,
  ]);
});
