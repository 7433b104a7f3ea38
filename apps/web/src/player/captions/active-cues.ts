import type { Engine } from '../engine/engine.ts';
import type { CaptionCue } from './cue.ts';

interface CueIndex {
  /** Sorted by start. */
  readonly cues: readonly CaptionCue[];
  /** The latest end among the first n + 1 cues, at which a search backwards may stop. */
  readonly latestEnds: readonly number[];
}

export function indexCues(cues: readonly CaptionCue[]): CueIndex {
  let latest = 0;
  const latestEnds = cues.map(({ end }) => (latest = Math.max(latest, end)));
  return { cues, latestEnds };
}

/** Returns the cues of a moment, in order. Intervals are half-open: a cue ends when the next one starts. */
export function activeCues({ cues, latestEnds }: CueIndex, time: number): readonly CaptionCue[] {
  const active: CaptionCue[] = [];
  for (let at = lastStartedBy(cues, time); at >= 0 && (latestEnds[at] ?? 0) > time; at -= 1) {
    const cue = cues[at];
    if (cue && cue.end > time) active.push(cue);
  }
  return active.toReversed();
}

export function lastStartedBy(cues: readonly CaptionCue[], time: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.start ?? Number.POSITIVE_INFINITY) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface ActiveCues {
  readonly follow: (engine: Engine | undefined) => void;
  readonly show: (cues: CueIndex | undefined) => void;
  /** Seconds by which cues are shown late. */
  readonly setDelay: (seconds: number) => void;
}

const isSame = (a: readonly CaptionCue[], b: readonly CaptionCue[]) =>
  a.length === b.length && a.every((cue, at) => cue === b[at]);

/** Checks every video frame while there are cues, and reports only changes. */
export function createActiveCues(
  onDue: (cues: readonly CaptionCue[]) => void,
  firstDelay = 0,
): ActiveCues {
  let engine: Engine | undefined;
  let index: CueIndex | undefined;
  let delay = firstDelay;
  let due: readonly CaptionCue[] = [];
  let stopWatching: (() => void) | undefined;

  function notify(next: readonly CaptionCue[]) {
    if (isSame(next, due)) return;
    due = next;
    onDue(next);
  }

  function watch() {
    stopWatching?.();
    const cues = index;
    stopWatching = cues && engine?.onVideoFrame((time) => notify(activeCues(cues, time - delay)));
  }

  return {
    follow: (next) => {
      engine = next;
      watch();
    },
    show: (next) => {
      index = next;
      if (!next) notify([]);
      watch();
    },
    setDelay: (seconds) => {
      delay = seconds;
      watch();
    },
  };
}
