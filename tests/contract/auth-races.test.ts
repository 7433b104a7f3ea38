// Twenty simultaneous callers: each challenge is used once, each key has one account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Response } from 'supertest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  requestLoginChallenge,
  requestRegistrationChallenge,
  completeLogIn,
  completeRegistration,
  loginOf,
  newKeys,
  register,
  registrationOf,
} from '../support/identity.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
});
afterAll(() => server.close());

const twenty = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => make(index)));

/** Counts of each response. */
function tally(responses: readonly Response[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { body, status } of responses) {
    const messages = status === 200 ? '200' : `${status} ${String(body.message)}`;
    counts[messages] = (counts[messages] ?? 0) + 1;
  }
  return counts;
}

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await server.deps.database.query(sql, values)).length;

test('twenty uses of one login challenge open one session', async () => {
  const { keys, user } = await register(server);
  const sent = loginOf(keys, await requestLoginChallenge(server, keys));
  const responses = await twenty(() => completeLogIn(server, sent));
  expect(tally(responses)).toEqual({ 200: 1, '401 Challenge Code Invalid': 19 });
  // Includes the session of the registration.
  expect(await count('SELECT FROM sessions WHERE user_id = $1', user.id)).toBe(2);
});

test('twenty login challenges of one account open twenty sessions', async () => {
  const { keys, user } = await register(server);
  const responses = await twenty(async () =>
    completeLogIn(server, loginOf(keys, await requestLoginChallenge(server, keys))),
  );
  expect(tally(responses)).toEqual({ 200: 20 });
  expect(await count('SELECT FROM sessions WHERE user_id = $1', user.id)).toBe(21);
});

test('one registration challenge used with twenty keys creates one account', async () => {
  const code = await requestRegistrationChallenge(server);
  const keys = Array.from({ length: 20 }, newKeys);
  const responses = await Promise.all(
    keys.map((one) => completeRegistration(server, registrationOf(one, code))),
  );
  expect(tally(responses)).toEqual({ 200: 1, '401 Challenge Code Invalid': 19 });
  const made = keys.map(({ publicKey }) => publicKey);
  expect(await count('SELECT FROM users WHERE public_key = ANY($1)', made)).toBe(1);
});

test('one key registered twenty times with twenty challenges has one account', async () => {
  const keys = newKeys();
  const codes = await twenty(() => requestRegistrationChallenge(server));
  const responses = await Promise.all(
    codes.map((code) => completeRegistration(server, registrationOf(keys, code))),
  );
  expect(tally(responses)).toEqual({
    200: 1,
    '409 A user with this public key already exists': 19,
  });
  expect(await count('SELECT FROM users WHERE public_key = $1', keys.publicKey)).toBe(1);
  expect(await count('SELECT FROM challenges WHERE code = ANY($1)', codes)).toBe(19);
});
