/** No movie was watched here earlier: such a time comes from a broken clock. */
const EARLIEST = Date.parse('2021-07-13T00:00:00Z');
const CANONICAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Limits a client's timestamp to a plausible range: now if missing, never later. */
export function clampTimestamp(given: string | null, now: number): string {
  if (given === null) return new Date(now).toISOString();
  const parsed = Date.parse(given);
  const time = Math.min(Math.max(parsed, EARLIEST), now);
  // Writing a date costs more than all of this, and an import has thousands.
  return time === parsed && CANONICAL_TIME.test(given) ? given : new Date(time).toISOString();
}
