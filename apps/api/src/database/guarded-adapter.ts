// Wraps Prisma's adapter in the same circuit breaker as plain SQL. Prisma doesn't change the breaker's errors.
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { withRetry } from './sql.ts';

type Guard = Pick<CircuitBreaker, 'guard' | 'translate'>;

export function guardedAdapter(
  factory: SqlDriverAdapterFactory,
  guard: Guard,
): SqlDriverAdapterFactory {
  const { provider, adapterName } = factory;
  return { provider, adapterName, connect: async () => guarded(await factory.connect(), guard) };
}

function guarded(adapter: SqlDriverAdapter, { guard, translate }: Guard): SqlDriverAdapter {
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: (query) => guard(() => withRetry(() => adapter.queryRaw(query))),
    executeRaw: (query) => guard(() => withRetry(() => adapter.executeRaw(query))),
    executeScript: (script) => guard(() => adapter.executeScript(script)),
    startTransaction: async (isolation) => {
      let isWanted = true;
      const start = async (): Promise<Transaction> => {
        const tx = await adapter.startTransaction(isolation);
        if (!isWanted) await discard(tx);
        return tx;
      };
      try {
        return translateErrors(await guard(start), translate);
      } catch (error) {
        isWanted = false;
        throw error;
      }
    },
    getConnectionInfo: () => adapter.getConnectionInfo?.() ?? { supportsRelationJoins: true },
    dispose: () => adapter.dispose(),
  };
}

/** Releases the connection of a failed transaction. */
async function discard(tx: Transaction): Promise<void> {
  try {
    await tx.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] });
  } finally {
    await tx.rollback();
  }
}

function translateErrors(tx: Transaction, translate: Guard['translate']): Transaction {
  const { provider, adapterName, options } = tx;
  const queryable: SqlQueryable = {
    provider,
    adapterName,
    queryRaw: (query) => translate(tx.queryRaw(query)),
    executeRaw: (query) => translate(tx.executeRaw(query)),
  };
  return {
    ...queryable,
    options,
    // Prisma has already sent COMMIT or ROLLBACK as a statement. These calls release the connection.
    commit: () => tx.commit(),
    rollback: () => tx.rollback(),
    createSavepoint: async (name) => translate(tx.createSavepoint?.(name) ?? Promise.resolve()),
    rollbackToSavepoint: async (name) =>
      translate(tx.rollbackToSavepoint?.(name) ?? Promise.resolve()),
    releaseSavepoint: async (name) => translate(tx.releaseSavepoint?.(name) ?? Promise.resolve()),
  };
}
