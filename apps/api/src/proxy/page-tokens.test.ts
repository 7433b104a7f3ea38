import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createCaptchaTokens } from './captcha-tokens.ts';
import { createPageTokens } from './page-tokens.ts';

const SECRET = 'a secret that is at least 32 characters long';
const START = 1_700_000_000_000;
const NETWORK = '198.18.0.0/24';
const HOUR_MS = 3_600_000;

const at = (ms: number, secret = SECRET) => createPageTokens({ secret, now: () => ms });
const sign = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET));

test('a token is valid for an hour, on every server with the same secret', async () => {
  const token = await at(START).issue(NETWORK);
  expect(await at(START).isValid(token, NETWORK)).toBe(true);
  expect(await at(START + HOUR_MS - 1_000).isValid(token, NETWORK)).toBe(true);
  expect(await at(START + HOUR_MS + 10_000).isValid(token, NETWORK)).toBe(false);
  expect(await at(START, `${SECRET}!`).isValid(token, NETWORK)).toBe(false);
});

test('a token is valid in one network only', async () => {
  const token = await at(START).issue(NETWORK);
  expect(await at(START).isValid(token, '198.18.1.0/24')).toBe(false);
});

test.each([
  ['that lasts a hundred years', { aud: 'matinee-proxy-page', iat: 1, exp: 5_000_000_000 }],
  ['without a time of issue', { aud: 'matinee-proxy-page', exp: START / 1000 + 60 }],
  ['without an expiry', { aud: 'matinee-proxy-page', iat: START / 1000 }],
  ['for another purpose', { aud: 'other', iat: START / 1000, exp: START / 1000 + 60 }],
  ['of a captcha', { ip: '198.18.0.1', iat: START / 1000, exp: START / 1000 + 60 }],
])('a signed token %s is refused', async (_what, claims) => {
  const token = await sign({ net: NETWORK, ...claims });
  expect(await at(START).isValid(token, NETWORK)).toBe(false);
});

test.each(['', 'nonsense', 'a.b.c'])('%j is not a token', async (text) => {
  expect(await at(START).isValid(text, NETWORK)).toBe(false);
});

test('a page token does not replace a solved captcha', async () => {
  const captchaTokens = createCaptchaTokens({
    secret: SECRET,
    turnstile: { url: 'https://captcha.test', secret: 'operator' },
    fetch: () => Promise.reject(new Error('not asked')),
    now: () => START,
    warn: () => undefined,
  });
  const token = await at(START).issue(NETWORK);
  const { signal } = new AbortController();
  expect(await captchaTokens.check(`jwt|${token}`, '198.18.0.1', signal)).toMatchObject({
    accepted: false,
  });
});
