// Accounts: rows of users and sessions, their wire format and tokens, changes to a user, and the lock for writes.
import type { Session } from '@matinee/shared/contract/sessions';
import type { User, deleteUser, updateUser } from '@matinee/shared/contract/users';
import { randomUUID } from 'node:crypto';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import type { Sql, SqlDatabase } from '#database/sql.ts';
import { unauthorized, type ApiError } from '#http/api-error.ts';
import { LOCK_USER } from './accounts.sql.ts';

export interface UserRow {
  readonly id: string;
  readonly publicKey: string;
  readonly namespace: string;
  readonly nickname: string;
  readonly permissions: readonly string[];
  readonly colorA: string;
  readonly colorB: string;
  readonly icon: string;
  readonly createdAt: Date;
  readonly lastLoggedIn: Date | null;
}

export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly device: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly accessedAt: Date;
  readonly expiresAt: Date;
}

export function toUser(row: UserRow): User {
  const { colorA, colorB, icon, lastLoggedIn } = row;
  return {
    id: row.id,
    namespace: row.namespace,
    publicKey: row.publicKey,
    nickname: row.nickname,
    roles: [...row.permissions],
    permissions: [...row.permissions],
    createdAt: row.createdAt.toISOString(),
    ...(lastLoggedIn && { lastLoggedIn: lastLoggedIn.toISOString() }),
    profile: { colorA, colorB, icon },
  };
}

export function toSession(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    userId: row.userId,
    user: row.userId,
    createdAt: row.createdAt.toISOString(),
    accessedAt: row.accessedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    device: row.device,
    userAgent: row.userAgent,
    current: row.id === currentId,
  };
}

interface ClientDevice {
  readonly device: string;
  readonly userAgent: string;
}

/** A session ends after this time without use. */
export const SESSION_MS = 21 * 24 * 60 * 60 * 1000;
const USER_AGENT_LENGTH = 512;

type NewSession = Omit<SessionRow, 'userId'>;

export function newSession({ device, userAgent }: ClientDevice, time: number): NewSession {
  const createdAt = new Date(time);
  return {
    id: randomUUID(),
    device,
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
    createdAt,
    accessedAt: createdAt,
    expiresAt: new Date(time + SESSION_MS),
  };
}

/** The values $4 to $7 of `LOG_IN` and `REGISTER`. */
export const sessionValues = (session: NewSession): readonly unknown[] => [
  session.id,
  session.device,
  session.userAgent,
  session.expiresAt,
];

export interface SessionTokens {
  issue(sessionId: string, now: Date): Promise<string>;
  /** Returns the session's ID. Undefined for a token that this server didn't sign. */
  read(token: string): Promise<string | undefined>;
}

const ALGORITHM = 'HS256';
const Claims = z.object({ sid: z.guid() });

const importSecret = (secret: string) =>
  crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );

/**
 * Uses the same claims as movie-web servers, so an imported secret keeps old tokens valid. The first secret signs.
 */
export function createSessionTokens(secrets: readonly [string, ...string[]]): SessionTokens {
  // Import keys once. Given bytes, jose would import the key for each token, at twice the cost.
  const signing = importSecret(secrets[0]);
  const keys = secrets.map(importSecret);
  return {
    issue: async (sid, now) =>
      new SignJWT({ sid })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(now)
        .sign(await signing),
    read: async (token) => {
      for (const imported of keys) {
        const key = await imported;
        const verified = await jwtVerify(token, key, { algorithms: [ALGORITHM] }).catch(() => null);
        if (verified) return Claims.safeParse(verified.payload).data?.sid.toLowerCase();
      }
      return undefined;
    },
  };
}

export interface Accounts {
  /** Keeps missing fields. */
  update(userId: string, change: z.output<(typeof updateUser)['body']>): Promise<User>;
  /** Deletes the account and everything that belongs to it. */
  remove(userId: string): Promise<ReplyOf<typeof deleteUser>>;
  /** Undefined if the account has no nickname, or is deleted. */
  nickname(userId: string): Promise<string | undefined>;
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
    nickname: async (id) => {
      const user = await prisma.user.findUnique({ where: { id }, select: { nickname: true } });
      return user?.nickname || undefined;
    },
  };
}

/**
 * False if the statement waited for a deletion, because its snapshot is then older. A deletion rewrites the user's row,
 * which changes the row's version.
 */
export interface SnapshotCheck {
  readonly isCurrent: boolean;
}

/**
 * Returns true if nothing was written because the snapshot was stale. The caller must retry. Throws if the account was
 * deleted.
 */
export function isStale([first]: readonly SnapshotCheck[]): boolean {
  if (!first) throw accountDeleted();
  return !first.isCurrent;
}

/**
 * Locks the account in a separate statement. Later statements of the transaction then see the writes that it waited
 * for.
 */
export async function lockUser({ query }: Sql, userId: string): Promise<void> {
  const rows = await query(LOCK_USER, [userId]);
  if (rows.length === 0) throw accountDeleted();
}

/** Runs in a transaction, after earlier writes of the account and before later ones. */
export const withUserLock = <T>(
  db: SqlDatabase,
  userId: string,
  run: (tx: Sql) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return run(tx);
  });

/** Returns the error for a write to an account that was deleted after authentication. */
export const accountDeleted = (): ApiError => unauthorized('Not logged in');
