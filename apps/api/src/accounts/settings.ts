import type { Settings, StoredSettings } from '@matinee/shared/contract/settings';
import { z } from 'zod';
import type { TransactionalQueries } from '#database/sql.ts';
import { lockUser } from './accounts.ts';

export interface SettingsService {
  get(userId: string): Promise<StoredSettings>;
  /** Keeps missing settings. Returns all of them. */
  put(userId: string, patch: Settings): Promise<StoredSettings>;
  /** Sets settings that were never set. Keeps all others, including cleared ones. */
  fill(userId: string, values: Settings): Promise<void>;
  /** Null: never set. */
  export(userId: string): Promise<{ readonly values: Settings; readonly updatedAt: string } | null>;
}

/** Stored settings, which were validated when they were written. */
const Values = z.record(z.string(), z.json());

export function createSettings(db: TransactionalQueries, now: () => number): SettingsService {
  const read = async ({ prisma }: Pick<TransactionalQueries, 'prisma'>, userId: string) => {
    const row = await prisma.settings.findUnique({ where: { userId } });
    return row && { values: Values.parse(row.values), updatedAt: row.updatedAt.toISOString() };
  };
  /** Serializes concurrent writes of one account, to lose none. */
  const merge = (
    userId: string,
    change: (stored: z.infer<typeof Values>) => Settings,
  ): Promise<z.infer<typeof Values>> =>
    db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const stored = await read(tx, userId);
      const values = Values.parse(change(stored?.values ?? {}));
      const data = { values, updatedAt: new Date(now()) };
      await tx.prisma.settings.upsert({
        where: { userId },
        create: { ...data, userId },
        update: data,
      });
      return values;
    });
  return {
    get: async (userId) => ({ ...(await read(db, userId))?.values, id: userId }),
    put: async (userId, patch) => ({
      ...(await merge(userId, (stored) => ({ ...stored, ...patch }))),
      id: userId,
    }),
    fill: async (userId, values) =>
      void (await merge(userId, (stored) => ({ ...values, ...stored }))),
    export: (userId) => read(db, userId),
  };
}
