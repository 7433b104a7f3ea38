import type { TransactionalQueries } from '#database/sql.ts';
import { lockUser } from '#accounts/user-lock.ts';

interface GroupOrder {
  readonly groupOrder: string[];
}

export interface GroupOrders {
  get(userId: string): Promise<GroupOrder>;
  put(userId: string, groups: readonly string[]): Promise<GroupOrder>;
}

export function createGroupOrders(db: TransactionalQueries): GroupOrders {
  return {
    get: async (userId) => {
      const stored = await db.prisma.groupOrder.findUnique({ where: { userId } });
      return { groupOrder: stored?.groups ?? [] };
    },
    put: (userId, given) =>
      db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const groups = [...given];
        await tx.prisma.groupOrder.upsert({
          where: { userId },
          create: { userId, groups },
          update: { groups },
        });
        return { groupOrder: groups };
      }),
  };
}
