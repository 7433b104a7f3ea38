// Leases let one replica at a time run a job. A lease is a row, because poolers don't support session locks.
import { randomUUID } from 'node:crypto';
import { ACQUIRE_LEASE } from './leases.sql.ts';
import type { Queries } from './sql.ts';

export interface Leases {
  /**
   * Runs `work` unless another process holds the lease. Resolves to whether it ran. The signal of `work` aborts when
   * the lease is lost, or with `signal`.
   */
  readonly run: (
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ) => Promise<boolean>;
}

/** After a crash, another replica takes over after this time. */
export const LEASE_SECONDS = 90;
export const RENEW_LEASE_MS = 20_000;

export function createLeases({ query, prisma }: Queries): Leases {
  return {
    run: async (name, signal, work) => {
      // Use a new ID for each job. Two jobs of one process then exclude each other, too.
      const holder = randomUUID();
      const acquire = async (): Promise<boolean> =>
        (await query(ACQUIRE_LEASE, [name, holder, LEASE_SECONDS])).length > 0;
      if (!(await acquire())) return false;
      const lost = new AbortController();
      const renew = async (): Promise<void> => {
        if (!(await acquire())) lost.abort(new Error(`another replica took over ${name}`));
      };
      // Ignore a failed renewal. The next one is due before the lease expires.
      const timer = setInterval(() => void renew().catch(() => undefined), RENEW_LEASE_MS).unref();
      try {
        await work(AbortSignal.any([signal, lost.signal]));
      } finally {
        clearInterval(timer);
        // Ignore a failure, because the lease expires.
        await prisma.lease.deleteMany({ where: { name, holder } }).catch(() => undefined);
      }
      return true;
    },
  };
}
