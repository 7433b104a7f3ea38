import type { Fetcher, FetchOptions } from '@matinee/sources/source';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { createCaptchaTokens } from './captcha-tokens.ts';

const SECRET = 'a secret that is at least 32 characters long';
const START = 1_700_000_000_000;
const IP = '192.0.2.7';
const { signal } = new AbortController();

function setUp(response: () => string = () => '{"success":true}') {
  let time = START;
  const requested: { url: string; options: FetchOptions }[] = [];
  const warnings: string[] = [];
  const fetch: Fetcher = async (url, options) => {
    requested.push({ url, options });
    return { status: 200, headers: {}, finalUrl: url, body: response() };
  };
  const tokens = createCaptchaTokens({
    secret: SECRET,
    turnstile: { url: 'https://captcha.test', secret: 'operator' },
    fetch,
    now: () => time,
    warn: (message) => void warnings.push(message),
  });
  const check = (token: string | undefined, ip = IP) => tokens.check(token, ip, signal);
  return { requested, check, warnings, wait: (seconds: number) => (time += seconds * 1000) };
}

const sign = (claims: Record<string, unknown>, secret = SECRET, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
const inTenMinutes = START / 1000 + 600;
const DAY = 86_400;

test('a captcha is verified with its service once, and the issued token lasts ten minutes', async () => {
  const { requested, check, wait } = setUp();
  const first = await check('turnstile|solved');
  if (!first.accepted || !first.fresh) throw new Error('not accepted');
  expect(decodeJwt(first.fresh)).toEqual({
    ip: IP,
    iat: START / 1000,
    exp: inTenMinutes,
  });
  expect(requested[0]?.url).toBe('https://captcha.test/turnstile/v0/siteverify');
  expect(new URLSearchParams(requested[0]?.options.body)).toEqual(
    new URLSearchParams({ secret: 'operator', response: 'solved', remoteip: IP }),
  );
  wait(599);
  expect(await check(`jwt|${first.fresh}`)).toEqual({ accepted: true });
  wait(1);
  expect(await check(`jwt|${first.fresh}`)).toEqual({ accepted: false, codes: ['jwt-invalid'] });
  expect(requested).toHaveLength(1);
});

test('a token is valid only from the address it was issued to', async () => {
  const { check } = setUp();
  const first = await check('turnstile|solved');
  const fresh = first.accepted ? first.fresh : undefined;
  expect(await check(`jwt|${fresh}`, '192.0.2.8')).toEqual({
    accepted: false,
    codes: ['jwt-ip-invalid'],
  });
});

test('a token of a server with the same secret is accepted', async () => {
  const { check } = setUp();
  const theirs = await sign({ ip: IP, exp: inTenMinutes });
  expect(await check(`jwt|${theirs}`)).toEqual({ accepted: true });
});

test.each([
  ['that expires in a hundred years', () => sign({ ip: IP, exp: START / 1000 + 36_500 * DAY })],
  ['that expires in more than a day', () => sign({ ip: IP, exp: START / 1000 + DAY + 1 })],
  [
    'that was signed more than a day ago',
    () => sign({ ip: IP, iat: START / 1000 - DAY - 1, exp: inTenMinutes }),
  ],
  ['without an expiry', () => sign({ ip: IP })],
  ['without an address', () => sign({ exp: inTenMinutes })],
  ['signed by another server', () => sign({ ip: IP, exp: inTenMinutes }, `${SECRET}!`)],
  ['of another algorithm', () => sign({ ip: IP, exp: inTenMinutes }, SECRET.repeat(2), 'HS512')],
  ['that is unsigned', async () => new UnsecuredJWT({ ip: IP, exp: inTenMinutes }).encode()],
  ['that is invalid', async () => 'nonsense'],
])('a token %s is refused', async (_how, make) => {
  expect(await setUp().check(`jwt|${await make()}`)).toEqual({
    accepted: false,
    codes: ['jwt-invalid'],
  });
});

test.each([
  undefined,
  '',
  'jwt',
  'jwt|',
  'turnstile|',
  'other|abc',
  'abc',
  `turnstile|${'x'.repeat(5_000)}`,
  'turnstile|a b',
])('%j is not a token, and causes no request', async (token) => {
  const { requested, check } = setUp();
  expect(await check(token)).toEqual({ accepted: false, codes: ['invalid-token-type'] });
  expect(requested).toEqual([]);
});

test('an unsolved captcha is refused with the reasons of its service', async () => {
  const { check } = setUp(() => '{"success":false,"error-codes":["timeout-or-duplicate"]}');
  expect(await check('turnstile|old')).toEqual({
    accepted: false,
    codes: ['timeout-or-duplicate'],
  });
});

test.each([
  ['does not respond', () => undefined, 'timed out'],
  ['sends an invalid response', () => '<html>', 'unexpected response'],
  [
    'does not know the operator’s key',
    () => '{"success":false,"error-codes":["invalid-input-secret"]}',
    'the service reports invalid-input-secret',
  ],
])('a service that %s is not the client’s fault, and is logged', async (...row) => {
  const [, response, reason] = row;
  const { check, warnings } = setUp(() => {
    const messages = response();
    if (messages !== undefined) return messages;
    throw new Error(reason);
  });
  await expect(check('turnstile|solved')).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 10,
  });
  expect(warnings).toEqual([`captcha not verified: ${reason}`]);
});
