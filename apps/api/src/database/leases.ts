// Leases: of several replicas, one at a time runs a job. A row holds one, as poolers keep no locks of sessions.
import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

export interface Leases {
  /**
   * Runs `work` unless another process holds the lease. Resolves to whether it ran. Its signal
   * aborts when the lease is lost, or with `signal`.
   */
  readonly run: (
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ) => Promise<boolean>;
}

/** After a crash, another replica takes over this much later. */
const LEASE_SECONDS = 90;
const RENEW_EVERY_MS = 20_000;

/** Uses the clock of the database, which replicas share. It was ahead if a lease ends later than any that begins now. */
const ACQUIRE = `
  INSERT INTO leases AS held (name, holder, expires_at)
  VALUES ($1, $2::uuid, now() + make_interval(secs => ${LEASE_SECONDS}))
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
  WHERE held.holder = excluded.holder OR held.expires_at <= now()
    OR held.expires_at > now() + make_interval(secs => ${2 * LEASE_SECONDS})
  RETURNING name`;

const RELEASE = 'DELETE FROM leases WHERE name = $1 AND holder = $2::uuid';

export function createLeases({ query }: Sql): Leases {
  return {
    run: async (name, signal, work) => {
      // Two jobs of one process exclude each other, too.
      const values = [name, randomUUID()];
      const acquire = async (): Promise<boolean> => (await query(ACQUIRE, values)).length > 0;
      if (!(await acquire())) return false;
      const lost = new AbortController();
      const renew = async (): Promise<void> => {
        if (!(await acquire())) lost.abort(new Error(`another replica took over ${name}`));
      };
      // A failed renewal is repeated before the lease expires.
      const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS).unref();
      try {
        await work(AbortSignal.any([signal, lost.signal]));
      } finally {
        clearInterval(timer);
        // Unless it is released, it expires.
        await query(RELEASE, values).catch(() => undefined);
      }
      return true;
    },
  };
}
