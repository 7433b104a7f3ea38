// Restarts the embedded server whenever it stops, as long as this process runs.
import { setTimeout as pause } from 'node:timers/promises';
import { reason } from '#database/errors.ts';
import { throttleLog } from '../../lib/throttle-log.ts';
import { countRetry } from '#lib/measurements.ts';

export interface SupervisorOptions<S extends Supervised> {
  /** Starts a server, or joins a running one. Calls `onLost` when that server has died. */
  readonly start: (onLost: (how: string) => void, signal: AbortSignal) => Promise<S>;
  /** Called when a restart failed. */
  readonly onFailure?: (error: unknown) => void;
  readonly warn: (message: string) => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** Returns the pause before a restart in milliseconds. `attempt` counts from 0. */
  readonly pauseMs?: (attempt: number) => number;
}

interface Supervised {
  stop(): Promise<void>;
}

export interface Supervisor<S> {
  /** Returns the last started server. It may be dead until the next one is up. */
  readonly current: () => S;
  /** Stops the server, or a restart in progress. */
  readonly stop: () => Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The pause grows until a server has run for this long. */
const STABLE_AFTER_MS = 60_000;

const growingPause = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);

/**
 * Rejects if the first start fails. Retries later restarts forever, because movies play without a database.
 */
export async function supervise<S extends Supervised>(
  options: SupervisorOptions<S>,
): Promise<Supervisor<S>> {
  const { start, warn, now, pauseMs = growingPause } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const warnOfFailure = throttleLog(warn, now);
  let attempts = 0;
  let startedAt = now();
  let restarting: Promise<void> | undefined;

  const begin = async (): Promise<S> => {
    let lost: string | undefined;
    let isRunning = false;
    const server = await start((how) => {
      lost = how;
      if (isRunning) onLost(how);
    }, signal);
    if (lost !== undefined) throw new Error(lost);
    isRunning = true;
    startedAt = now();
    return server;
  };

  const onLost = (how: string): void => {
    if (signal.aborted) return;
    warn(`the embedded database stopped unexpectedly: ${how}`);
    if (now() - startedAt >= STABLE_AFTER_MS) attempts = 0;
    restarting = restart();
  };

  const restart = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await pause(pauseMs(attempts), undefined, { signal });
        countRetry('embedded database');
        attempts += 1;
        server = await begin();
        warn('the embedded database has restarted');
        return;
      } catch (error) {
        if (signal.aborted) return;
        options.onFailure?.(error);
        warnOfFailure(`the embedded database didn't start: ${reason(error)}`);
      }
    }
  };

  let server = await begin();
  return {
    current: () => server,
    stop: async () => {
      stopping.abort();
      await restarting;
      await server.stop();
    },
  };
}
