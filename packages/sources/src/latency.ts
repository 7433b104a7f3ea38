// Tracks how long each source takes, and which ones no longer respond. Held in memory only.

const DEFAULT_MS = 1_500;
const MIN_MS = 150;
const MIN_SAMPLES = 3;
/** Halves a sample's weight after about 13 newer ones. */
const DECAY = 0.95;
/** Upper bounds of the histogram's buckets, from 50 ms to about 11 s. */
const BOUNDS_MS = Array.from({ length: 25 }, (_, step) => 50 * 1.25 ** step);

const TIMEOUTS_TO_BREAK = 3;
const BROKEN_FOR_MS = 60_000;

/** The end of a source's run. An error says nothing about its speed. */
type RunEnd =
  | { readonly how: 'answered'; readonly ms: number }
  | { readonly how: 'timedOut'; readonly at: number }
  | { readonly how: 'failed' };

export interface LatencyTracker {
  readonly record: (id: string, end: RunEnd) => void;
  /** The time within which this share of the source's runs ended. */
  readonly expectedMs: (id: string, quantile: number) => number;
  /** True for a minute after the third timeout in a row. */
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
  const getEntry = (id: string): Entry => {
    const existing = entries.get(id);
    if (existing) return existing;
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
      const entry = getEntry(id);
      if (end.how === 'timedOut') return countTimeout(entry, end.at);
      entry.timeoutsInARow = 0;
      entry.brokenUntil = Number.NEGATIVE_INFINITY;
      if (end.how === 'answered') addSample(entry, end.ms);
    },
    expectedMs: (id, quantile) => {
      const entry = entries.get(id);
      if (!entry || entry.samples < MIN_SAMPLES) return DEFAULT_MS;
      return Math.max(MIN_MS, quantileOf(entry.weights, quantile));
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
  const target = weights.reduce((sum, weight) => sum + weight, 0) * quantile;
  let seen = 0;
  const bucket = weights.findIndex((weight) => (seen += weight) >= target);
  return BOUNDS_MS[bucket] ?? DEFAULT_MS;
}
