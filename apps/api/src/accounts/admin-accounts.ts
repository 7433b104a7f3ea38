import {
  ACCOUNTS_PAGE,
  type listAccounts,
  type ListedAccount,
} from '@matinee/shared/contract/admin-accounts';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { badRequest, conflict, notFound } from '#http/api-error.ts';
import { COUNT_ACCOUNTS, PAGE_OF_ACCOUNTS } from './accounts.sql.ts';
import type { IsAdmin } from './session-lookup.ts';

export interface AdminAccounts {
  readonly list: (page: {
    readonly search: string;
    readonly after?: string | undefined;
  }) => Promise<ReplyOf<typeof listAccounts>>;
  /** Throws if there is no such account, or if it belongs to an administrator. */
  readonly remove: (id: string) => Promise<{ id: string }>;
  /** Throws if there is no such account. */
  readonly mustExist: (id: string) => Promise<void>;
}

interface Row {
  readonly id: string;
  readonly nickname: string;
  readonly publicKey: string;
  readonly isOwner: boolean | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly bytes: number;
  readonly devices: number;
}

const Cursor = z.tuple([z.iso.datetime(), z.string()]);

/** Lists and removes accounts for administrators. */
export function createAdminAccounts(
  db: Pick<Database, 'query' | 'prisma'>,
  isAdmin: IsAdmin,
): AdminAccounts {
  const { user: users } = db.prisma;
  const find = async (id: string) => {
    const user = await users.findUnique({ where: { id } });
    if (!user) throw notFound('There is no such account.');
    return user;
  };

  return {
    list: async ({ search, after }) => {
      const text = search.trim();
      const [time, id] = after === undefined ? [null, null] : readCursor(after);
      const [counted, rows] = await Promise.all([
        db.query<{ total: number }>(COUNT_ACCOUNTS, [text]),
        db.query<Row>(PAGE_OF_ACCOUNTS, [text, time, id]),
      ]);
      const page = rows.slice(0, ACCOUNTS_PAGE);
      const last = rows.length > ACCOUNTS_PAGE ? page.at(-1) : undefined;
      return {
        total: counted[0]?.total ?? 0,
        accounts: page.map((row) => toListed(row, isAdmin)),
        next: last ? JSON.stringify([last.lastUsedAt.toISOString(), last.id]) : null,
      };
    },
    remove: async (id) => {
      if (isAdmin(await find(id))) {
        throw conflict(
          "Administrators can't be removed here. They can delete their accounts in Settings.",
        );
      }
      await users.deleteMany({ where: { id } });
      return { id };
    },
    mustExist: async (id) => void (await find(id)),
  };
}

function readCursor(text: string): readonly [string, string] {
  try {
    return Cursor.parse(JSON.parse(text));
  } catch {
    throw badRequest('Invalid page.');
  }
}

function toListed(row: Row, isAdmin: IsAdmin): ListedAccount {
  const { id, nickname, createdAt, lastUsedAt, bytes, devices } = row;
  return {
    id,
    nickname,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    bytes,
    devices,
    isAdmin: isAdmin(row),
  };
}
