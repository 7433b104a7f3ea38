import type { Settings, StoredSettings } from '@matinee/shared/contract/settings';
import { z } from 'zod';
import type { TransactionalQueries } from '#database/sql.ts';
import { lockUser } from './user-lock.ts';

export interface SettingsService {
  get(userId: string): Promise<StoredSettings>;
  /** Members that are absent stay as they are; returns all of them. */
  put(userId: string, patch: Settings): Promise<StoredSettings>;
  /** Sets what was never set here, and leaves the rest alone: also what was cleared. */
  fill(userId: string, values: Settings): Promise<void>;
  /** Null: never set. */
  export(userId: string): Promise<{ readonly values: Settings; readonly updatedAt: string } | null>;
}

/** The members of stored settings, checked when they were written. */
const Values = z.record(z.string(), z.json());

export function createSettings(db: TransactionalQueries, now: () => number): SettingsService {
  const read = async ({ prisma }: Pick<TransactionalQueries, 'prisma'>, userId: string) => {
    const row = await prisma.settings.findUnique({ where: { userId } });
    return row && { values: Values.parse(row.values), updatedAt: row.updatedAt.toISOString() };
  };
  /** Writes of one account at the same time wait for each other, so that none is lost. */
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
