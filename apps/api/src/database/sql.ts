// Runs complete SQL statements, on the pool or in a Prisma transaction.
import type pg from 'pg';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Prisma, PrismaClient } from '#database/generated/client.ts';
import { isSerializationFailure, classifyError } from './errors.ts';
import { countRetry } from '#lib/measurements.ts';

export interface Sql {
  /** Runs one statement and returns its rows. */
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ) => Promise<readonly Row[]>;
}

export interface SqlDatabase extends Sql {
  readonly transaction: <T>(run: (tx: Sql) => Promise<T>) => Promise<T>;
}

/** Prisma's client, and `query` for complete statements. */
export interface Queries extends Sql {
  readonly prisma: Prisma.TransactionClient;
}

export interface TransactionalQueries extends Queries {
  /**
   * Calls `run` in a transaction, and rolls that back if `run` throws. Calls `run` again after a serialization failure,
   * so it must have no other effects.
   */
  readonly transaction: <T>(run: (tx: Queries) => Promise<T>) => Promise<T>;
}

/** Runs a service's transactions inside this one. */
export const joinTransaction = <Tx extends Sql>(
  tx: Tx,
): Tx & { readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T> } => ({
  ...tx,
  transaction: (run) => run(tx),
});

const ATTEMPTS = 4;

export function createStatements(pool: pg.Pool, { guard }: Pick<CircuitBreaker, 'guard'>): Sql {
  return {
    query: (text, values) => guard(() => withRetry(() => onClient(pool, text, values))),
  };
}

/** Creates transactions. The adapter guards their statements. */
export const createTransaction =
  (prisma: PrismaClient): TransactionalQueries['transaction'] =>
  (run) =>
    withRetry(() =>
      prisma.$transaction((tx) =>
        run({ prisma: tx, query: (text, values) => tx.$queryRawUnsafe(text, ...values) }),
      ),
    );

/** Retries after a serialization failure. */
export async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === ATTEMPTS || !isSerializationFailure(error)) throw error;
      countRetry('transaction');
    }
  }
}

/**
 * Runs a statement and discards only a broken connection. `pool.query` discards the connection after every rejected
 * statement.
 */
async function onClient<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } catch (error) {
    if (!isStatementError(error))
      broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Returns whether PostgreSQL rejected a statement. The connection is then still usable. */
const isStatementError = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  error.severity === 'ERROR' &&
  classifyError(error) !== 'connection';

const ROWS_A_STATEMENT = 500;

/**
 * Writes all items or none, some hundreds per statement. Returns the results of `write` in order.
 */
export async function writeInChunks<Item, Written>(
  db: SqlDatabase,
  items: readonly Item[],
  write: (tx: Sql, chunk: readonly Item[]) => Promise<readonly Written[]>,
): Promise<Written[]> {
  if (items.length <= ROWS_A_STATEMENT) return [...(await write(db, items))];
  return db.transaction(async (tx) => {
    const written: Written[] = [];
    for (let at = 0; at < items.length; at += ROWS_A_STATEMENT) {
      written.push(...(await write(tx, items.slice(at, at + ROWS_A_STATEMENT))));
    }
    return written;
  });
}
