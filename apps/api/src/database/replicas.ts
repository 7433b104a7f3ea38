// Counts the servers that use the database. Each holds its own lease, because poolers hide connections.
import { poll } from '@matinee/shared/lib/poll';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { BackupError } from '#database/backup/archive.ts';
import {
  ACQUIRE_LEASE,
  HAS_LEASES,
  OTHER_LEASES,
  SERVER_CONNECTIONS,
  UNEXPIRED_LEASES,
} from './leases.sql.ts';
import { LEASE_SECONDS, RENEW_LEASE_MS } from './leases.ts';
import type { Queries } from './sql.ts';
import { countRetry } from '#lib/measurements.ts';

export interface OtherServers {
  readonly count: number;
  /** The time since the latest renewal of a lease. */
  readonly secondsAgo: number;
  /** The time until the last lease expires. A crashed server counts until then. */
  readonly secondsLeft: number;
}

export interface Replicas {
  /** Returns the other servers, including those that crashed within the last 90 seconds. */
  readonly others: () => Promise<OtherServers>;
  /** Acquires and renews the lease. Returns a function that releases it. */
  readonly start: () => () => Promise<void>;
}

/** The lease of this server. */
export interface ServerLease {
  readonly name: string;
  readonly holder: string;
}

const RETRY_MS = 10_000;
const PREFIX = 'server ';

export function createServerLease(): ServerLease {
  const holder = randomUUID();
  return { name: `${PREFIX}${holder}`, holder };
}

const acquiring = ({ name, holder }: ServerLease) => [name, holder, LEASE_SECONDS];

/** Acquires the lease, which a later restore checks. Call it while no restore runs. */
export async function registerServer(client: pg.ClientBase, lease: ServerLease): Promise<void> {
  await client.query(ACQUIRE_LEASE, acquiring(lease));
}

export function createReplicas({ query, prisma }: Queries, lease: ServerLease): Replicas {
  return {
    others: async () => {
      const [row] = await query<OtherServers>(OTHER_LEASES, [PREFIX, lease.name, LEASE_SECONDS]);
      return row ?? { count: 0, secondsAgo: 0, secondsLeft: 0 };
    },
    start: () => {
      const stopping = new AbortController();
      const ended = poll(
        {
          task: () => query(ACQUIRE_LEASE, acquiring(lease)),
          delayMs: (failures) => (failures === 0 ? RENEW_LEASE_MS : RETRY_MS),
          // The pool reports that the database is down.
          onFailure: () => undefined,
          onRetry: () => countRetry('server lease'),
        },
        stopping.signal,
      );
      return async () => {
        stopping.abort();
        await ended;
        // Ignore a failure, because the lease expires.
        const { name, holder } = lease;
        await prisma.lease.deleteMany({ where: { name, holder } }).catch(() => undefined);
      };
    },
  };
}

const RUNNING = 'Matinee is running on this database. Stop it, then restore.';
const CLOSING_MS = 2_000;
const CLOSING_CHECKS = 10;
const LEASE_CHECK_MS = 500;

/**
 * Throws if a server runs, because its writes would be lost. Waits for the lease of a crashed server, which isn't
 * renewed, to expire.
 */
export async function rejectRunningServer(
  client: pg.ClientBase,
  log: (message: string) => void,
): Promise<void> {
  // Wait, because PostgreSQL still lists connections that were just closed.
  for (let attempt = 1; (await countConnections(client)) > 0; attempt += 1) {
    if (attempt === CLOSING_CHECKS) throw new BackupError(RUNNING);
    await pause(CLOSING_MS / CLOSING_CHECKS);
  }
  const first = await leasesOf(client);
  const seconds = Math.ceil(
    Math.max(0, ...[...first.values()].map(({ secondsLeft }) => secondsLeft)),
  );
  if (seconds > 0)
    log(
      `a server was seen on this database; waiting for up to ${seconds} s to learn whether it still runs`,
    );
  for (let held = first; held.size > 0; held = await leasesOf(client)) {
    for (const [name, { expiresAt }] of held)
      if (first.get(name)?.expiresAt !== expiresAt) throw new BackupError(RUNNING);
    await pause(LEASE_CHECK_MS);
  }
}

async function countConnections(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(SERVER_CONNECTIONS);
  return rows[0]?.count ?? 0;
}

interface HeldLease {
  readonly name: string;
  readonly expiresAt: string;
  readonly secondsLeft: number;
}

/** Returns leases by name. Empty for a database without data, which has no such table. */
async function leasesOf(client: pg.ClientBase): Promise<ReadonlyMap<string, HeldLease>> {
  const { rows: tables } = await client.query<{ exists: boolean }>(HAS_LEASES);
  if (tables[0]?.exists !== true) return new Map();
  const { rows } = await client.query<HeldLease>(UNEXPIRED_LEASES, [PREFIX, LEASE_SECONDS]);
  return new Map(rows.map((row) => [row.name, row]));
}
