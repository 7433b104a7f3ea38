import { initialState } from '../state/state.ts';
import type { PlayerState } from '../state/state.ts';

const first = initialState(1);

/** The state of a minute of video that plays. */
export function runningState(
  change: {
    readonly phase?: PlayerState['phase'];
    readonly media?: Partial<PlayerState['media']>;
    readonly controls?: Partial<PlayerState['controls']>;
    readonly scrub?: number;
  } = {},
): PlayerState {
  return {
    ...first,
    phase: change.phase ?? 'ready',
    scrub: change.scrub ?? null,
    media: { ...first.media, paused: false, hasPlayed: true, duration: 60, ...change.media },
    controls: { ...first.controls, ...change.controls },
  };
}
