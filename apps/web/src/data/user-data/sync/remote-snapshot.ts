// What the account server has, merged with what is here: the newest word of each thing stays, what still waits to be sent
// is not touched, and what another device removed is gone.
import type { Dated } from '../merge-lww.ts';

export interface Heard<Row, Update> {
  readonly rows: readonly Row[];
  /** When they were asked for, by the server's clock. */
  readonly asOf: number;
  /** What waited to be sent then: it may have arrived before the answer was made, or after. */
  readonly waited: readonly Update[];
}

/** Absent there and not on its way there: another device removed it, unless it came after the question. */
export function goneFrom(
  remote: Readonly<Record<string, Dated>>,
  local: Readonly<Record<string, Dated>>,
  isWaiting: ReadonlySet<string>,
  asOf: number,
): Record<string, number> {
  const gone = Object.entries(local).filter(
    ([key, { updatedAt }]) => !remote[key] && !isWaiting.has(key) && updatedAt < asOf,
  );
  return Object.fromEntries(gone.map(([key, { updatedAt }]) => [key, updatedAt]));
}

/** Earlier clients told no time: what they queued is as new as can be. */
export const timeOf = ({ updatedAt }: Dated): number => updatedAt || Number.MAX_SAFE_INTEGER;

export const isNews = (update: Dated, known: Dated | undefined): boolean =>
  known === undefined || timeOf(update) >= known.updatedAt;
