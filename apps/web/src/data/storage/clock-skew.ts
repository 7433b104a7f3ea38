// Measures the skew of this device's clock by the server's `Date` header, so that all devices compare times by one
// clock.
import { z } from 'zod';
import { createPersisted } from './persisted-store.ts';

const Clock = z.lazy(() =>
  z.looseObject({
    /** Milliseconds to add; null before the first measurement. */
    offsetMs: z.number().nullable().catch(null).default(null),
  }),
);

const persisted = createPersisted({
  key: '__MW::clock',
  schema: Clock,
  empty: { offsetMs: null },
});

export const clockStore = persisted.store;

/** Smaller skews count as none: `Date` has whole seconds, and the response takes time. */
const TOLERANCE_MS = 3_000;
/** `Date` cuts off half a second on average. */
const CUT_OFF_MS = 500;

/** `local`: the device's time, in milliseconds since 1970. */
export function serverTime(local = Date.now()): number {
  return Math.round(local + (clockStore.getState().offsetMs ?? 0));
}

export interface Exchange {
  /** The header; null if CORS hides it. */
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
}

export function noteServerDate({ date, sentAt, receivedAt }: Exchange): void {
  const server = date === null ? Number.NaN : Date.parse(date);
  const way = receivedAt - sentAt;
  if (Number.isNaN(server) || way < 0 || way > TOLERANCE_MS) return;
  const measured = server + CUT_OFF_MS - (sentAt + receivedAt) / 2;
  const offsetMs = Math.abs(measured) <= TOLERANCE_MS ? 0 : measured;
  const before = clockStore.getState().offsetMs;
  if (before !== null && Math.abs(before - offsetMs) <= TOLERANCE_MS) return;
  persisted.update((state) => ({ ...state, offsetMs }));
}
