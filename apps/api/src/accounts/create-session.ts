// The last part of the statement that signs a user in.
import { randomUUID } from 'node:crypto';
import type { SessionRow } from './account-rows.ts';
import { SESSION_MS } from './session-lookup.ts';

export interface ClientDevice {
  readonly device: string;
  readonly userAgent: string;
}

const USER_AGENT_LENGTH = 512;

export type NewSession = Omit<SessionRow, 'userId'>;

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

/** The most sessions of one account; a new one replaces the least recently used. */
export const MAX_SESSIONS = 50;

/** Inserts a session for the user in `account`. $3 is now, and `sessionValues` are $4 to $7. */
export const INSERT_SESSION = `surplus AS (
  DELETE FROM sessions WHERE (user_id, id) IN (
    SELECT s.user_id, s.id FROM account JOIN sessions s ON s.user_id = account.id
    ORDER BY s.accessed_at DESC, s.id OFFSET ${MAX_SESSIONS - 1})),
opened AS (
  INSERT INTO sessions (user_id, id, device, user_agent, created_at, accessed_at, expires_at)
  SELECT account.id, $4::uuid, $5, $6, $3, $3, $7::timestamptz FROM account)`;

export const sessionValues = (session: NewSession): readonly unknown[] => [
  session.id,
  session.device,
  session.userAgent,
  session.expiresAt,
];
