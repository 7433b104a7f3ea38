// By how much this device's clock is wrong, as the server's `Date` says: what is newer is decided by one clock for all devices.
import { z } from 'zod';
import { createPersisted } from './persisted-store.ts';

const Clock = z.lazy(() =>
  z.looseObject({
    /** Milliseconds to add; null while no server has told. */
    offsetMs: z.number().nullable().catch(null).default(null),
  }),
);

const persisted = createPersisted({
  key: '__MW::clock',
  schema: Clock,
  empty: { offsetMs: null },
});

export const clockStore = persisted.store;

/** `Date` tells whole seconds and its way takes time; within this a clock is right. */
const TOLERANCE_MS = 3_000;
/** Half a second is what `Date` has cut off on average. */
const CUT_OFF_MS = 500;

/** `local`: the device's time, in milliseconds since 1970. */
export function serverTime(local = Date.now()): number {
  return Math.round(local + (clockStore.getState().offsetMs ?? 0));
}

export interface Exchange {
  /** The header; null where the server does not let the page read it. */
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
