import type { LaneState, Place } from './schedule.ts';

/** Remembers, for the scheduling rules, what waits and runs in one queue. */
export interface Lane<T> {
  readonly state: () => LaneState;
  readonly waiting: () => readonly T[];
  /** The best waiting entry, now running. */
  readonly start: (now: number) => T | undefined;
  /** An ended run; without a stream it makes room for the next. */
  readonly end: (entry: T, found: boolean) => void;
}

export function createLane<T>(
  entries: readonly T[],
  placeAt: (position: number) => Place,
): Lane<T> {
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
