import { activeCues } from '../captions/active-cues.ts';
import type { CueIndex } from '../captions/active-cues.ts';
import type { Cue } from '../captions/cue.ts';
import type { Engine } from '../engine/engine.ts';

export interface CueClock {
  readonly follow: (engine: Engine | undefined) => void;
  readonly show: (cues: CueIndex | undefined) => void;
  /** Seconds by which cues are shown later than they say. */
  readonly setDelay: (seconds: number) => void;
}

const isSame = (a: readonly Cue[], b: readonly Cue[]) =>
  a.length === b.length && a.every((cue, at) => cue === b[at]);

/** Looks at every picture while there are cues, and speaks only when other ones are due. */
export function createCueClock(onDue: (cues: readonly Cue[]) => void, firstDelay = 0): CueClock {
  let engine: Engine | undefined;
  let index: CueIndex | undefined;
  let delay = firstDelay;
  let due: readonly Cue[] = [];
  let stopWatching: (() => void) | undefined;

  function tell(next: readonly Cue[]) {
    if (isSame(next, due)) return;
    due = next;
    onDue(next);
  }

  function watch() {
    stopWatching?.();
    const cues = index;
    stopWatching = cues && engine?.watchFrames((time) => tell(activeCues(cues, time - delay)));
  }

  return {
    follow: (next) => {
      engine = next;
      watch();
    },
    show: (next) => {
      index = next;
      if (!next) tell([]);
      watch();
    },
    setDelay: (seconds) => {
      delay = seconds;
      watch();
    },
  };
}
