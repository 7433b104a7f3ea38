import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

export interface TestSession {
  readonly sessionId: string;
  readonly token: string;
  /** The argument of `.set(...)` of a request. */
  readonly headers: { readonly authorization: string };
}

export interface TestAccount extends TestSession {
  readonly userId: string;
}

const SESSION_MS = 60 * 60 * 1000;

/** Makes the account the owner, and no other. */
export async function makeAdmin(
  { deps }: Pick<TestApp, 'deps'>,
  { userId }: Pick<TestAccount, 'userId'>,
): Promise<void> {
  await deps.database.transaction(async ({ query }) => {
    // There is one owner, and several simultaneous tests may set it.
    await query('SELECT 1 FROM pg_advisory_xact_lock(1)', []);
    await query('UPDATE users SET is_owner = NULL WHERE is_owner', []);
    await query('UPDATE users SET is_owner = true WHERE id = $1', [userId]);
  });
}

/** An account with one session, written straight into the database: for tests that need no registration. */
export async function createTestAccount(server: Pick<TestApp, 'deps'>): Promise<TestAccount> {
  const userId = randomUUID();
  await server.deps.database.query(
    `INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon)
     VALUES ($1, $2, 'movie-web', 'Quiet Otter', '#2E65CF', '#7652DD', 'userGroup')`,
    [userId, randomBytes(32).toString('base64url')],
  );
  return { userId, ...(await createTestSession(server, userId)) };
}

/** Another device of an account. */
export async function createTestSession(
  { deps }: Pick<TestApp, 'deps'>,
  userId: string,
): Promise<TestSession> {
  const { database, services } = deps;
  const sessionId = randomUUID();
  const now = new Date();
  await database.query(
    `INSERT INTO sessions (user_id, id, device, user_agent, expires_at) VALUES ($1, $2, 'a.b.c', 'test', $3)`,
    [userId, sessionId, new Date(now.getTime() + SESSION_MS)],
  );
  const token = await services.tokens.issue(sessionId, now);
  return { sessionId, token, headers: { authorization: `Bearer ${token}` } };
}
