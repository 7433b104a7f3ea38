// Being one of those who use the embedded server: told when it dies, and the last one out stops it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Launched } from './start-process.ts';
import { join } from './shared-lock.ts';
import { isPostmaster } from './postmaster.ts';

export interface PresenceOptions {
  readonly server: Launched;
  readonly data: string;
  /** The database that the membership is kept in. */
  readonly url: string;
  readonly onLost: (how: string) => void;
}

const REJOIN_EVERY_MS = 200;
const CLEAN_STOP_WITHIN_MS = 15_000;

export async function acquireLease(options: PresenceOptions): Promise<{ stop(): Promise<void> }> {
  const { server, data, url, onLost } = options;
  const isRunning = () => isPostmaster(server.pid, data);
  let stopping: Promise<void> | undefined;

  // One killed backend makes the server drop every session and recover by itself: then rejoin.
  const rejoin = async (how: string): Promise<void> => {
    while (!stopping && isRunning()) {
      try {
        membership = await join(url, onSessionLost);
        return;
      } catch {
        await pause(REJOIN_EVERY_MS);
      }
    }
    if (stopping) return;
    forget();
    onLost(how);
  };
  const onSessionLost = (how: string) => void rejoin(how);

  // When an exception ended the process without stop(), the server goes as soon as its sessions have gone.
  const onExit = () => {
    if (server.isOurs && isRunning()) process.kill(server.pid, 'SIGTERM');
  };
  process.on('exit', onExit);
  const forget = () => process.off('exit', onExit);
  let membership = await join(url, onSessionLost).catch((error: unknown) => {
    forget();
    throw error;
  });

  const stop = async () => {
    forget();
    if (await membership.leave()) await shutDown(server.pid, data);
  };
  return { stop: () => (stopping ??= stop()) };
}

async function shutDown(pid: number, data: string): Promise<void> {
  const patience = Date.now() + CLEAN_STOP_WITHIN_MS;
  if (isPostmaster(pid, data)) process.kill(pid, 'SIGINT'); // "fast": ends sessions, writes all down
  while (isPostmaster(pid, data)) {
    if (Date.now() > patience) {
      process.kill(pid, 'SIGQUIT'); // then the next start replays the log
      return;
    }
    await pause(10);
  }
}
