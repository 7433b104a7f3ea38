// Runs background work on the operator's files: one task at a time, and only while no client plays a file.
import { setTimeout } from 'node:timers/promises';

export interface BackgroundQueue {
  /** Aborts the current task, because a client reads a file. The task restarts later. */
  readonly interrupt: () => void;
  /** Queues the task. Throws the task's errors, and when the signal aborts. */
  readonly run: <T>(task: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** Work continues when no client has read a file for this long. */
const IDLE_MS = 60_000;

export function createBackgroundQueue(signal: AbortSignal): BackgroundQueue {
  let lastRead = Number.NEGATIVE_INFINITY;
  let working: AbortController | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function untilIdle(): Promise<void> {
    for (;;) {
      const wait = lastRead + IDLE_MS - performance.now();
      if (wait <= 0) return;
      await setTimeout(wait, undefined, { signal });
    }
  }

  async function runNow<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      await untilIdle();
      signal.throwIfAborted();
      const mine = (working = new AbortController());
      try {
        return await task(AbortSignal.any([signal, mine.signal]));
      } catch (error) {
        signal.throwIfAborted();
        if (!mine.signal.aborted) throw error;
      }
    }
  }

  return {
    interrupt: () => {
      lastRead = performance.now();
      working?.abort();
    },
    run: (task) => {
      const result = last.then(() => runNow(task));
      last = result.catch(() => undefined);
      return result;
    },
  };
}
