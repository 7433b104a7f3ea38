import type { Statements } from '#db/statements.ts';
import { holdOwner, ownerIsGone } from './owner.ts';

interface GroupOrder {
  readonly groupOrder: string[];
}

export interface GroupOrders {
  get(userId: string): Promise<GroupOrder>;
  put(userId: string, groups: readonly string[]): Promise<GroupOrder>;
}

const GET = 'SELECT groups AS "groupOrder" FROM group_order WHERE user_id = $1';

const PUT = `
  INSERT INTO group_order (user_id, groups) SELECT owner.id, $2 FROM (${holdOwner('SHARE')}) AS owner
  ON CONFLICT (user_id) DO UPDATE SET groups = excluded.groups
  RETURNING groups AS "groupOrder"`;

export function createGroupOrders({ query }: Statements): GroupOrders {
  return {
    get: async (userId) => (await query<GroupOrder>(GET, [userId]))[0] ?? { groupOrder: [] },
    put: async (userId, groups) => {
      const [saved] = await query<GroupOrder>(PUT, [userId, groups]);
      if (!saved) throw ownerIsGone();
      return saved;
    },
  };
}
