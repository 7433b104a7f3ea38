// Restores that pages start. They outlive the services, which stop and restart for a restore.
import type { RestoreState } from '@matinee/shared/contract/restore';
import { randomUUID } from 'node:crypto';
import { ReplacedError } from '#database/backup/archive.ts';
import type { PlannedRestore } from '#database/backup/restore-file.ts';

export interface Restores {
  /** Returns an ID. Undefined while another restore runs. `check`: rejects with the reason if it can't be restored. */
  readonly plan: (restore: PlannedRestore, check: () => Promise<void>) => string | undefined;
  /** Begins the planned restore. Call it once the response is sent. */
  readonly begin: () => void;
  readonly stateOf: (id: string) => RestoreState | undefined;
  /** Returns whether a restore is planned or runs. */
  readonly isBusy: () => boolean;
}

interface Planned {
  readonly id: string;
  readonly restore: PlannedRestore;
  readonly check: () => Promise<void>;
}

/** `run`: stops the server, restores, and restarts it. Rejects with a reason for the administrator. */
export function createRestores(run: (restore: PlannedRestore) => Promise<void>): Restores {
  const states = new Map<string, RestoreState>();
  let planned: Planned | undefined;
  let isRunning = false;
  const isBusy = (): boolean => planned !== undefined || isRunning;
  return {
    isBusy,
    plan: (restore, check) => {
      if (isBusy()) return undefined;
      const id = randomUUID();
      planned = { restore, check, id };
      states.set(id, { is: 'checking' });
      return id;
    },
    begin: () => {
      if (!planned) return;
      const { id, restore, check } = planned;
      planned = undefined;
      isRunning = true;
      void check()
        .then(() => {
          states.set(id, { is: 'running' });
          return run(restore);
        })
        .then(
          () => states.set(id, { is: 'done' }),
          (error: unknown) =>
            states.set(id, {
              is: 'failed',
              message: error instanceof Error ? error.message : String(error),
              ...(error instanceof ReplacedError && { isReplaced: true }),
            }),
        )
        .finally(() => (isRunning = false));
    },
    stateOf: (id) => states.get(id),
  };
}
