// Asks the database whether it can be used, over a connection of its own: a busy pool is not a dead database.
import pg from 'pg';
import type { DiskSpace } from './disk-space.ts';
import { classifyError } from './errors.ts';

export interface Readiness {
  /** The database answers. */
  readonly database: boolean;
  /** Every migration of this version is applied. */
  readonly migrations: boolean;
  /** Why it cannot be used, in a sentence for the operator. Anyone may read it. */
  readonly reason?: string;
}

export interface ReadinessOptions {
  /** The address may change when the embedded server is restarted. */
  readonly url: () => string;
  /** The names of the migrations that this version needs. */
  readonly migrations: readonly string[];
  readonly diskSpace: Pick<DiskSpace, 'isFull'>;
}

export interface ReadinessCheck {
  /** Never rejects. */
  readonly check: () => Promise<Readiness>;
  readonly stop: () => void;
}

const ANSWERS_WITHIN_MS = 2_000;

const MISSING = `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS known(name) WHERE NOT EXISTS (
  SELECT FROM _prisma_migrations
  WHERE migration_name = name AND finished_at IS NOT NULL AND rolled_back_at IS NULL)`;

/** Sorts more than fits into memory, so that PostgreSQL writes about a mebibyte to its disk and takes it back. */
const WRITE = `SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM (SELECT md5(n::text) FROM generate_series(1, 20000) n ORDER BY 1 OFFSET 0) sorted`;

const DISK_IS_FULL =
  'The disk is full: nothing can be saved. Free some space where the database is stored.';
const NO_ANSWER: Readiness = {
  database: false,
  migrations: false,
  reason: 'The database does not answer. The log of the server says why.',
};
const NOT_MIGRATED: Readiness = {
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
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
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

  const checkDatabase = async (): Promise<Readiness> => {
    try {
      return (await isMigrated()) ? { database: true, migrations: true } : NOT_MIGRATED;
    } catch (error) {
      // PostgreSQL refused the statement, as where its table does not exist.
      const isRefused = error instanceof pg.DatabaseError && classifyError(error) === undefined;
      return isRefused ? NOT_MIGRATED : NO_ANSWER;
    }
  };

  return {
    check: async () => {
      if (isStopped) return NO_ANSWER;
      const state = await checkDatabase();
      // A full disk is also why an embedded server does not start.
      return (await diskSpace.isFull(tryWrite)) ? { ...state, reason: DISK_IS_FULL } : state;
    },
    stop: () => {
      isStopped = true;
      if (connection) disconnect(connection);
    },
  };
}
