// Counts the servers that use the database. Each holds a lease of its own: poolers hide the connections of others.
import { poll } from '@matinee/shared/lib/poll';
import { randomUUID } from 'node:crypto';
import { COUNT_LEASES } from './leases.sql.ts';
import type { Leases } from './leases.ts';
import type { Sql } from './sql.ts';

export interface Replicas {
  /** Servers besides this one; also one that crashed within the last two minutes. */
  readonly countOthers: () => Promise<number>;
  /** The returned function says that this server has stopped. */
  readonly start: () => () => Promise<void>;
}

const RETRY_MS = 10_000;
const PREFIX = 'server ';

export function createReplicas({ query }: Sql, leases: Leases): Replicas {
  const name = `${PREFIX}${randomUUID()}`;
  return {
    countOthers: async () => {
      const [row] = await query<{ readonly count: number }>(COUNT_LEASES, [PREFIX, name]);
      return row?.count ?? 0;
    },
    start: () => {
      const stopping = new AbortController();
      const ended = poll(
        {
          task: (signal) => leases.run(name, signal, aborted),
          delayMs: () => RETRY_MS,
          // The pool reports that the database is away.
          onFailure: () => undefined,
        },
        stopping.signal,
      );
      return () => {
        stopping.abort();
        return ended;
      };
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
