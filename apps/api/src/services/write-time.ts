/** Nobody watched anything here before that: an earlier time is a broken clock. */
const EARLIEST = Date.parse('2021-07-13T00:00:00Z');

/** When something happened, as far as a client's clock is to be believed: now where it does not say, never later. */
export function writeTime(given: string | null, now: number): string {
  const time = given === null ? now : Math.min(Math.max(Date.parse(given), EARLIEST), now);
  return new Date(time).toISOString();
}
