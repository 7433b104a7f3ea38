import { startRegister } from '@matinee/shared/contract/auth';
import { getMeta } from '@matinee/shared/contract/meta';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFakeCaptcha, type FakeCaptcha } from '../support/fakes/captcha.ts';
import { NO_ANSWERS } from '../support/fakes/no-answers.ts';

let captcha: FakeCaptcha;
beforeAll(async () => {
  captcha = await startFakeCaptcha();
});
afterAll(() => captcha.close());
beforeEach(() => {
  captcha.behave('normal');
  captcha.forget();
});

const configured = (provider: string, more: Record<string, string> = {}) => ({
  RATE_LIMITS: 'off',
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SECRET: captcha.secret,
  CAPTCHA_CLIENT_KEY: captcha.siteKey,
  CAPTCHA_HOSTNAMES: 'Films.test, tv.test',
  RECAPTCHA_URL: captcha.url,
  TURNSTILE_URL: captcha.url,
  ...more,
});

const start = (server: TestApp, captchaToken?: unknown) =>
  request(server.url).post('/auth/register/start').send({ captchaToken });

const HOST = { hostname: 'films.test' };

describe.each(['recaptcha', 'turnstile'] as const)('with %s', (provider) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(configured(provider));
  });
  afterAll(() => server.close());

  const good = () => captcha.solve({ ...HOST, score: 0.9 });

  test('the instance reports it, with its public key', async () => {
    const { body } = await request(server.url).get('/meta');
    expect(getMeta.reply.parse(body)).toMatchObject({
      hasCaptcha: true,
      captchaProvider: provider,
      captchaClientKey: captcha.siteKey,
    });
    expect(JSON.stringify(body)).not.toContain(captcha.secret);
  });

  test('without an invitation the request is refused before the captcha is verified', async () => {
    const invited = await startTestApp({ ...configured(provider), REGISTRATION: 'invite' });
    await start(invited, good()).expect(403);
    const invite = await invited.deps.services.invitations.ownerCode();
    const requested = (captchaToken?: string) =>
      request(invited.url).post('/auth/register/start').send({ captchaToken, invite });
    await requested().expect(400);
    await requested(good()).expect(200);
    await invited.close();
  });

  test('a solved captcha allows registration', async () => {
    const { body, status } = await start(server, good());
    expect(status).toBe(200);
    startRegister.reply.parse(body);
    const path =
      provider === 'recaptcha' ? '/recaptcha/api/siteverify' : '/turnstile/v0/siteverify';
    expect(captcha.count(path)).toBe(1);
  });

  test.each([undefined, null, ''])('a token like %j is refused', async (token) => {
    const { body, status } = await start(server, token);
    expect([status, body.message]).toEqual([400, 'captcha token is required']);
    expect(captcha.requests).toEqual([]);
  });

  test('a token that is not text is refused', async () => {
    expect((await start(server, 5)).body.errorType).toBe('validation');
    expect((await start(server, 'x'.repeat(10_001))).body.errorType).toBe('validation');
  });

  test('an invented, used or foreign token is refused', async () => {
    const used = good();
    await start(server, used);
    const elsewhere = captcha.solve({ hostname: 'evil.test', score: 0.9 });
    for (const token of ['made up', used, elsewhere]) {
      const { body, status } = await start(server, token);
      expect([status, body.message]).toEqual([400, 'captcha token is invalid']);
    }
  });

  test.each(NO_ANSWERS)(
    'while the service is %j registration is refused, with a time to retry',
    async (mode) => {
      captcha.behave(mode);
      const { body, headers, status } = await start(server, good());
      expect([status, headers['retry-after']]).toEqual([503, '10']);
      expect(body.message).toBe('The captcha service is unavailable. Try again in a moment.');
      expect(server.log.join('')).not.toContain(captcha.secret);
    },
  );

  test('no challenge is created when the captcha fails', async () => {
    const challenges = () => server.deps.database.query('SELECT FROM challenges', []);
    const before = await challenges();
    await start(server, 'made up');
    expect(await challenges()).toHaveLength(before.length);
  });
});

describe('reCAPTCHA', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(configured('recaptcha', { CAPTCHA_MIN_SCORE: '0.7' }));
  });
  afterAll(() => server.close());

  test.each([
    [0.7, 200],
    [1, 200],
    [0.69, 400],
    [0, 400],
  ])('a score of %d gives %d', async (score, status) => {
    expect((await start(server, captcha.solve({ ...HOST, score }))).status).toBe(status);
  });

  test('a response without a score is not enough', async () => {
    expect((await start(server, captcha.solve(HOST))).status).toBe(400);
  });
});

test('a wrong secret is a server error, not the user’s', async () => {
  const server = await startTestApp(
    configured('turnstile', { CAPTCHA_SECRET: 'mistyped by the operator' }),
  );
  const { status } = await start(server, captcha.solve(HOST));
  await server.close();
  expect(status).toBe(503);
  expect(server.log.join('')).toContain('invalid-input-secret');
  expect(server.log.join('')).not.toContain('mistyped');
});

describe('accepted host names', () => {
  const PUBLIC_URL = 'https://Films.test:8443';
  const CORS_ORIGINS = 'https://tv.test, *';
  test.each([
    ['any, if no origin is configured', {}, 'anywhere.test', 200],
    ['the server’s own host', { PUBLIC_URL }, 'films.test', 200],
    ['no other', { PUBLIC_URL }, 'anywhere.test', 400],
    ['none that the token lacks', { PUBLIC_URL }, undefined, 400],
    ['pages of listed origins', { PUBLIC_URL, CORS_ORIGINS }, 'tv.test', 200],
    ['own pages, even if others are listed', { CORS_ORIGINS }, 'films.test', 200],
    ['only listed ones', { PUBLIC_URL, CAPTCHA_HOSTNAMES: 'tv.test' }, 'films.test', 400],
    ['any, if configured', { PUBLIC_URL, CAPTCHA_HOSTNAMES: '*' }, 'anywhere.test', 200],
  ])('%s', async (_, environment, hostname, expected) => {
    const server = await startTestApp(
      configured('turnstile', { CAPTCHA_HOSTNAMES: '', ...environment }),
    );
    const { status } = await start(server, captcha.solve({ hostname }));
    await server.close();
    expect(status).toBe(expected);
  });
});
