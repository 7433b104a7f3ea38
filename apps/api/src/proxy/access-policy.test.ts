import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createCheckAccess, isPreflightAllowed, type ProxyAccessOptions } from './access-policy.ts';

const IP = '11.22.33.44';
const KNOWN = 'Bearer ours';

const options: ProxyAccessOptions = {
  origins: ['https://friend.test'],
  pageTokens: {
    issue: async (network) => network,
    isValid: async (token, network) => token === network,
  },
  readCredential: async (authorization) => ({
    isSessionToken: authorization?.startsWith(KNOWN) === true,
    isSignedIn: authorization === KNOWN,
  }),
};
const withCaptcha: ProxyAccessOptions = {
  ...options,
  captchaTokens: {
    check: async (token) =>
      token === 'jwt|good' ? { accepted: true, fresh: 'next' } : { accepted: false, codes: [] },
  },
};

const visit = (headers: IncomingHttpHeaders, pageToken?: string, ip = IP) => ({
  headers,
  ip,
  pageToken,
  publicHosts: new Set(['films.test:8080']),
  signal: () => new AbortController().signal,
});
const check = (headers: IncomingHttpHeaders, pageToken?: string, ip?: string) =>
  createCheckAccess(options)(visit(headers, pageToken, ip));
const TOKEN = '11.22.33.0/24';

describe('the proxy accepts', () => {
  test.each([
    ['a page of this server', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
    ['its video', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'video' }],
    ['a listed origin', { origin: 'https://friend.test', 'sec-fetch-site': 'cross-site' }],
    ['an account from anywhere', { origin: 'https://other.test', authorization: KNOWN }],
  ])('%s', async (_who, headers) => {
    expect(await check(headers)).toMatchObject({ isGranted: true });
  });

  test.each([
    ['on plain http', {}],
    ['with a form', { origin: 'http://films.test:8080' }],
    [
      'beside a proxy on another port',
      { origin: 'http://films.test', 'sec-fetch-site': 'same-site' },
    ],
  ])('a page with a token %s', async (_how, headers) => {
    expect(await check(headers, TOKEN)).toMatchObject({ isGranted: true });
    expect(await check(headers, TOKEN, '11.22.33.200')).toMatchObject({ isGranted: true });
  });
});

describe('the proxy refuses', () => {
  test.each([
    ['a plain script', {}],
    ['an origin that equals the host', { origin: 'http://films.test:8080' }],
    ['a page of another origin', { origin: 'https://other.test' }],
    ['a page of a similar origin', { origin: 'https://friend.test.evil.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['an embedding site', { 'sec-fetch-site': 'cross-site' }],
    ['another host on the same site', { 'sec-fetch-site': 'same-site' }],
    ['an ended session', { authorization: `${KNOWN} but ended` }],
    ['a session of another server', { authorization: 'Bearer theirs' }],
  ])('%s, and says how to fix it', async (_who, headers) => {
    const access = await check(headers);
    expect(access).toMatchObject({ isGranted: false, status: 403 });
    expect(access).toMatchObject({
      message: expect.stringMatching(/CORS_ORIGINS\. Log in /),
    });
  });

  test.each([
    ['of another network', {}, TOKEN, '11.22.34.44'],
    ['that is invalid', {}, 'wrong', IP],
    ['from a page of another host', { origin: 'https://other.test' }, TOKEN, IP],
    ['from an embedding site', { 'sec-fetch-site': 'cross-site' }, TOKEN, IP],
  ])('a page token %s', async (_what, headers, token, ip) => {
    expect(await check(headers, token, ip)).toMatchObject({ isGranted: false, status: 403 });
  });

  test.each(
    'document iframe frame object embed script style worker sharedworker serviceworker manifest xslt report font new'.split(
      ' ',
    ),
  )('a request to be a %s from any caller', async (use) => {
    const headers = {
      'sec-fetch-dest': use,
      'sec-fetch-site': 'same-origin',
      authorization: KNOWN,
    };
    expect(await check(headers)).toMatchObject({ message: expect.stringContaining(use) });
  });

  test.each([
    [{ 'service-worker': 'script' }, 'Service workers'],
    [{ via: '1.1 matinee' }, 'through another proxy'],
  ])('%j', async (headers, message) => {
    const requested = { ...headers, 'sec-fetch-site': 'same-origin' };
    expect(await check(requested)).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('with a captcha', () => {
  const human = (headers: IncomingHttpHeaders) => createCheckAccess(withCaptcha)(visit(headers));

  test('everyone without an account needs a token, from any network', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'https://friend.test' },
      { origin: 'https://other.test' },
      {},
    ]) {
      expect(await human(headers)).toMatchObject({ isGranted: false, status: 401 });
      expect(await human({ ...headers, 'x-token': 'jwt|good' })).toMatchObject({
        isGranted: true,
        freshToken: 'next',
      });
    }
    expect(await human({ authorization: KNOWN })).toMatchObject({ isGranted: true });
  });
});

describe('the header Authorization is passed on', () => {
  const PAGE = { 'sec-fetch-site': 'same-origin' };
  test.each([
    ['of another service', { ...PAGE, authorization: 'Bearer theirs' }, true],
    [
      'with a password, by a listed origin',
      { origin: 'https://friend.test', authorization: 'Basic a' },
      true,
    ],
    ['that the browser adds to requests of the page', { ...PAGE, authorization: 'Basic a' }, false],
    ['with a session of this server', { ...PAGE, authorization: KNOWN }, false],
    ['with an ended session of this server', { ...PAGE, authorization: `${KNOWN} ended` }, false],
  ])('%s: %#', async (_what, headers, passesAuthorization) => {
    expect(await check(headers)).toMatchObject({ isGranted: true, passesAuthorization });
  });
});

describe('a preflight', () => {
  const follows = (headers: IncomingHttpHeaders, of = options, token?: string) =>
    isPreflightAllowed(visit(headers, token), of);
  const STRANGER = { origin: 'https://other.test' };

  test('is granted where the request is allowed', async () => {
    expect(await follows({ origin: 'https://friend.test' })).toBe(true);
    expect(await follows({ origin: 'http://films.test' }, options, TOKEN)).toBe(true);
    expect(
      await follows({ ...STRANGER, 'access-control-request-headers': 'authorization,x-cookie' }),
    ).toBe(true);
    expect(await follows(STRANGER, withCaptcha)).toBe(true);
  });

  test('is refused where the request would be', async () => {
    expect(await follows(STRANGER)).toBe(false);
    expect(
      await follows({ ...STRANGER, 'access-control-request-headers': 'x-authorization' }),
    ).toBe(false);
  });
});
