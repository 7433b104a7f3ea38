// Tokens of movie-web servers stay valid under the secret that signed them; no others are valid.
import { createHmac } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { register, type Member } from '../support/identity.ts';

const SECRET = 'the secret that the operator uses now';
const PREVIOUS = ['the_one_before_it,with_a_comma_in_it', 'and_an_even_older_one_from_long_ago'];

let server: TestApp;
let me: Member;
beforeAll(async () => {
  server = await startTestApp({
    RATE_LIMITS: 'off',
    CRYPTO_SECRET: SECRET,
    CRYPTO_SECRET_PREVIOUS: PREVIOUS.join('\n'),
  });
  me = await register(server);
});
afterAll(() => server.close());

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Forged {
  readonly claims?: unknown;
  readonly header?: object;
  readonly secret?: string;
  readonly hash?: string;
}

/** Signs by hand, as movie-web servers do. */
function tokenOf({ claims, header, secret = SECRET, hash = 'sha256' }: Forged = {}): string {
  const payload = claims ?? { sid: me.session.id, iat: 1_700_000_000 };
  const signed = `${encode(header ?? { alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

const getMe = (authorization: string) =>
  request(server.url).get('/users/@me').set('authorization', authorization);

test('a token of a movie-web server is accepted', async () => {
  const { body, status } = await getMe(`Bearer ${tokenOf()}`);
  expect([status, body.session?.id]).toEqual([200, me.session.id]);
});

test('our tokens have exactly the claims of movie-web servers', () => {
  const [header = '', claims = ''] = me.token.split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(read(claims)).toEqual({
    sid: me.session.id,
    iat: Math.floor(Date.parse(me.session.createdAt) / 1000),
  });
});

test.each(PREVIOUS)('a token of the previous secret %s is still accepted', async (secret) => {
  expect((await getMe(`Bearer ${tokenOf({ secret })}`)).status).toBe(200);
});

test.each(['bearer', 'BEARER'])('the scheme may be spelled %s', async (scheme) => {
  expect((await getMe(`${scheme} ${tokenOf()}`)).status).toBe(200);
});

describe('an invalid token is refused', () => {
  const past = { iat: 1_700_000_000, exp: 1_700_000_001 };
  test.each<readonly [string, () => string]>([
    ['one with HS512', () => tokenOf({ header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha512' })],
    ['one that claims HS512', () => tokenOf({ header: { alg: 'HS512' } })],
    ['one without a signature', () => `${encode({ alg: 'none' })}.${tokenOf().split('.')[1]}.`],
    ['one that claims to need no signature', () => tokenOf({ header: { alg: 'none' } })],
    ['one of another secret', () => tokenOf({ secret: 'x'.repeat(32) })],
    ['one that has expired', () => tokenOf({ claims: { sid: me.session.id, ...past } })],
    ['one that is text', () => tokenOf({ claims: me.session.id })],
    ['one without a session', () => tokenOf({ claims: { iat: 1 } })],
    ['one whose session is not a uuid', () => tokenOf({ claims: { sid: 'x', iat: 1 } })],
    ['one whose session is a query', () => tokenOf({ claims: { sid: { $ne: '' }, iat: 1 } })],
    ['one that was cut', () => tokenOf().slice(0, -1)],
    ['nothing', () => ''],
  ])('%s', async (_, token) => {
    const { body, status } = await getMe(`Bearer ${token()}`);
    expect([status, body.message]).toEqual([400, 'Invalid authentication']);
  });
});

test('a valid token of an ended session does not authenticate', async () => {
  const guest = await register(server);
  await server.deps.database.query(`UPDATE sessions SET expires_at = now() WHERE id = $1`, [
    guest.session.id,
  ]);
  const { body, status } = await getMe(`Bearer ${guest.token}`);
  expect([status, body.message]).toEqual([401, 'Not logged in']);
});
