// Waits for the operator's database, which may start after this server, for example after a reboot.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { hasCode, reason, classifyError } from './errors.ts';
import { countRetry } from '#lib/measurements.ts';

export interface WaitForDatabaseOptions {
  readonly url: string;
  readonly log: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
  readonly waitMs?: number;
}

const RETRY_EVERY_MS = 1_000;
const ADVICE = 'Start PostgreSQL, or correct DATABASE_URL.';

/** Returns the URL's host and database for messages, without the password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Resolves once the database accepts a connection. Waits while the database starts. Rejects immediately for a wrong
 * password.
 */
export async function waitForDatabase(options: WaitForDatabaseOptions): Promise<void> {
  const { url, log, signal, waitMs = 60_000 } = options;
  const deadline = performance.now() + waitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await probeDatabase(url);
      return;
    } catch (cause) {
      const message = `The database at ${nameOf(url)} can't be used: ${reason(cause)}.`;
      if (!isTransient(cause)) throw new Error(`${message} Check DATABASE_URL.`, { cause });
      if (performance.now() >= deadline) {
        throw new Error(`${message} Gave up after ${Math.round(waitMs / 1000)} s. ${ADVICE}`, {
          cause,
        });
      }
      if (attempt === 1) log(`${message} Waiting for it. ${ADVICE}`);
      await pause(Math.min(RETRY_EVERY_MS, waitMs), undefined, signal ? { signal } : {});
      countRetry('database connection');
    }
  }
}

/** Returns true if the server isn't listening, is starting, or is full. False for a wrong password or name. */
const isTransient = (error: unknown): boolean =>
  classifyError(error) !== undefined && !hasCode(error, '28000', '28P01', '3D000');

/** Connects and disconnects. */
export async function probeDatabase(url: string, withinMs = 5_000): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs });
  client.on('error', () => undefined); // `connect` reports it
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}
