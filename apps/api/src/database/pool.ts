import pg from 'pg';
import { reason } from './errors.ts';
import { measurePool } from '#lib/measurements.ts';

export interface Pool {
  readonly pool: pg.Pool;
  /** Closes all connections. Running statements fail. */
  readonly dropConnections: () => void;
}

const MAX_CONNECTIONS = 20;
/** The timeout for a free or new connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Enough for the largest import on a slow machine. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Ends statements on a connection that died silently. */
const QUERY_TIMEOUT_MS = 35_000;

// Set in the session, because poolers like PgBouncer reject unknown connection parameters. In transaction mode, another
// client may get the session. That does no harm, because all clients of the pool set the same limits.
const LIMITS = `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`;

export interface PoolLimits {
  readonly max?: number;
  readonly connectTimeoutMs?: number;
}

export function createPool(
  url: () => string,
  warn: (message: string) => void,
  { max = MAX_CONNECTIONS, connectTimeoutMs = CONNECT_TIMEOUT_MS }: PoolLimits = {},
): Pool {
  const inUse = new Set<pg.ClientBase>();
  // Don't use the pool's `verify`: a caller that gives up during it would leak the connection.
  const setUp = async (client: pg.ClientBase): Promise<void> => {
    inUse.add(client);
    try {
      await client.query(LIMITS);
    } finally {
      inUse.delete(client);
    }
  };
  /** The embedded server may have another port after a restart. */
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: url() });
    }
  }
  const pool = new pg.Pool({
    Client,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'matinee',
    // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for the promise, but its types declare a callback that returns nothing
    onConnect: setUp,
  });
  measurePool(pool);
  // An unhandled error event of an idle connection would end the process.
  pool.on('error', (error) => warn(`database connection lost: ${reason(error)}`));
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const dropConnections = (): void => {
    // Close the socket immediately, even while a statement runs on it.
    for (const client of inUse) {
      if (client instanceof pg.Client) client.end().catch(() => undefined);
    }
    for (let count = pool.idleCount; count > 0; count -= 1) {
      pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      );
    }
  };
  return { pool, dropConnections };
}
