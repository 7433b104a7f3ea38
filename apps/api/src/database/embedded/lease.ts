// A lease on the embedded server. Each process holds a shared lock; the last to release it stops
// the server.
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './start-process.ts';
import { acquireSharedLock } from './shared-lock.ts';
import { isPostmaster } from './postmaster.ts';

export interface LeaseOptions {
  readonly server: ServerProcess;
  readonly data: string;
  /** The database in which the lock is held. */
  readonly url: string;
  readonly onLost: (how: string) => void;
}

const REACQUIRE_EVERY_MS = 200;
const CLEAN_STOP_TIMEOUT_MS = 15_000;

export async function acquireLease(options: LeaseOptions): Promise<{ stop(): Promise<void> }> {
  const { server, data, url, onLost } = options;
  const isRunning = () => isPostmaster(server.pid, data);
  let stopping: Promise<void> | undefined;

  // One killed backend makes the server drop every session and recover by itself: then rejoin.
  const reacquire = async (how: string): Promise<void> => {
    while (!stopping && isRunning()) {
      try {
        sharedLock = await acquireSharedLock(url, onSessionLost);
        return;
      } catch {
        await pause(REACQUIRE_EVERY_MS);
      }
    }
    if (stopping) return;
    removeExitHandler();
    onLost(how);
  };
  const onSessionLost = (how: string) => void reacquire(how);

  // If an exception ends the process without stop(), the server stops once its sessions have ended.
  const onExit = () => {
    if (server.isStartedHere && isRunning()) process.kill(server.pid, 'SIGTERM');
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
  if (isPostmaster(pid, data)) process.kill(pid, 'SIGINT'); // "fast": ends sessions, writes all down
  while (isPostmaster(pid, data)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT'); // the next start replays the log
      return;
    }
    await pause(10);
  }
}
