// Restores that pages start. They outlive the services, which stop for them and start again.
import type { RestoreState } from '@matinee/shared/contract/restore';
import { randomUUID } from 'node:crypto';
import type { PlannedRestore } from '#database/backup/restore-file.ts';

export interface Restores {
  /** Undefined while another one runs. */
  readonly plan: (restore: PlannedRestore) => string | undefined;
  /** Begins what was planned, once its response is sent. */
  readonly begin: () => void;
  readonly stateOf: (id: string) => RestoreState | undefined;
}

/** `run` stops the server, restores and starts it again; it rejects with the reason for the administrator. */
export function createRestores(run: (restore: PlannedRestore) => Promise<void>): Restores {
  const states = new Map<string, RestoreState>();
  let planned: (PlannedRestore & { readonly id: string }) | undefined;
  let isRunning = false;
  return {
    plan: (restore) => {
      if (planned || isRunning) return undefined;
      const id = randomUUID();
      planned = { ...restore, id };
      states.set(id, { is: 'running' });
      return id;
    },
    begin: () => {
      if (!planned) return;
      const { id, ...restore } = planned;
      planned = undefined;
      isRunning = true;
      void run(restore)
        .then(
          () => states.set(id, { is: 'done' }),
          (error: unknown) =>
            states.set(id, {
              is: 'failed',
              message: error instanceof Error ? error.message : String(error),
            }),
        )
        .finally(() => (isRunning = false));
    },
    stateOf: (id) => states.get(id),
  };
}
