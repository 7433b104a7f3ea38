import {
  completeLogin,
  completeRegister,
  startLogin,
  startRegister,
} from '@matinee/shared/contract/auth';
import { signChallenge } from '@matinee/shared/identity/keys';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  requestLoginChallenge,
  requestRegistrationChallenge,
  completeLogIn,
  completeRegistration,
  loginOf,
  newKeys,
  PROFILE,
  register,
  registrationOf,
} from '../support/identity.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
});
afterAll(() => server.close());

const post = (path: string, body: object) => request(server.url).post(path).send(body);
const rows = <Row extends object>(sql: string, ...values: unknown[]) =>
  server.deps.database.query<Row>(sql, values);
const expire = (code: string) =>
  rows(`UPDATE challenges SET expires_at = now() - interval '1 second' WHERE code = $1`, code);

const IDENTITY_POINT = 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a registration', () => {
  test('starts with a challenge that lasts ten minutes', async () => {
    const { body, status } = await post('/auth/register/start', {});
    expect(status).toBe(200);
    const { challenge } = startRegister.reply.parse(body);
    expect(challenge).toMatch(UUID);
    const [row] = await rows<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM challenges WHERE code = $1',
      challenge,
    );
    expect(row).toEqual({ seconds: 600 });
  });

  test('ends with an account, a session and a token', async () => {
    const keys = newKeys();
    const sent = registrationOf(keys, await requestRegistrationChallenge(server));
    const { body, status } = await post('/auth/register/complete', sent).set('user-agent', 'TV/1');
    expect(status).toBe(200);
    const { user, session, token } = completeRegister.reply.parse(body);
    expect(user).toEqual({
      id: expect.stringMatching(UUID),
      namespace: 'movie-web',
      publicKey: keys.publicKey,
      nickname: expect.stringMatching(/^[A-Z][a-z]+ [A-Z][a-z]+$/),
      roles: [],
      permissions: [],
      createdAt: session.createdAt,
      lastLoggedIn: session.createdAt,
      profile: PROFILE,
    });
    expect(session).toEqual({
      id: expect.stringMatching(UUID),
      userId: user.id,
      user: user.id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      accessedAt: session.createdAt,
      expiresAt: new Date(Date.parse(session.createdAt) + 21 * 86_400_000).toISOString(),
      device: 'iv.name.tag',
      userAgent: 'TV/1',
      current: true,
    });
    const me = await request(server.url).get('/users/@me').set('authorization', `Bearer ${token}`);
    expect(me.body).toMatchObject({ user, session });
  });

  test('needs no user agent, and truncates a long one', async () => {
    const without = registrationOf(newKeys(), await requestRegistrationChallenge(server));
    const bare = await post('/auth/register/complete', without).unset('user-agent');
    expect(completeRegister.reply.parse(bare.body).session.userAgent).toBe('');
    const long = registrationOf(newKeys(), await requestRegistrationChallenge(server));
    const cut = await post('/auth/register/complete', long).set('user-agent', 'x'.repeat(2000));
    expect(completeRegister.reply.parse(cut.body).session.userAgent).toBe('x'.repeat(512));
  });

  test('with a key that has an account is refused in any encoding, and uses up no challenge', async () => {
    const { keys } = await register(server);
    const code = await requestRegistrationChallenge(server);
    const taken = registrationOf(keys, code);
    for (const publicKey of [keys.publicKey, `${keys.publicKey}=`, standard(keys.publicKey)]) {
      const { body, status } = await completeRegistration(server, { ...taken, publicKey });
      expect([status, body.message]).toEqual([409, 'A user with this public key already exists']);
    }
    const other = await completeRegistration(server, registrationOf(newKeys(), code));
    expect(other.status).toBe(200);
  });

  test('with a bad signature can be repeated with a good one', async () => {
    const keys = newKeys();
    const good = registrationOf(keys, await requestRegistrationChallenge(server));
    const signature = signChallenge(keys, randomUUID());
    const bad = { ...good, challenge: { ...good.challenge, signature } };
    const denied = await completeRegistration(server, bad);
    expect([denied.status, denied.body.message]).toEqual([401, 'Challenge Code Signature Invalid']);
    expect((await completeRegistration(server, good)).status).toBe(200);
    const again = await completeRegistration(server, good);
    expect([again.status, again.body.message]).toEqual([401, 'Challenge Code Invalid']);
  });

  test('may have the challenge in capitals, if that was signed', async () => {
    const code = (await requestRegistrationChallenge(server)).toUpperCase();
    const { status } = await completeRegistration(server, registrationOf(newKeys(), code));
    expect(status).toBe(200);
  });

  test.each([
    ['the neutral element', IDENTITY_POINT],
    ['31 bytes', 'A'.repeat(42)],
    ['not base64', '!'.repeat(43)],
    ['nothing', ''],
  ])('with a key that is %s is refused', async (_, publicKey) => {
    const sent = {
      ...registrationOf(newKeys(), await requestRegistrationChallenge(server)),
      publicKey,
    };
    const { body, status } = await completeRegistration(server, sent);
    expect([status, body.message]).toEqual([401, 'Challenge Code Signature Invalid']);
  });

  test.each([
    ['never issued', async () => randomUUID(), 'Challenge Code Invalid'],
    ['that is not a uuid', async () => 'a%00b', 'Challenge Code Invalid'],
    [
      'in braces',
      async () => `{${await requestRegistrationChallenge(server)}}`,
      'Challenge Code Invalid',
    ],
    [
      'issued for a login',
      async () => requestLoginChallenge(server, (await register(server)).keys),
      'Challenge Code Invalid',
    ],
    [
      'that has expired',
      async () => {
        const code = await requestRegistrationChallenge(server);
        await expire(code);
        return code;
      },
      'Challenge Code Expired',
    ],
  ])('with a challenge %s is refused', async (_, challenge, message) => {
    const sent = registrationOf(newKeys(), await challenge());
    const { body, status } = await completeRegistration(server, sent);
    expect([status, body.message]).toEqual([401, message]);
  });

  const valid = { ...registrationOf(newKeys(), randomUUID()) };
  test.each([
    ['nothing', {}],
    ['no key', { ...valid, publicKey: undefined }],
    ['a key that is a number', { ...valid, publicKey: 5 }],
    ['no challenge', { ...valid, challenge: null }],
    ['no signature', { ...valid, challenge: { code: randomUUID() } }],
    ['an empty namespace', { ...valid, namespace: '' }],
    ['an endless namespace', { ...valid, namespace: 'x'.repeat(256) }],
    ['a device without a name', { ...valid, device: '' }],
    ['a device with 501 letters', { ...valid, device: 'x'.repeat(501) }],
    ['half a profile', { ...valid, profile: { colorA: 'red' } }],
    ['an endless profile', { ...valid, profile: { ...PROFILE, icon: 'x'.repeat(101) } }],
  ])('with %s is invalid', async (_, sent) => {
    const { body, status } = await completeRegistration(server, sent);
    expect([status, body.errorType]).toEqual([400, 'validation']);
  });
});

describe('a login', () => {
  test('starts with a challenge for the key', async () => {
    const { keys } = await register(server);
    const { body, status } = await post('/auth/login/start', { publicKey: keys.publicKey });
    expect(status).toBe(200);
    const { challenge } = startLogin.reply.parse(body);
    const [row] = await rows('SELECT public_key, flow FROM challenges WHERE code = $1', challenge);
    expect(row).toEqual({ public_key: keys.publicKey, flow: 'login' });
  });

  test.each([
    ['unknown', newKeys().publicKey],
    ['no key at all', 'x'],
    ['empty', ''],
  ])('with a key that is %s is refused', async (_, publicKey) => {
    const { body, status } = await post('/auth/login/start', { publicKey });
    expect([status, body.message]).toEqual([401, 'User cannot be found']);
  });

  test('ends with a session, and records the time', async () => {
    const { keys, user, session: first } = await register(server);
    await rows(
      `UPDATE users SET last_logged_in = NULL, last_used_at = now() - interval '1 day' WHERE id = $1`,
      user.id,
    );
    const sent = {
      ...loginOf(keys, await requestLoginChallenge(server, keys)),
      namespace: 'ignored',
    };
    const { body, status } = await post('/auth/login/complete', sent).set('user-agent', 'Phone');
    expect(status).toBe(200);
    const signedIn = completeLogin.reply.parse(body);
    expect(signedIn.user).toEqual({ ...user, lastLoggedIn: signedIn.session.createdAt });
    expect(signedIn.session).toMatchObject({ userId: user.id, userAgent: 'Phone', current: true });
    expect(signedIn.session.id).not.toBe(first.id);
    const [used] = await rows<{ last_used_at: Date }>(
      'SELECT last_used_at FROM users WHERE id = $1',
      user.id,
    );
    expect(used?.last_used_at.toISOString()).toBe(signedIn.session.createdAt);
    const me = await request(server.url)
      .get('/users/@me')
      .set('authorization', `Bearer ${signedIn.token}`);
    expect(me.body).toMatchObject({ user: signedIn.user, session: signedIn.session });
  });

  test('finds the same account with every encoding of its key', async () => {
    const { keys, user } = await register(server);
    for (const publicKey of [`${keys.publicKey}=`, standard(keys.publicKey)]) {
      const start = await post('/auth/login/start', { publicKey });
      const { challenge } = startLogin.reply.parse(start.body);
      const { body } = await completeLogIn(server, { ...loginOf(keys, challenge), publicKey });
      expect(completeLogin.reply.parse(body).user.id).toBe(user.id);
    }
  });

  test('with another user’s challenge is refused, and the challenge stays valid', async () => {
    const [mine, theirs] = [await register(server), await register(server)];
    const code = await requestLoginChallenge(server, theirs.keys);
    const { body, status } = await completeLogIn(server, loginOf(mine.keys, code));
    expect([status, body.message]).toEqual([401, 'Challenge Code Invalid']);
    expect((await completeLogIn(server, loginOf(theirs.keys, code))).status).toBe(200);
  });

  test.each([
    ['never issued', async () => randomUUID(), 'Challenge Code Invalid'],
    ['that is not a uuid', async () => 'nothing', 'Challenge Code Invalid'],
    [
      'issued for a registration',
      async () => requestRegistrationChallenge(server),
      'Challenge Code Invalid',
    ],
  ])('with a challenge %s is refused', async (_, challenge, message) => {
    const { keys } = await register(server);
    const { body, status } = await completeLogIn(server, loginOf(keys, await challenge()));
    expect([status, body.message]).toEqual([401, message]);
  });

  test('to an account that was deleted meanwhile is refused', async () => {
    const { keys, user } = await register(server);
    const sent = loginOf(keys, await requestLoginChallenge(server, keys));
    await rows('DELETE FROM users WHERE id = $1', user.id);
    const { body, status } = await completeLogIn(server, sent);
    expect([status, body.message]).toEqual([401, 'User cannot be found']);
    const again = await completeLogIn(server, sent);
    expect([again.status, again.body.message]).toEqual([401, 'Challenge Code Invalid']);
  });

  test('with an expired challenge is refused', async () => {
    const { keys } = await register(server);
    const code = await requestLoginChallenge(server, keys);
    await expire(code);
    const { body, status } = await completeLogIn(server, loginOf(keys, code));
    expect([status, body.message]).toEqual([401, 'Challenge Code Expired']);
  });

  test('with a bad signature can be repeated with a good one', async () => {
    const { keys } = await register(server);
    const good = loginOf(keys, await requestLoginChallenge(server, keys));
    const signature = signChallenge(newKeys(), good.challenge.code);
    const bad = { ...good, challenge: { ...good.challenge, signature } };
    const denied = await completeLogIn(server, bad);
    expect([denied.status, denied.body.message]).toEqual([401, 'Challenge Code Signature Invalid']);
    expect((await completeLogIn(server, good)).status).toBe(200);
    const again = await completeLogIn(server, good);
    expect([again.status, again.body.message]).toEqual([401, 'Challenge Code Invalid']);
  });

  test('without a body is refused', async () => {
    for (const path of ['/auth/login/start', '/auth/login/complete']) {
      const { body, status } = await post(path, {});
      expect([status, body.errorType]).toEqual([400, 'validation']);
    }
  });
});

/** Converts to the other base64 alphabet. */
function standard(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}
