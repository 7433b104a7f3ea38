import { describe, expect, test } from 'vitest';

import {
  areCaptionsOn,
  areControlsVisible,
  isStartOffered,
  isWaiting,
  loudness,
  remaining,
  shownTime,
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
