// Who may start when, and who is waited for. Pure: places, instants and nothing that runs.

/** Where an item stands in the run: its source's position and, for an embed, its position in that source. 0 is best. */
export interface RacePosition {
  readonly source: number;
  /** -1 is the source's own run. */
  readonly embed: number;
}

export interface Policy {
  /** How long the best item runs alone before the next one starts. */
  readonly headStartMs: number;
  readonly shortestGraceMs: number;
  readonly longestGraceMs: number;
  /** A run that takes longer than this share of its usual times is late. */
  readonly lateQuantile: number;
}

/** Speed first: a good stream now is worth more than the very best one later. */
export const BALANCED: Policy = {
  headStartMs: 200,
  shortestGraceMs: 300,
  longestGraceMs: 2_000,
  lateQuantile: 0.9,
};

/** For a viewer who said which sources to prefer. */
export const RANK_FIRST: Policy = {
  headStartMs: 400,
  shortestGraceMs: 300,
  longestGraceMs: 2_500,
  lateQuantile: 0.95,
};

export interface ConcurrencyLimits {
  /** How many young runs at once. */
  readonly slots: number;
  /** From this age on a run keeps going but gives its slot to another. */
  readonly youngMs: number;
  /** How many runs at once, whatever their age. */
  readonly most: number;
}

export const SOURCE_LIMITS: ConcurrencyLimits = { slots: 4, youngMs: 2_000, most: 8 };
export const EMBED_LIMITS: ConcurrencyLimits = {
  slots: 2,
  youngMs: Number.POSITIVE_INFINITY,
  most: 2,
};

/** A queue of which some run: the sources of a run, or the embeds of one source. */
export interface QueueState {
  /** The best item that has not started. */
  readonly next: RacePosition | undefined;
  /** When each of those that run was started. */
  readonly running: readonly number[];
  readonly lastStart: number | undefined;
  /** Runs that ended without a stream and whose successor has not started yet. */
  readonly vacancies: number;
}

export interface RaceCandidate {
  readonly place: RacePosition;
  /** When the run's first stream was found, even if a better one has taken its place. */
  readonly firstFoundAt: number;
}

/** A run that could still bring something better. */
export interface Pending {
  readonly place: RacePosition;
  readonly startedAt: number;
  readonly usualMs: number;
}

export function isBefore(a: RacePosition, b: RacePosition): boolean {
  return a.source === b.source ? a.embed < b.embed : a.source < b.source;
}

/** The instant from which the lane's next item may start; undefined: not before something else happens. */
export function nextStart(
  lane: QueueState,
  rules: { readonly limits: ConcurrencyLimits; readonly policy: Policy },
  candidate: RaceCandidate | undefined,
): number | undefined {
  const { limits, policy } = rules;
  if (!lane.next || lane.running.length >= limits.most) return undefined;
  if (candidate && !isBefore(lane.next, candidate.place)) return undefined;
  const slotFree = whenSlotIsFree(lane.running, limits);
  if (lane.lastStart === undefined || lane.vacancies > 0) return slotFree;
  return Math.max(slotFree, lane.lastStart + policy.headStartMs);
}

function whenSlotIsFree(running: readonly number[], limits: ConcurrencyLimits): number {
  const slotTaker = running.toSorted((a, b) => b - a)[limits.slots - 1];
  return slotTaker === undefined ? Number.NEGATIVE_INFINITY : slotTaker + limits.youngMs;
}

/** The instant at which the candidate wins, unless a better one arrives before. */
export function decisionTime(
  candidate: RaceCandidate,
  pending: readonly Pending[],
  run: { readonly startedAt: number; readonly policy: Policy },
): number {
  const { firstFoundAt } = candidate;
  const took = firstFoundAt - run.startedAt;
  const { shortestGraceMs, longestGraceMs } = run.policy;
  const patienceEnds = firstFoundAt + Math.min(Math.max(took, shortestGraceMs), longestGraceMs);
  const waits = pending
    .filter((other) => isBefore(other.place, candidate.place))
    .map((other) => Math.min(patienceEnds, other.startedAt + other.usualMs));
  return Math.max(firstFoundAt, ...waits);
}

/** Remembers, for the scheduling rules, what waits and runs in one queue. */
export interface RunQueue<T> {
  readonly state: () => QueueState;
  readonly waiting: () => readonly T[];
  /** The best waiting entry, now running. */
  readonly start: (now: number) => T | undefined;
  /** An ended run; without a stream it makes room for the next. */
  readonly end: (entry: T, found: boolean) => void;
}

export function createRunQueue<T>(
  entries: readonly T[],
  placeAt: (position: number) => RacePosition,
): RunQueue<T> {
  let position = 0;
  let lastStart: number | undefined;
  let vacancies = 0;
  const running = new Map<T, number>();
  return {
    state: () => ({
      next: position < entries.length ? placeAt(position) : undefined,
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
    end: (entry, found) => {
      if (running.delete(entry) && !found) vacancies += 1;
    },
  };
}
