// Decides when runs may start and how long the race waits for better ones, based on the latency of earlier runs. Times
// are arguments.

/** A rank in the race: the source's position and, for an embed, its position in the source. 0 is best. */
export interface RacePosition {
  readonly source: number;
  /** -1 is the source's own run. */
  readonly embed: number;
}

export interface Policy {
  /** The time between the starts of two runs. */
  readonly staggerMs: number;
  readonly minGraceMs: number;
  readonly maxGraceMs: number;
  /** A run is late if it takes longer than this share of the source's earlier runs. */
  readonly lateQuantile: number;
}

/** Prefers a good stream now to the best one later. */
export const BALANCED: Policy = {
  staggerMs: 200,
  minGraceMs: 300,
  maxGraceMs: 2_000,
  lateQuantile: 0.9,
};

/** Waits longer for the best-ranked source, for users who have ordered the sources. */
export const RANK_FIRST: Policy = {
  staggerMs: 400,
  minGraceMs: 300,
  maxGraceMs: 2_500,
  lateQuantile: 0.95,
};

export interface ScheduleLimits {
  /** The maximum number of concurrent runs that are younger than `youngMs`. */
  readonly slots: number;
  /** An older run continues but frees its slot. */
  readonly youngMs: number;
  /** The maximum number of concurrent runs of any age. */
  readonly max: number;
}

export const SOURCE_LIMITS: ScheduleLimits = { slots: 4, youngMs: 2_000, max: 8 };
export const EMBED_LIMITS: ScheduleLimits = {
  slots: 2,
  youngMs: Number.POSITIVE_INFINITY,
  max: 2,
};

/** A queue with some entries running: the sources of a race, or the embeds of one source. */
export interface QueueState {
  /** The best entry that hasn't started. */
  readonly next: RacePosition | undefined;
  /** The start times of the active runs. */
  readonly running: readonly number[];
  readonly lastStart: number | undefined;
  /** The number of runs that ended without a stream and haven't been replaced yet. */
  readonly vacancies: number;
}

export interface RaceCandidate {
  readonly position: RacePosition;
  /** The time of the race's first stream, even if a better one replaced it. */
  readonly firstFoundAt: number;
}

/** An active run that may still find a better stream. */
interface PendingRun {
  readonly position: RacePosition;
  readonly startedAt: number;
  readonly expectedMs: number;
}

export function isBefore(a: RacePosition, b: RacePosition): boolean {
  return a.source === b.source ? a.embed < b.embed : a.source < b.source;
}

/** Returns the time at which the queue's next entry may start. Undefined while it must wait for an event. */
export function nextStart(
  queue: QueueState,
  rules: { readonly limits: ScheduleLimits; readonly policy: Policy },
  candidate: RaceCandidate | undefined,
): number | undefined {
  const { limits, policy } = rules;
  if (!queue.next || queue.running.length >= limits.max) return undefined;
  if (candidate && !isBefore(queue.next, candidate.position)) return undefined;
  const slotFreeAt = slotFreeTime(queue.running, limits);
  if (queue.lastStart === undefined || queue.vacancies > 0) return slotFreeAt;
  return Math.max(slotFreeAt, queue.lastStart + policy.staggerMs);
}

function slotFreeTime(running: readonly number[], limits: ScheduleLimits): number {
  const oldestInSlot = running.toSorted((a, b) => b - a)[limits.slots - 1];
  return oldestInSlot === undefined ? Number.NEGATIVE_INFINITY : oldestInSlot + limits.youngMs;
}

/** Returns the time at which the candidate wins unless a better one is found first. */
export function decisionTime(
  candidate: RaceCandidate,
  pending: readonly PendingRun[],
  run: { readonly startedAt: number; readonly policy: Policy },
): number {
  const { firstFoundAt } = candidate;
  const elapsed = firstFoundAt - run.startedAt;
  const { minGraceMs, maxGraceMs } = run.policy;
  const graceEnds = firstFoundAt + Math.min(Math.max(elapsed, minGraceMs), maxGraceMs);
  const deadlines = pending
    .filter((other) => isBefore(other.position, candidate.position))
    .map((other) => Math.min(graceEnds, other.startedAt + other.expectedMs));
  return Math.max(firstFoundAt, ...deadlines);
}

/** Tracks the waiting and running entries of one queue. */
export interface RunQueue<T> {
  readonly state: () => QueueState;
  readonly waiting: () => readonly T[];
  /** Starts and returns the best waiting entry. */
  readonly start: (now: number) => T | undefined;
  /** Ends a run. If it found no stream, the next one may start immediately. */
  readonly end: (entry: T, hasStream: boolean) => void;
}

export function createRunQueue<T>(
  entries: readonly T[],
  positionAt: (position: number) => RacePosition,
): RunQueue<T> {
  let position = 0;
  let lastStart: number | undefined;
  let vacancies = 0;
  const running = new Map<T, number>();
  return {
    state: () => ({
      next: position < entries.length ? positionAt(position) : undefined,
      running: [...running.values()],
      lastStart,
      vacancies,
    }),
    waiting: () => entries.slice(position),
    start: (now) => {
      const entry = entries[position];
      if (entry === undefined) return undefined;
      position += 1;
      lastStart = now;
      vacancies = Math.max(0, vacancies - 1);
      running.set(entry, now);
      return entry;
    },
    end: (entry, hasStream) => {
      if (running.delete(entry) && !hasStream) vacancies += 1;
    },
  };
}

/** Returns the position of a source's own run, which ranks before its embeds. */
export function sourcePosition(source: number): RacePosition {
  return { source, embed: -1 };
}

const DEFAULT_MS = 1_500;
const MIN_MS = 150;
const MIN_SAMPLES = 3;
/** Halves a sample's weight after about 13 newer ones. */
const DECAY = 0.95;
/** The upper bounds of the histogram's buckets, from 50 ms to about 11 s. */
const BOUNDS_MS = Array.from({ length: 25 }, (_, step) => 50 * 1.25 ** step);

const TIMEOUTS_TO_BREAK = 3;
const BROKEN_FOR_MS = 60_000;

/** The end of a source's run. An error tells nothing about its speed. */
type RunEnd =
  | { readonly how: 'responded'; readonly ms: number }
  | { readonly how: 'timedOut'; readonly at: number }
  | { readonly how: 'failed' };

export interface LatencyTracker {
  readonly record: (id: string, end: RunEnd) => void;
  /** Returns the time within which this share of the source's runs ended. */
  readonly expectedMs: (id: string, quantile: number) => number;
  /** Returns true for a minute after the third timeout in a row. */
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
      if (end.how === 'responded') addSample(entry, end.ms);
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
