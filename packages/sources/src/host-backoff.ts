import type { FetchResponse, RunContext } from './source.ts';

const UNSAID_MS = 60_000;
const LONGEST_MS = 15 * 60_000;

/** Hosts that asked to be left alone for a while. */
export interface HostBackoff {
  /** The same context, which asks no host that has asked for a pause. */
  readonly apply: <C extends Pick<RunContext, 'fetch' | 'now'>>(context: C) => C;
}

export function createHostBackoff(): HostBackoff {
  const until = new Map<string, number>();
  return {
    apply: (context) => ({
      ...context,
      fetch: async (url, options) => {
        const { host } = new URL(url);
        if (context.now() < (until.get(host) ?? 0)) throw new Error(`${host} asked for a pause`);
        until.delete(host);
        const answer = await context.fetch(url, options);
        const pause = pauseMs(answer, context.now());
        if (pause > 0) until.set(host, context.now() + pause);
        return answer;
      },
    }),
  };
}

/** `Retry-After` is a number of seconds or a date. Too many requests are a reason to pause also without one. */
function pauseMs({ status, headers }: FetchResponse, now: number): number {
  if (status !== 429 && status !== 503) return 0;
  const text = headers['retry-after'] ?? '';
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  const said = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now;
  if (said > 0) return Math.min(said, LONGEST_MS);
  return status === 429 ? UNSAID_MS : 0;
}
