import { expect, test } from 'vitest';
import { fakeContext } from '#testing/fake-context.ts';
import { createHostBackoff } from './host-backoff.ts';

const START = Date.UTC(2026, 0, 1);

/** Repeats a request this many seconds after the response. Returns whether it was sent. */
async function askedAgain(
  status: number,
  retryAfter: string | undefined,
  seconds: number,
): Promise<boolean> {
  const quiet = createHostBackoff();
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const at = (second: number) =>
    fakeContext(() => ({ status, headers }), { now: START + second * 1_000 });
  await quiet.apply(at(0)).fetch('https://busy.test/a');
  const later = at(seconds);
  await quiet
    .apply(later)
    .fetch('https://busy.test/b')
    .catch((error: unknown) =>
      expect(String(error)).toContain('busy.test limits requests for now'),
    );
  await quiet.apply(later).fetch('https://other.test/');
  return later.requests.some(({ url }) => url.startsWith('https://busy.test'));
}

test.each([
  [429, '30', 29, false],
  [429, '30', 31, true],
  [503, '30', 29, false],
  [429, 'Thu, 01 Jan 2026 00:02:00 GMT', 119, false],
  [429, 'Thu, 01 Jan 2026 00:02:00 GMT', 121, true],
  // The default is one minute.
  [429, undefined, 59, false],
  [429, 'soon', 59, false],
  [429, undefined, 61, true],
  // Server errors cause no pause, and pauses are limited.
  [503, undefined, 0, true],
  [500, '30', 0, true],
  [429, '86400', 899, false],
  [429, '86400', 901, true],
] as const)(
  'after %i with Retry-After %j, %i s later: requested again is %j',
  async (status, after, at, expected) => {
    expect(await askedAgain(status, after, at)).toBe(expected);
  },
);
