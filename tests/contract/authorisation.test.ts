// Access to every route, generated from the contract.
import { createHmac, randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { pathOf, readContract, type NamedEndpoint } from '../support/contract.ts';

const SECRET = 'a secret of the authorisation matrix';

let server: TestApp;
let mine: TestAccount;
let other: TestAccount;
let expired: TestAccount;
let deleted: TestAccount;
beforeAll(async () => {
  server = await startTestApp({ CRYPTO_SECRET: SECRET });
  const { database } = server.deps;
  [mine, other, expired, deleted] = await Promise.all([
    createTestAccount(server),
    createTestAccount(server),
    createTestAccount(server),
    createTestAccount(server),
  ]);
  await database.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [
    expired.userId,
  ]);
  await database.query('DELETE FROM users WHERE id = $1', [deleted.userId]);
});
afterAll(() => server.close());

const endpoints = await readContract();
const isOpen = ({ endpoint: { access } }: NamedEndpoint): boolean =>
  access === 'public' || access === 'optional';
const guarded = endpoints.filter((each) => !isOpen(each));
const administrative = endpoints.filter(({ endpoint }) => endpoint.access === 'admin');
const personal = endpoints.filter(({ endpoint }) => endpoint.access === 'self');

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function forge(sid: unknown, secret: string): string {
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sid, iat: 1 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Credentials of a stranger, and the response of every guarded route. */
const others: readonly (readonly [string, () => string | undefined, number, string])[] = [
  ['no token', () => undefined, 401, 'Not logged in'],
  ['garbage', () => 'Bearer garbage', 400, 'Invalid authentication'],
  ['another scheme', () => `Basic ${mine.token}`, 400, 'Invalid authentication'],
  ['two spaces', () => `Bearer  ${mine.token}`, 400, 'Invalid authentication'],
  [
    "another secret's token",
    () => `Bearer ${forge(mine.sessionId, 'x')}`,
    400,
    'Invalid authentication',
  ],
  [
    'a session that is not a uuid',
    () => `Bearer ${forge({ a: 1 }, SECRET)}`,
    400,
    'Invalid authentication',
  ],
  ['an unknown session', () => `Bearer ${forge(randomUUID(), SECRET)}`, 401, 'Not logged in'],
  ['an expired session', () => `Bearer ${expired.token}`, 401, 'Not logged in'],
  ["a deleted user's session", () => `Bearer ${deleted.token}`, 401, 'Not logged in'],
];

describe.each(guarded)('$endpoint.method $endpoint.path', ({ endpoint }) => {
  test.each(others)('refuses %s', async (_, authorization, status, message) => {
    const call = request(server.url)[toMethod(endpoint.method)](
      pathOf(endpoint, { userId: mine.userId }),
    );
    const header = authorization();
    if (header !== undefined) call.set('authorization', header);
    const response = await call;
    expect([response.status, response.body]).toEqual([
      status,
      { errorType: 'message', message, requestId: expect.any(String) },
    ]);
  });
});

test.each(personal)(
  "$endpoint.method $endpoint.path refuses another user's token",
  async ({ endpoint }) => {
    const method = toMethod(endpoint.method);
    for (const userId of [mine.userId, deleted.userId, 'nobody', '@me ']) {
      const response = await request(server.url)
        [method](pathOf(endpoint, { userId }))
        .set(other.headers);
      expect(response.status).toBe(403);
      expect(response.body.message).toBe(endpoint.forbidden);
    }
  },
);

test.each(administrative)(
  '$endpoint.method $endpoint.path refuses an account that is not an administrator',
  async ({ endpoint }) => {
    const response = await request(server.url)
      [toMethod(endpoint.method)](pathOf(endpoint, {}))
      .set(mine.headers);
    expect([response.status, response.body.message]).toEqual([
      403,
      'Only administrators of this server can do this.',
    ]);
  },
);

test.each(personal)('$endpoint.method $endpoint.path declares its owner', ({ endpoint }) => {
  expect(endpoint.path).toContain('/users/:userId');
  expect(endpoint.forbidden).toBeTruthy();
});

test('other users’ requests changed nothing', async () => {
  const { database } = server.deps;
  const rows = await database.query<{ id: string }>('SELECT id FROM users ORDER BY id', []);
  expect(rows.map(({ id }) => id)).toEqual(
    [mine, other, expired].map(({ userId }) => userId).toSorted(),
  );
});

function toMethod(method: string): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  const names = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
  return names[method as keyof typeof names];
}
