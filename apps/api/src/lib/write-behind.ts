import { poll } from '@matinee/shared/lib/poll';
import { countRetry, measureQueue } from './measurements.ts';

export interface WriteBehindOptions {
  /** Writes the collected rows. Rejects and keeps them after a failure. */
  readonly write: () => Promise<void>;
  /** The name of the rows in the log and in metrics, in the plural. */
  readonly what: string;
  readonly warn: (message: string) => void;
  readonly everyMs?: number | undefined;
}

export interface WriteBehind {
  /** Writes immediately, after a write in progress. */
  readonly flush: () => Promise<void>;
  /** Writes every few seconds. Returns a function that writes the rest and stops. */
  readonly start: () => () => Promise<void>;
}

const WRITE_EVERY_MS = 5_000;
const RETRY_UP_TO_MS = 60_000;

/** Writes collected rows in batches. Callers don't wait for the database. */
export function createWriteBehind(options: WriteBehindOptions): WriteBehind {
  const { what, warn, everyMs = WRITE_EVERY_MS } = options;
  const write = measureWrites(what, options.write);
  // Run one statement at a time. Two would wait for each other's rows.
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(write));
  const onFailure = (error: unknown): void =>
    warn(`${what} not written, retrying: ${String(error)}`);
  return {
    flush,
    start: () => {
      const stopping = new AbortController();
      const delayMs = (failures: number): number =>
        Math.min(everyMs * 2 ** failures, RETRY_UP_TO_MS);
      const ended = poll(
        {
          task: flush,
          delayMs,
          firstDelayMs: everyMs,
          onFailure,
          onRetry: () => countRetry(what),
        },
        stopping.signal,
      );
      return async () => {
        stopping.abort();
        await ended;
        await flush().catch(onFailure);
      };
    },
  };
}

/** Measures the time until a batch is written, including failed attempts, as a wait. */
function measureWrites(what: string, write: () => Promise<void>): () => Promise<void> {
  const queue = measureQueue(what);
  let endWait: (() => void) | undefined;
  return async () => {
    endWait ??= queue.wait();
    await write();
    endWait();
    endWait = undefined;
  };
}
