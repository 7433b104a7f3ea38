// Checks readiness over a separate connection, because a busy pool doesn't mean that the database is down.
import pg from 'pg';
import type { DiskSpace } from './disk-space.ts';
import { classifyError } from './errors.ts';

export interface DatabaseReadiness {
  /** Whether the database responds. */
  readonly database: boolean;
  /** Whether every migration of this version is applied. */
  readonly migrations: boolean;
  readonly diskFull?: boolean;
  /** The cause, in a sentence for the operator. Publicly readable. */
  readonly reason?: string;
}

export interface ReadinessOptions {
  /** Returns the URL, which may change when the embedded server restarts. */
  readonly url: () => string;
  /** The names of the migrations that this version needs. */
  readonly migrations: readonly string[];
  readonly diskSpace: Pick<DiskSpace, 'isFull'>;
}

export interface ReadinessCheck {
  /** Never rejects. */
  readonly check: () => Promise<DatabaseReadiness>;
  readonly stop: () => void;
}

const TIMEOUT_MS = 2_000;

const MISSING = `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS known(name) WHERE NOT EXISTS (
  SELECT FROM _prisma_migrations
  WHERE migration_name = name AND finished_at IS NOT NULL AND rolled_back_at IS NULL)`;

/**
 * Sorts more than fits into memory. PostgreSQL then writes and reads about 1 MiB of temporary files.
 */
const WRITE = `SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM (SELECT md5(n::text) FROM generate_series(1, 20000) n ORDER BY 1 OFFSET 0) sorted`;

const FULL = {
  diskFull: true,
  reason: 'The disk is full, so nothing can be saved. Free up space where the database is stored.',
};
const UNAVAILABLE: DatabaseReadiness = {
  database: false,
  migrations: false,
  reason: 'The database is unavailable. See the server log.',
};
const NOT_MIGRATED: DatabaseReadiness = {
  database: true,
  migrations: false,
  reason: 'A migration is missing. Restart the server to apply it.',
};

export function createReadinessCheck(options: ReadinessOptions): ReadinessCheck {
  const { url, migrations, diskSpace } = options;
  let connection: pg.Client | undefined;
  let isStopped = false;

  const disconnect = (client: pg.Client): void => {
    if (connection === client) connection = undefined;
    client.end().catch(() => undefined);
  };

  const connect = async (): Promise<pg.Client> => {
    if (connection) return connection;
    const client = new pg.Client({
      connectionString: url(),
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'matinee (probe)',
    });
    client.on('error', () => disconnect(client));
    await client.connect();
    connection = client;
    if (isStopped) disconnect(client);
    return client;
  };

  const onConnection = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = await connect();
    try {
      return await work(client);
    } catch (error) {
      disconnect(client);
      throw error;
    }
  };

  const isMigrated = (): Promise<boolean> =>
    onConnection(async (client) => {
      const { rows } = await client.query<{ missing: number }>(MISSING, [migrations]);
      return rows[0]?.missing === 0;
    });

  const tryWrite = (): Promise<void> =>
    onConnection(async (client) => void (await client.query(WRITE)));

  const checkDatabase = async (): Promise<DatabaseReadiness> => {
    try {
      return (await isMigrated()) ? { database: true, migrations: true } : NOT_MIGRATED;
    } catch (error) {
      // PostgreSQL rejected the statement, for example because its table does not exist.
      const isStatementError =
        error instanceof pg.DatabaseError && classifyError(error) === undefined;
      return isStatementError ? NOT_MIGRATED : UNAVAILABLE;
    }
  };

  return {
    check: async () => {
      if (isStopped) return UNAVAILABLE;
      const state = await checkDatabase();
      // A full disk also prevents an embedded server from starting.
      return (await diskSpace.isFull(tryWrite)) ? { ...state, ...FULL } : state;
    },
    stop: () => {
      isStopped = true;
      if (connection) disconnect(connection);
    },
  };
}

// Shares one check between callers and caches it for a second, because anyone may send health checks frequently.

export interface CachedCheckOptions<T> {
  readonly check: () => Promise<T>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly cacheMs?: number;
}

const CACHE_MS = 1_000;

/** Shares concurrent checks and caches the result. Doesn't cache a failure. */
export function cacheCheck<T>({ check, now, cacheMs = CACHE_MS }: CachedCheckOptions<T>) {
  let running: Promise<T> | undefined;
  let cached: { readonly result: T; readonly at: number } | undefined;

  const run = async (): Promise<T> => {
    try {
      const result = await check();
      cached = { result, at: now() };
      return result;
    } finally {
      running = undefined;
    }
  };

  return (): Promise<T> => {
    if (cached && now() - cached.at < cacheMs) return Promise.resolve(cached.result);
    return (running ??= run());
  };
}
