// Plain SQL on the pool: one statement, or several in a transaction.
import type pg from 'pg';
import type { Availability } from './availability.ts';
import { hasLostARace, troubleOf } from './failure.ts';

export interface Statements {
  /** The rows of one statement. */
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ) => Promise<readonly Row[]>;
}

export interface SqlDatabase extends Statements {
  /**
   * All of `run`'s statements or none. What `run` throws undoes them; where two transactions were in each other's way,
   * `run` is called again, so it must do nothing but ask its `tx`.
   */
  readonly transaction: <T>(run: (tx: Statements) => Promise<T>) => Promise<T>;
}

/** What is a transaction elsewhere becomes a part of this one. */
export const joining = (tx: Statements): SqlDatabase => ({
  ...tx,
  transaction: (run) => run(tx),
});

const ATTEMPTS = 4;

export function createStatements(
  pool: pg.Pool,
  { guard }: Pick<Availability, 'guard'>,
): SqlDatabase {
  return {
    query: (text, values) =>
      guard(() => again(() => onClient(pool, (tx) => tx.query(text, values)))),
    transaction: (run) => guard(() => again(() => onClient(pool, (tx) => inTransaction(tx, run)))),
  };
}

/** Repeats what lost against another transaction. */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === ATTEMPTS || !hasLostARace(error)) throw error;
    }
  }
}

/** The pool's own `query` throws its connection away with every refused value; only a broken one has to go. */
async function onClient<T>(pool: pg.Pool, work: (tx: Statements) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const breakDown = (error: Error): void => void (broken = error);
  client.on('error', breakDown);
  const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
    const sent = [...values];
    try {
      const result = await client.query<Row>(text, sent);
      const { rows } = result;
      // What pg has of a statement outlives it until the next collection of everything: nothing large may be left there.
      result.rows = [];
      return rows;
    } catch (error) {
      if (!isRefusal(error)) broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      sent.length = 0;
    }
  };
  try {
    return await work({ query });
  } finally {
    client.off('error', breakDown);
    client.release(broken);
  }
}

/** PostgreSQL refused a statement; the connection is as good as before. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  error.severity === 'ERROR' &&
  troubleOf(error) !== 'connection';

async function inTransaction<T>(tx: Statements, run: (tx: Statements) => Promise<T>): Promise<T> {
  await tx.query('BEGIN', []);
  try {
    const result = await run(tx);
    await tx.query('COMMIT', []);
    return result;
  } catch (error) {
    // Where this fails too, the connection is broken, and the first failure says so.
    await tx.query('ROLLBACK', []).catch(() => undefined);
    throw error;
  }
}
