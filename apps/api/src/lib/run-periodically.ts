import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `task` repeatedly, after a delay each time. The returned function stops it and awaits the current run. The task
 * reports its own failures.
 */
export function runPeriodically(
  task: (signal: AbortSignal) => Promise<void>,
  delayMs: () => number,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(delayMs(), undefined, { signal, ref: false });
      await task(signal);
    }
  };
  const ended = run().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => {
    stopping.abort();
    return ended;
  };
}
