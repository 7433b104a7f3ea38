// Converts rows of users and sessions to their wire format.
import type { Session } from '@matinee/shared/contract/sessions';
import type { User } from '@matinee/shared/contract/users';

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

export const USER_COLUMNS = `id, public_key AS "publicKey", namespace, nickname, permissions,
  color_a AS "colorA", color_b AS "colorB", icon, created_at AS "createdAt", last_logged_in AS "lastLoggedIn"`;

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
