import pg from 'pg';
import { reason } from './failure.ts';

export interface Pool {
  readonly pool: pg.Pool;
  /** Whatever was connected is not trusted any more; what still runs there fails. */
  readonly forgetConnections: () => void;
}

const MAX_CONNECTIONS = 20;
/** For a free connection or a new one. */
const CONNECT_WITHIN_MS = 5_000;
/** Enough for the largest import on a slow machine. */
const STATEMENT_WITHIN_MS = 30_000;
/** Where a connection has died silently, nobody else ends the wait. */
const GIVE_UP_AFTER_MS = 35_000;

// Set in the session, since poolers like PgBouncer refuse unknown parameters of the connection.
const LIMITS = `SET statement_timeout = ${STATEMENT_WITHIN_MS}; SET idle_in_transaction_session_timeout = ${STATEMENT_WITHIN_MS}`;

export function createPool(url: string, warn: (message: string) => void): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: GIVE_UP_AFTER_MS,
    keepAlive: true,
    application_name: 'matinee',
    verify: (client, done) => client.query(LIMITS, (error) => done(error)),
  });
  // An idle connection that breaks is an event of the pool; unheard, it would end the process.
  pool.on('error', (error) => warn(`database connection lost: ${reason(error)}`));
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const forgetConnections = (): void => {
    // Ends the socket at once where a statement is running on it.
    for (const client of inUse) client.end().catch(() => undefined);
    for (let count = pool.idleCount; count > 0; count -= 1) {
      pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      );
    }
  };
  return { pool, forgetConnections };
}
