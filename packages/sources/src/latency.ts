// What each source usually takes, and which one has stopped answering. Kept in memory; may be lost.

const UNKNOWN_MS = 1_500;
const SHORTEST_MS = 150;
const SAMPLES_TO_KNOW = 3;
/** A sample weighs half after about 13 newer ones. */
const DECAY = 0.95;
/** Upper bounds of the histogram's buckets: 50 ms to about 11 s, each a quarter longer than the last. */
const BOUNDS_MS = Array.from({ length: 25 }, (_, step) => 50 * 1.25 ** step);

const TIMEOUTS_TO_BREAK = 3;
const BROKEN_FOR_MS = 60_000;

/** How a source's run ended: after so many milliseconds, by time limit, or by an error that says nothing of its speed. */
export type RunEnd =
  | { readonly how: 'answered'; readonly ms: number }
  | { readonly how: 'timedOut'; readonly at: number }
  | { readonly how: 'failed' };

export interface LatencyTracker {
  readonly record: (id: string, end: RunEnd) => void;
  /** The time within which that share of the source's runs has ended. */
  readonly usualMs: (id: string, quantile: number) => number;
  /** Three time-outs in a row, the last less than a minute ago. */
  readonly isBroken: (id: string, now: number) => boolean;
}

interface Entry {
  weights: number[];
  samples: number;
  timeoutsInARow: number;
  brokenUntil: number;
}

export function createLatencyTracker(): LatencyTracker {
  const entries = new Map<string, Entry>();
  const entryOf = (id: string): Entry => {
    const known = entries.get(id);
    if (known) return known;
    const fresh = {
      weights: BOUNDS_MS.map(() => 0),
      samples: 0,
      timeoutsInARow: 0,
      brokenUntil: Number.NEGATIVE_INFINITY,
    };
    entries.set(id, fresh);
    return fresh;
  };
  return {
    record: (id, end) => {
      const entry = entryOf(id);
      if (end.how === 'timedOut') return countTimeout(entry, end.at);
      entry.timeoutsInARow = 0;
      entry.brokenUntil = Number.NEGATIVE_INFINITY;
      if (end.how === 'answered') addSample(entry, end.ms);
    },
    usualMs: (id, quantile) => {
      const entry = entries.get(id);
      if (!entry || entry.samples < SAMPLES_TO_KNOW) return UNKNOWN_MS;
      return Math.max(SHORTEST_MS, quantileOf(entry.weights, quantile));
    },
    isBroken: (id, now) => now < (entries.get(id)?.brokenUntil ?? now),
  };
}

function countTimeout(entry: Entry, at: number): void {
  entry.timeoutsInARow += 1;
  if (entry.timeoutsInARow >= TIMEOUTS_TO_BREAK) entry.brokenUntil = at + BROKEN_FOR_MS;
}

function addSample(entry: Entry, ms: number): void {
  const found = BOUNDS_MS.findIndex((bound) => ms <= bound);
  const bucket = found === -1 ? BOUNDS_MS.length - 1 : found;
  entry.weights = entry.weights.map((weight, at) => weight * DECAY + (at === bucket ? 1 : 0));
  entry.samples += 1;
}

function quantileOf(weights: readonly number[], quantile: number): number {
  const wanted = weights.reduce((sum, weight) => sum + weight, 0) * quantile;
  let seen = 0;
  const bucket = weights.findIndex((weight) => (seen += weight) >= wanted);
  return BOUNDS_MS[bucket] ?? UNKNOWN_MS;
}
