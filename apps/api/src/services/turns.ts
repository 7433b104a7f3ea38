import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does a task again and again, with a pause before each turn, until the returned function is called; that also waits for
 * the turn that is under way. The task reports its failures itself.
 */
export function takeTurns(
  task: (signal: AbortSignal) => Promise<void>,
  pauseMs: () => number,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const turns = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(pauseMs(), undefined, { signal, ref: false });
      await task(signal);
    }
  };
  const ended = turns().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => {
    stopping.abort();
    return ended;
  };
}
