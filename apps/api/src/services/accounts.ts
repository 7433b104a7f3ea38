import type { deleteUser, updateUser, User } from '@matinee/shared/contract/users';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import type { z } from 'zod';
import type { Statements } from '#db/statements.ts';
import { toUser, USER_COLUMNS, type UserRow } from './account-rows.ts';
import { ownerIsGone } from './owner.ts';

export interface Accounts {
  /** What is not mentioned stays. */
  update(userId: string, change: z.output<(typeof updateUser)['body']>): Promise<User>;
  /** With everything that belongs to it. */
  remove(userId: string): Promise<ReplyOf<typeof deleteUser>>;
}

const UPDATE = `
  UPDATE users SET nickname = coalesce($2, nickname), color_a = coalesce($3, color_a),
    color_b = coalesce($4, color_b), icon = coalesce($5, icon)
  WHERE id = $1 RETURNING ${USER_COLUMNS}`;

export function createAccounts({ query }: Statements): Accounts {
  return {
    update: async (userId, { profile, nickname }) => {
      const look = [profile?.colorA, profile?.colorB, profile?.icon];
      const [user] = await query<UserRow>(UPDATE, [userId, nickname, ...look]);
      if (!user) throw ownerIsGone();
      return toUser(user);
    },
    remove: async (userId) => {
      await query('DELETE FROM users WHERE id = $1', [userId]);
      return { id: userId, success: true, message: 'User account deleted successfully' };
    },
  };
}
