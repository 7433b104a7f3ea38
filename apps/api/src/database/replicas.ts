// Counts the servers that use the database. Each holds a lease of its own: poolers hide the connections of others.
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
  /** When the last of them renewed its lease. */
  readonly secondsAgo: number;
  /** One that crashed counts until then. */
  readonly secondsLeft: number;
}

export interface Replicas {
  /** The servers besides this one; also those that crashed within the last 90 seconds. */
  readonly others: () => Promise<OtherServers>;
  /** The returned function says that this server has stopped. */
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

/** A restore that begins later finds this server, if no restore runs now. */
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
          // The pool reports that the database is away.
          onFailure: () => undefined,
          onRetry: () => countRetry('server lease'),
        },
        stopping.signal,
      );
      return async () => {
        stopping.abort();
        await ended;
        // Unless it is released, it expires.
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
 * Throws if a server runs: its writes would be lost. One that crashed has left a lease, which is not
 * renewed and expires.
 */
export async function rejectRunningServer(
  client: pg.ClientBase,
  log: (message: string) => void,
): Promise<void> {
  // Connections that were just closed are still listed.
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

/** Reads leases by their names. A database without data has no table of them. */
async function leasesOf(client: pg.ClientBase): Promise<ReadonlyMap<string, HeldLease>> {
  const { rows: tables } = await client.query<{ exists: boolean }>(HAS_LEASES);
  if (tables[0]?.exists !== true) return new Map();
  const { rows } = await client.query<HeldLease>(UNEXPIRED_LEASES, [PREFIX, LEASE_SECONDS]);
  return new Map(rows.map((row) => [row.name, row]));
}
