import type { deleteUser, updateUser, User } from '@matinee/shared/contract/users';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import type { z } from 'zod';
import type { Database } from '#database/database.ts';
import { toUser } from './account-rows.ts';
import { accountDeleted } from './user-lock.ts';

export interface Accounts {
  /** Keeps fields that are not given. */
  update(userId: string, change: z.output<(typeof updateUser)['body']>): Promise<User>;
  /** Deletes the account and everything that belongs to it. */
  remove(userId: string): Promise<ReplyOf<typeof deleteUser>>;
}

export function createAccounts({ prisma }: Pick<Database, 'prisma'>): Accounts {
  return {
    update: async (id, { profile, nickname }) => {
      const data = { ...profile, ...(typeof nickname === 'string' && { nickname }) };
      const [user] =
        Object.keys(data).length > 0
          ? await prisma.user.updateManyAndReturn({ where: { id }, data })
          : await prisma.user.findMany({ where: { id } });
      if (!user) throw accountDeleted();
      return toUser(user);
    },
    remove: async (id) => {
      await prisma.user.deleteMany({ where: { id } });
      return { id, success: true, message: 'User account deleted successfully' };
    },
  };
}
