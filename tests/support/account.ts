import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

export interface TestAccount {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  /** For `.set(...)` of a request. */
  readonly headers: { readonly authorization: string };
}

const SESSION_MS = 60 * 60 * 1000;

/** An account with one session, written straight into the database: for tests of what comes after signing in. */
export async function createTestAccount({ deps }: Pick<TestApp, 'deps'>): Promise<TestAccount> {
  const { database, services } = deps;
  const userId = randomUUID();
  const sessionId = randomUUID();
  const now = new Date();
  await database.query(
    `INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon)
     VALUES ($1, $2, 'movie-web', 'Quiet Otter', '#2E65CF', '#7652DD', 'userGroup')`,
    [userId, randomBytes(32).toString('base64url')],
  );
  await database.query(
    `INSERT INTO sessions (user_id, id, device, user_agent, expires_at) VALUES ($1, $2, 'a.b.c', 'test', $3)`,
    [userId, sessionId, new Date(now.getTime() + SESSION_MS)],
  );
  const token = await services.tokens.issue(sessionId, now);
  return { userId, sessionId, token, headers: { authorization: `Bearer ${token}` } };
}
