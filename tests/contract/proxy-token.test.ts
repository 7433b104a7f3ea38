// Row 27 of the probes: captcha tokens, and the addresses at which the operator serves the proxy.
import { createHmac } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { json, startFake, type Fake } from '../support/fakes/http.ts';
import { OWN_PAGE, startProxy, type TestProxy } from '../support/proxy.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let captcha: Fake;
let out: Upstream;
let proxy: TestProxy;
let now = Date.now();
let received: unknown;

beforeAll(async () => {
  captcha = await startFake(({ url }) =>
    url.pathname === '/turnstile/v0/siteverify' ? json(verdict) : { status: 404 },
  );
  out = await startUpstream(({ headers }, outgoing) => {
    received = headers['x-token'];
    outgoing.setHeader('x-token', 'spoofed').end('fetched');
  });
  proxy = await startProxy(environment(), { now: () => now });
});
afterAll(async () => {
  await proxy.close();
  await captcha.close();
  await out.close();
});

let verdict: { success: boolean; 'error-codes'?: string[] } = { success: true };
const environment = (): Record<string, string> => ({
  TURNSTILE_ENABLED: 'true',
  TURNSTILE_SECRET: 'operator',
  TURNSTILE_URL: captcha.url,
  OPERATOR_ALLOWED_HOSTS: out.host,
});

const through = (token?: string) => {
  const requesting = request(proxy.url).get('/proxy').query({ destination: out.url }).set(OWN_PAGE);
  return token === undefined ? requesting : requesting.set('X-Token', token);
};

describe('27: with required tokens', () => {
  test('a solved captcha opens the proxy, and is exchanged for a token that does so for ten minutes', async () => {
    verdict = { success: true };
    const first = await through('turnstile|solved');
    expect(first.status).toBe(200);
    const fresh = first.headers['x-token'] ?? '';
    expect(fresh).not.toContain('|');
    expect(received).toBeUndefined();
    const second = await through(`jwt|${fresh}`);
    expect([second.status, second.headers['x-token']]).toEqual([200, undefined]);
    now += 600_000;
    expect((await through(`jwt|${fresh}`)).status).toBe(401);
  });

  test.each([undefined, '', 'nonsense', 'jwt|nonsense', 'jwt|', 'turnstile|'])(
    '%j is refused with an error that every page may read',
    async (token) => {
      const { body, headers, status } = await through(token).set('Origin', proxy.url);
      expect([status, body]).toEqual([401, { error: 'Invalid or missing token' }]);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  test('an unsolved captcha is refused', async () => {
    verdict = { success: false, 'error-codes': ['invalid-input-response'] };
    expect((await through('turnstile|guessed')).status).toBe(401);
  });

  test('a failing captcha service is reported as such, with a time to retry', async () => {
    captcha.behave('brokenJson');
    const { body, headers } = await through('turnstile|solved');
    captcha.behave('normal');
    expect(body).toMatchObject({ statusCode: 503, url: '/proxy' });
    expect(headers['retry-after']).toBe('10');
  });

  test('a header with another address is ignored', async () => {
    const sign = (ip: string) => {
      const body = [{ alg: 'HS256' }, { ip, exp: Math.floor(now / 1000) + 60 }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const secret = 'a secret for as long as a test runs';
      return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
    };
    const theirs = `jwt|${sign('192.0.2.7')}`;
    const spoofed = await through(theirs).set({
      'CF-Connecting-IP': '192.0.2.7',
      'X-Forwarded-For': '192.0.2.7',
    });
    expect(spoofed.status).toBe(401);
    expect((await through(`jwt|${sign('127.0.0.1')}`)).status).toBe(200);
  });

  test('a trusted reverse proxy sets the client’s address', async () => {
    const behind = await startProxy({ ...environment(), TRUSTED_PROXIES: '127.0.0.1' });
    verdict = { success: true };
    const send = (token: string, ip: string) =>
      request(behind.url)
        .get('/proxy')
        .query({ destination: out.url })
        .set({ 'X-Token': token, 'X-Forwarded-For': ip });
    const { headers } = await send('turnstile|solved', '192.0.2.7');
    const word = `jwt|${headers['x-token']}`;
    expect((await send(word, '192.0.2.7')).status).toBe(200);
    expect((await send(word, '192.0.2.8')).status).toBe(401);
    await behind.close();
  });

  test('the health check needs no token, nor does a preflight', async () => {
    const { status } = await request(proxy.url).get('/proxy');
    expect(status).toBe(200);
    const preflight = await request(proxy.url).options('/proxy?destination=http://a.test').set({
      Origin: 'https://films.test',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-token,x-cookie',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'x-token,x-cookie',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-max-age': '86400',
    });
  });
});

describe('a proxy that is', () => {
  const ABSENT = {
    url: '/proxy',
    statusCode: 404,
    statusMessage: '',
    message: "This server doesn't have a proxy here.",
  };

  test('switched off is not served, and pages do not use it', async () => {
    const app = await startTestApp({ PROXY: 'off' });
    expect((await request(app.url).get('/proxy')).body).toEqual(ABSENT);
    expect((await request(app.url).post('/proxy?destination=http://a.test')).status).toBe(404);
    const { text } = await request(app.url).get('/config.js');
    expect(text).toContain(`|type=api|${app.url}`);
    expect(text).not.toContain('/proxy');
    await app.close();
  });

  test('on its own host name answers to no other', async () => {
    const app = await startTestApp({ PROXY_HOST: 'Proxy.films.test' });
    const under = (host: string) => request(app.url).get('/proxy').set('Host', host);
    expect((await under('proxy.films.test')).status).toBe(200);
    expect((await under('proxy.films.test:8080')).status).toBe(200);
    expect((await under('films.test')).body).toEqual(ABSENT);
    await app.close();
  });

  test('on its own port serves nothing else, and the app’s port does not have it', async () => {
    const app = await startTestApp({ PROXY_PORT: '0' });
    expect((await request(app.url).get('/proxy')).body).toEqual(ABSENT);
    await app.close();
    for (const path of ['/', '/proxy', '/proxy/']) {
      const { body } = await request(proxy.url).get(path);
      expect(body.message).toMatch(/^Proxy is working as expected/);
    }
    for (const path of ['/meta', '/healthz', '/config.js', '/proxy/other', '/index.html']) {
      expect((await request(proxy.url).get(path)).body).toEqual(ABSENT);
    }
  });

  test('the flood limit sends a time to retry', async () => {
    const guarded = await startProxy({ RATE_LIMITS: 'on', FLOOD_LIMIT: '100' });
    const statuses = new Set<number>();
    for (let time = 0; time < 100; time += 1) {
      statuses.add((await request(guarded.url).get('/proxy')).status);
    }
    expect([...statuses]).toEqual([200]);
    const { body, headers, status } = await request(guarded.url).get('/proxy');
    expect([status, body.statusCode]).toEqual([429, 429]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(5);
    await guarded.close();
  });
});
