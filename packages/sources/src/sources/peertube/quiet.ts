import type { FetchAnswer } from '#source.ts';

const UNSAID_MS = 60_000;
const LONGEST_MS = 15 * 60_000;

/** Hosts that asked to be left alone for a while. */
export interface Quiet {
  /** Throws while a host is not to be asked. */
  readonly respect: (host: string, now: number) => void;
  readonly hear: (host: string, answer: FetchAnswer, now: number) => void;
}

export function createQuiet(): Quiet {
  const until = new Map<string, number>();
  return {
    respect: (host, now) => {
      if (now < (until.get(host) ?? now)) throw new Error(`PeerTube at ${host} asked for a pause`);
      until.delete(host);
    },
    hear: (host, { status, headers }, now) => {
      if (status === 429) until.set(host, now + pauseMs(headers['retry-after'], now));
    },
  };
}

/** `Retry-After` is a number of seconds or a date. */
function pauseMs(text: string | undefined, now: number): number {
  const seconds = Number(text);
  const said = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text ?? '') - now;
  return said > 0 ? Math.min(said, LONGEST_MS) : UNSAID_MS;
}
