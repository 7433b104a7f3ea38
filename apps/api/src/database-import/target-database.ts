// Writes to the server's own database with the server's options.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { hasCode } from '#database/errors.ts';
import { migrate, type RestorePoint } from '#database/migrate.ts';
import { openServer } from '#database/open-server.ts';
import { ImportError } from './report.ts';

export interface TargetOptions {
  /** Undefined: the embedded server in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly migrations: string;
  readonly restorePoint: RestorePoint | undefined;
  readonly log: (message: string) => void;
  readonly signal: AbortSignal;
}

export type Query = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly pg.QueryResultRow[]>;

export interface TargetDatabase {
  prepare(): Promise<void>;
  /** Runs `work` in a transaction. Retries after conflicts. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The advisory lock of a running import. The number is arbitrary. */
export const IMPORT_LOCK = 1_836_412_513;
const LOCK_WAIT_MS = 10_000;
const ATTEMPTS = 5;

export async function openTarget(options: TargetOptions): Promise<TargetDatabase> {
  const server = await openServer(options);
  const client = new pg.Client({
    connectionString: server.url,
    application_name: 'matinee (import)',
  });
  client.on('error', () => undefined); // the current query reports it
  const close = async (): Promise<void> => {
    await client.end();
    await server.stop();
  };
  try {
    await client.connect();
    await acquireLock(client);
    // Turn off the quota, because the operator decides what to import.
    await client.query("SET matinee.account_limit = 'off'");
  } catch (error) {
    await close();
    throw error;
  }
  return {
    prepare: async () => {
      await migrate({ ...options, url: server.url });
    },
    transaction: (work) => transaction(client, work),
    close,
  };
}

/** Waits, because a killed import may hold the lock until PostgreSQL notices. */
async function acquireLock(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [IMPORT_LOCK]);
  } catch (cause) {
    if (!hasCode(cause, '55P03')) throw cause;
    throw new ImportError('Another import into this database is running. Wait for it to finish.', {
      cause,
    });
  }
  await client.query('SET lock_timeout = 0');
}

async function transaction<T>(client: pg.Client, work: (query: Query) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('BEGIN');
      const result = await work(
        async (text, values) => (await client.query(text, [...values])).rows,
      );
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      // Retry if the server has written the same rows, or an account was deleted in the meantime.
      if (attempt === ATTEMPTS || !hasCode(error, '40P01', '40001', '23503')) throw error;
      await pause(50 * attempt);
    }
  }
}
