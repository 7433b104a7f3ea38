import { wordsOf } from '@matinee/sources/failure';

export interface Refresher<T> {
  /** Undefined until it was read for the first time. A later failure leaves what was read before. */
  readonly current: () => T | undefined;
  /** Reads it soon instead of at the next turn, unless that was just done or is being done. */
  readonly hurry: () => void;
  /** The returned function ends it, also in the middle of reading. */
  readonly start: () => () => Promise<void>;
}

export interface RefresherOptions<T> {
  /** For the log. */
  readonly what: string;
  readonly read: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to 1; replicas that started together need not ask together. */
  readonly random: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: (message: string) => void;
}

const EVERY_MS = 20 * 60_000;
const HURRY_AFTER_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Reads something at once and then again and again, in the background. */
export function createRefresher<T>(options: RefresherOptions<T>): Refresher<T> {
  const { what, read, now, log } = options;
  let current: T | undefined;
  let failures = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let wake: (() => void) | undefined;

  async function turn(signal: AbortSignal): Promise<void> {
    try {
      current = await read(signal);
      if (failures > 0) log(`${what} can be read again.`);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      // Said once, not at every attempt.
      if (failures === 1) {
        log(`${what} cannot be read, and will be tried again: ${wordsOf(error)}`);
      }
    }
    readAt = now();
  }

  async function rest(signal: AbortSignal): Promise<void> {
    const waking = new AbortController();
    wake = () => waking.abort();
    await options
      .pause(restMs(failures, options.random()), AbortSignal.any([signal, waking.signal]))
      .catch((error: unknown) => {
        if (!waking.signal.aborted && !signal.aborted) throw error;
      });
    wake = undefined;
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await turn(signal);
      if (!signal.aborted) await rest(signal);
    }
  }

  return {
    current: () => current,
    hurry: () => {
      if (failures === 0 && now() - readAt >= HURRY_AFTER_MS) wake?.();
    },
    start: () => {
      const stopping = new AbortController();
      const ended = run(stopping.signal);
      return () => {
        stopping.abort();
        return ended;
      };
    },
  };
}

function restMs(failures: number, random: number): number {
  const ms =
    failures === 0 ? EVERY_MS : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return ms * (0.75 + random / 2);
}
