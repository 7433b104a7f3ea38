/** Nobody watched anything here before that: an earlier time is a broken clock. */
const EARLIEST = Date.parse('2021-07-13T00:00:00Z');
const CANONICAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** When something happened, as far as a client's clock is to be believed: now where it does not say, never later. */
export function clampTimestamp(given: string | null, now: number): string {
  if (given === null) return new Date(now).toISOString();
  const parsed = Date.parse(given);
  const time = Math.min(Math.max(parsed, EARLIEST), now);
  // Writing a date costs more than all of this, and an import has thousands.
  return time === parsed && CANONICAL_TIME.test(given) ? given : new Date(time).toISOString();
}
