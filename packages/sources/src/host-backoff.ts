import type { FetchResponse, RunContext } from './source.ts';

const UNSAID_MS = 60_000;
const LONGEST_MS = 15 * 60_000;

/** Stores the hosts that have requested a pause. */
interface HostBackoff {
  /** Returns a context whose `fetch` rejects while the host is paused. */
  readonly apply: <C extends Pick<RunContext, 'fetch' | 'now'>>(context: C) => C;
}

export function createHostBackoff(): HostBackoff {
  const until = new Map<string, number>();
  return {
    apply: (context) => ({
      ...context,
      fetch: async (url, options) => {
        const { host } = new URL(url);
        if (context.now() < (until.get(host) ?? 0))
          throw new Error(`${host} limits requests for now`);
        until.delete(host);
        const response = await context.fetch(url, options);
        const pause = pauseMs(response, context.now());
        if (pause > 0) until.set(host, context.now() + pause);
        return response;
      },
    }),
  };
}

/** Reads `Retry-After`, which is a number of seconds or a date. A 429 without it pauses for a default time. */
function pauseMs({ status, headers }: FetchResponse, now: number): number {
  if (status !== 429 && status !== 503) return 0;
  const text = headers['retry-after'] ?? '';
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  const requestedMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now;
  if (requestedMs > 0) return Math.min(requestedMs, LONGEST_MS);
  return status === 429 ? UNSAID_MS : 0;
}
