// Row 28 of the probes: callers that may use the proxy, and responses to preflights.
import type { IncomingHttpHeaders } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { OWN_PAGE, startProxy, type TestProxy } from '../support/proxy.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let out: Upstream;
let server: TestApp;
let account: TestAccount;
let received: IncomingHttpHeaders | undefined;
beforeAll(async () => {
  out = await startUpstream(({ headers }, outgoing) => {
    received = headers;
    outgoing.setHeader('content-type', 'text/plain').end('fetched');
  });
  server = await startTestApp({
    OPERATOR_ALLOWED_HOSTS: out.host,
    CORS_ORIGINS: 'https://friend.test',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  account = await createTestAccount(server);
});
beforeEach(() => {
  received = undefined;
});
afterAll(async () => {
  await server.close();
  await out.close();
});

const through = (url = server.url, query: Record<string, string> = {}) =>
  request(url)
    .get('/proxy')
    .query({ destination: out.url, ...query });

const from = (ip: string) => ({ 'X-Forwarded-For': ip });

async function pageToken(ip: string, url = server.url): Promise<string> {
  const { text } = await request(url).get('/config.js').set(from(ip));
  return /"PROXY_TOKEN": "([\w.-]+)"/.exec(text)?.[1] ?? '';
}

test('a plain script is refused, with a reason that every page may read', async () => {
  const { body, headers, status } = await through();
  expect(status).toBe(403);
  expect(body.message).toMatch(/accounts on this server.*CORS_ORIGINS.*Log in/s);
  expect(headers['access-control-allow-origin']).toBe('*');
  const page = await through().set('Origin', 'https://stranger.test');
  expect([page.status, page.headers['access-control-allow-origin']]).toEqual([403, '*']);
  expect(received).toBeUndefined();
});

test.each([
  ['an origin that equals the host', () => ({ Origin: server.url })],
  ['another origin', () => ({ Origin: 'https://stranger.test' })],
  ['an embedding site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
  ['a token of another server', () => ({ Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x' })],
])('%s does not identify a page', async (_what, headers) => {
  expect((await through().set(headers())).status).toBe(403);
  expect(received).toBeUndefined();
});

test('pages of this server and listed origins are served', async () => {
  expect((await through().set(OWN_PAGE)).text).toBe('fetched');
  expect((await through().set('Origin', 'https://friend.test')).text).toBe('fetched');
});

test('an account may use it from anywhere, and its session is not sent on', async () => {
  const headers = { ...account.headers, Origin: 'https://stranger.test' };
  const { text, headers: responded } = await through().set(headers);
  expect([text, responded['access-control-allow-origin']]).toEqual(['fetched', '*']);
  expect(received).not.toHaveProperty('authorization');
});

test('an ended session is refused, and not sent on either', async () => {
  const other = await createTestAccount(server);
  await request(server.url).delete(`/sessions/${other.sessionId}`).set(other.headers);
  expect((await through().set(other.headers)).status).toBe(403);
  await through().set({ ...other.headers, ...OWN_PAGE });
  expect(received).not.toHaveProperty('authorization');
});

test('Authorization of another service passes, and what a browser adds by itself does not', async () => {
  await through().set({ ...OWN_PAGE, Authorization: 'Bearer theirs' });
  expect(received?.authorization).toBe('Bearer theirs');
  await through().set({ ...OWN_PAGE, Authorization: 'Basic b3VyczpvdXJz' });
  expect(received).not.toHaveProperty('authorization');
});

describe('on plain http, where browsers send no origin of the page', () => {
  const HERE = '11.22.33.44';

  test('the token of /config.js identifies the page, in the query, and is not sent on', async () => {
    const token = await pageToken(HERE);
    expect((await through(server.url, { token }).set(from(HERE))).text).toBe('fetched');
    expect(JSON.stringify(received)).not.toContain(token);
    const form = request(server.url).post('/proxy').query({ destination: out.url, token });
    expect((await form.set({ ...from(HERE), Origin: server.url })).text).toBe('fetched');
  });

  test('the token is valid in the network it was issued to', async () => {
    const token = await pageToken(HERE);
    expect((await through(server.url, { token }).set(from('11.22.33.9'))).status).toBe(200);
    expect((await through(server.url, { token }).set(from('11.22.34.44'))).status).toBe(403);
  });

  test('the token does not serve a page of another host', async () => {
    const token = await pageToken(HERE);
    const otherUser = { ...from(HERE), Origin: 'https://stranger.test' };
    expect((await through(server.url, { token }).set(otherUser)).status).toBe(403);
  });

  test('/config.js is available to pages of this server only', async () => {
    const { headers } = await request(server.url)
      .get('/config.js')
      .set('Origin', 'https://friend.test');
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a proxy on its own port', () => {
  let apart: TestProxy;
  beforeAll(async () => {
    apart = await startProxy({
      OPERATOR_ALLOWED_HOSTS: out.host,
      PUBLIC_URL: 'https://films.test',
      PROXY_PORT: '0',
    });
  });
  afterAll(() => apart.close());

  test('serves pages at PUBLIC_URL, and no others', async () => {
    expect((await through(apart.url).set('Origin', 'https://films.test')).text).toBe('fetched');
    expect((await through(apart.url).set('Origin', 'https://stranger.test')).status).toBe(403);
  });
});

test('a quarter of the slots is reserved for accounts', async () => {
  const held: (() => void)[] = [];
  const silent = await startUpstream(({ url }, outgoing) => {
    if (url === '/now') outgoing.end();
    else held.push(() => outgoing.end());
  });
  const { services } = server.deps;
  const full = await startProxy(
    { OPERATOR_ALLOWED_HOSTS: silent.host, TRUSTED_PROXIES: '127.0.0.1' },
    { slots: { total: 4 }, services },
  );
  const send = (path: string, ip: string) =>
    request(full.url)
      .get('/proxy')
      .query({ destination: silent.url + path })
      .set({ ...OWN_PAGE, ...from(ip) });
  const open = ['11.0.0.1', '12.0.0.1', '13.0.0.1'].map((ip) =>
    send('/held', ip).then(({ status }) => status),
  );
  await vi.waitFor(() => expect(held).toHaveLength(3));
  expect((await send('/now', '14.0.0.1')).status).toBe(429);
  expect((await send('/now', '14.0.0.1').set(account.headers)).status).toBe(200);
  for (const end of held) end();
  expect(await Promise.all(open)).toEqual([200, 200, 200]);
  await full.close();
  await silent.close();
});

describe('a preflight', () => {
  const preflight = (origin: string, headers: string, method = 'PUT') =>
    request(server.url).options('/proxy').query({ destination: out.url }).set({
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    });

  test('lists the methods and headers in use', async () => {
    const { headers, status } = await preflight(
      'https://friend.test',
      'authorization,x-requested-with,x-cookie,x-token,via,x-forwarded-for',
    );
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization,x-requested-with,x-cookie,x-token',
      'access-control-max-age': '86400',
    });
  });

  test('of an origin that would be refused is refused', async () => {
    const { body, headers, status } = await preflight('https://stranger.test', 'x-cookie');
    expect([status, body.statusCode]).toEqual([403, 403]);
    expect(headers).not.toHaveProperty('access-control-allow-methods');
  });

  test('of any origin is granted for a request with a session', async () => {
    const { headers, status } = await preflight('https://stranger.test', 'authorization');
    expect([status, headers['access-control-allow-headers']]).toEqual([204, 'authorization']);
  });
});
