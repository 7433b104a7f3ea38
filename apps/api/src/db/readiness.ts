// Asks the database whether it can be used, over a connection of its own: a busy pool is not a dead database.
import pg from 'pg';
import { troubleOf } from './failure.ts';

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

export function createReadinessCheck({ url, migrations }: ReadinessOptions): ReadinessCheck {
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

  const isMigrated = async (): Promise<boolean> => {
    const client = await connect();
    try {
      const { rows } = await client.query<{ missing: number }>(MISSING, [migrations]);
      return rows[0]?.missing === 0;
    } catch (error) {
      disconnect(client);
      throw error;
    }
  };

  return {
    check: async () => {
      if (isStopped) return NO_ANSWER;
      try {
        return (await isMigrated()) ? { database: true, migrations: true } : NOT_MIGRATED;
      } catch (error) {
        // PostgreSQL refused the statement, as where its table does not exist.
        const isRefused = error instanceof pg.DatabaseError && troubleOf(error) === undefined;
        return isRefused ? NOT_MIGRATED : NO_ANSWER;
      }
    },
    stop: () => {
      isStopped = true;
      if (connection) disconnect(connection);
    },
  };
}
