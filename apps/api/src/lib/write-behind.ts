import { poll } from '@matinee/shared/lib/poll';
import { countRetry, measureQueue } from './measurements.ts';

export interface WriteBehindOptions {
  /** Writes what was collected, or keeps it and rejects. */
  readonly write: () => Promise<void>;
  /** Names it in the log and in metrics, in the plural. */
  readonly what: string;
  readonly warn: (message: string) => void;
  readonly everyMs?: number | undefined;
}

export interface WriteBehind {
  /** Writes now, after a write in progress. */
  readonly flush: () => Promise<void>;
  /** Writes every few seconds. The returned function stops that and writes the rest. */
  readonly start: () => () => Promise<void>;
}

const WRITE_EVERY_MS = 5_000;
const RETRY_UP_TO_MS = 60_000;

/** Collected rows are written in batches: callers don't wait for the database. */
export function createWriteBehind(options: WriteBehindOptions): WriteBehind {
  const { what, warn, everyMs = WRITE_EVERY_MS } = options;
  const write = measureWrites(what, options.write);
  // One at a time: two statements would wait for each other's rows.
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

/** Measures a batch as waiting until it is written, over all attempts. */
export function measureWrites(what: string, write: () => Promise<void>): () => Promise<void> {
  const queue = measureQueue(what);
  let endWait: (() => void) | undefined;
  return async () => {
    endWait ??= queue.wait();
    await write();
    endWait();
    endWait = undefined;
  };
}
