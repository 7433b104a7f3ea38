// A lease on the embedded server. Each process holds a shared lock. The last process to release it stops the server.
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './start-process.ts';
import { isPostmaster } from './postmaster.ts';
import pg from 'pg';
import { reason } from '#database/errors.ts';
import { countRetry } from '#lib/measurements.ts';

export interface LeaseOptions {
  readonly server: ServerProcess;
  readonly data: string;
  /** The database of the lock. */
  readonly url: string;
  readonly onLost: (how: string) => void;
}

const REACQUIRE_EVERY_MS = 200;
const CLEAN_STOP_TIMEOUT_MS = 15_000;

export async function acquireLease(options: LeaseOptions): Promise<{ stop(): Promise<void> }> {
  const { server, data, url, onLost } = options;
  const isRunning = () => isPostmaster(server.pid, data);
  let stopping: Promise<void> | undefined;

  // Acquire the lease again after a backend was killed: the server then drops all sessions and recovers.
  const reacquire = async (how: string): Promise<void> => {
    while (!stopping && isRunning()) {
      try {
        sharedLock = await acquireSharedLock(url, onSessionLost);
        return;
      } catch {
        await pause(REACQUIRE_EVERY_MS);
        countRetry('embedded database');
      }
    }
    if (stopping) return;
    removeExitHandler();
    onLost(how);
  };
  const onSessionLost = (how: string) => void reacquire(how);

  // An exception may end the process without stop(). A "smart" shutdown (SIGTERM) would wait for the sessions of other
  // processes and reject new ones. After a "fast" shutdown, the other processes restart the server.
  const onExit = () => {
    if (server.isStartedHere && isRunning()) process.kill(server.pid, 'SIGINT');
  };
  process.on('exit', onExit);
  const removeExitHandler = () => process.off('exit', onExit);
  let sharedLock = await acquireSharedLock(url, onSessionLost).catch((error: unknown) => {
    removeExitHandler();
    throw error;
  });

  const stop = async () => {
    removeExitHandler();
    if (await sharedLock.release()) await shutDown(server.pid, data);
  };
  return { stop: () => (stopping ??= stop()) };
}

async function shutDown(pid: number, data: string): Promise<void> {
  const deadline = Date.now() + CLEAN_STOP_TIMEOUT_MS;
  if (isPostmaster(pid, data)) process.kill(pid, 'SIGINT'); // "fast": ends sessions and writes a checkpoint
  while (isPostmaster(pid, data)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT'); // the next start replays the log
      return;
    }
    await pause(10);
  }
}

const LOCK = 'SELECT pg_advisory_lock_shared(827364)';
const ALONE = 'SELECT pg_try_advisory_lock(827364) AS alone';
const UNLOCK = 'SELECT pg_advisory_unlock_shared(827364)';

export interface SharedLock {
  /** Returns true if no other process uses the server. No process can then join until this one stops it. */
  release(): Promise<boolean>;
}

export async function acquireSharedLock(
  url: string,
  onLost: (how: string) => void,
): Promise<SharedLock> {
  const client = new pg.Client({ connectionString: url, application_name: 'matinee (member)' });
  let isHeld = false;
  let isReleasing = false;
  const lost = (how: string) => {
    // Before the lease is held, the rejected promise reports the failure. A second report would start a second retry.
    if (!isHeld || isReleasing) return;
    isReleasing = true;
    onLost(how);
  };
  client.on('error', (error) => lost(reason(error)));
  client.on('end', () => lost('connection ended'));
  await client.connect();
  await client.query(LOCK);
  isHeld = true;
  return {
    async release() {
      if (isReleasing) return false; // already lost
      isReleasing = true;
      try {
        await client.query(UNLOCK);
        const { rows } = await client.query<{ alone: boolean }>(ALONE);
        // The last holder keeps the lock until the server is down, to keep other processes from joining.
        if (rows[0]?.alone) return true;
        await client.end();
      } catch {
        // The last holder is already stopping the server.
      }
      return false;
    },
  };
}
