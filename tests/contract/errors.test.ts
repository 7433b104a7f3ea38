import { ErrorBody } from '@matinee/shared/contract/errors';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { badRequest, notFound } from '../../apps/api/src/http/api-error.ts';
import { createTestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, signedIn } from '../support/library.ts';
import { exchange } from '../support/raw-http.ts';

const Body = z.object({ title: z.string(), seasons: z.array(z.number()) });

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({}, { withRoutes: addRoutes });
});
afterAll(() => server.close());

/** Routes that fail in each way a real one can. */
function addRoutes(app: TestApp['app']): void {
  app.post('/test/echo', { schema: { body: Body } }, ({ body }) => body);
  app.get('/test/bug', () => {
    throw new Error('password=hunter2 at /srv/app.js:1');
  });
  app.get('/test/missing', () => {
    throw notFound('There is no such movie.');
  });
  app.get('/test/bad', () => {
    throw badRequest('Say which movie.');
  });
}

const send = (body: string, type = 'application/json') =>
  request(server.url).post('/test/echo').set('Content-Type', type).send(body);

describe('every failure has one shape', () => {
  test('an expected one has its own message', async () => {
    const missing = await request(server.url).get('/test/missing');
    expect([missing.status, missing.body.message]).toEqual([404, 'There is no such movie.']);
    const bad = await request(server.url).get('/test/bad');
    expect([bad.status, bad.body.message]).toEqual([400, 'Say which movie.']);
    expect(ErrorBody.parse(bad.body).errorType).toBe('message');
  });

  test('a bug reveals no internals, and the log has everything', async () => {
    const { body, headers, status } = await request(server.url).get('/test/bug');
    expect(status).toBe(500);
    expect(body).toEqual({
      errorType: 'message',
      message: 'Internal server error',
      requestId: headers['x-request-id'],
    });
    const line = server.log.find((entry) => entry.includes(String(body.requestId)));
    expect(line).toContain('hunter2 at /srv');
  });

  test('validation errors are reported by field', async () => {
    const { body, status } = await send('{"seasons":["one"]}');
    expect(status).toBe(400);
    const parsed = ErrorBody.parse(body);
    expect(parsed).toMatchObject({
      errorType: 'validation',
      errors: [
        { code: 'invalid_type', path: ['title'] },
        { code: 'invalid_type', path: ['seasons', 0] },
      ],
    });
  });

  test('of a large body only the first error is reported, not a million', async () => {
    const { body, status } = await send(JSON.stringify({ seasons: Array(200_000).fill('x') }));
    expect(status).toBe(400);
    expect(ErrorBody.parse(body)).toMatchObject({ errors: [{ path: ['title'] }] });
    const [seasons] = (await send(JSON.stringify({ title: '', seasons: Array(200_000).fill('x') })))
      .body.errors;
    expect(seasons.path).toEqual(['seasons', 0]);
  });

  test.each([
    ['broken JSON', '{"title": "x"', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['a poisoned key', '{"__proto__": {"a": 1}}', 'application/json', 400],
    ['a NUL in a value', '{"title": "a\\u0000b", "seasons": []}', 'application/json', 400],
    ['a NUL in a key', '{"a\\u0000": 1}', 'application/json', 400],
    ['an unknown type', '<a/>', 'application/xml', 415],
    ['2 MB', JSON.stringify({ title: 'x'.repeat(2_000_000) }), 'application/json', 413],
  ])('%s is a client error', async (_what, text, type, expected) => {
    const { body, status } = await send(text, type);
    expect(status).toBe(expected);
    expect(ErrorBody.parse(body)).toMatchObject({ requestId: expect.any(String) });
  });
});

describe('invalid HTTP', () => {
  test.each([
    ['an endless address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a raw NUL', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['not HTTP', 'hello\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n', 400],
    ['a bare CR', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r2\r\n\r\n', 400],
    [
      'two lengths',
      'POST /test/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('%s is answered and the socket closed', async (_what, bytes, status) => {
    const response = await exchange(server.url, bytes);
    expect(response.split(' ')[1]).toBe(String(status));
    const body: unknown = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
    expect(ErrorBody.parse(body).errorType).toBe('message');
  });
});

test.each([
  ['/test/echo', 400],
  ['/nope', 404],
])('%s does not wait for a body with only a type', async (path, status) => {
  const response = await exchange(
    server.url,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
  );
  expect(response.split(' ')[1]).toBe(String(status));
});

describe('pages of other origins', () => {
  test('can read responses and errors, without credentials', async () => {
    for (const path of ['/meta', '/nope', '/test/bug', '/meta%00', '/%zz']) {
      const { headers } = await request(server.url).get(path).set('Origin', 'https://a.test');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test('send one preflight a day', async () => {
    const { headers, status } = await request(server.url)
      .options('/meta')
      .set('Origin', 'https://a.test')
      .set('Access-Control-Request-Method', 'PUT')
      .set('Access-Control-Request-Headers', 'authorization,content-type');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '86400',
    });
    expect(headers['access-control-allow-methods']).toContain('PUT');
  });

  test('are only those that the operator lists, when there is a list', async () => {
    const narrow = await startTestApp({ CORS_ORIGINS: 'https://a.test' });
    const listed = await request(narrow.url).get('/nope').set('Origin', 'https://a.test');
    expect(listed.headers['access-control-allow-origin']).toBe('https://a.test');
    expect(listed.headers['vary']).toContain('Origin');
    const other = await request(narrow.url).get('/nope').set('Origin', 'https://b.test');
    expect(other.headers['access-control-allow-origin']).not.toBe('https://b.test');
    expect(other.headers['access-control-allow-origin']).not.toBe('*');
    await narrow.close();
  });
});

describe('request ids', () => {
  test('are generated, whatever a client sends', async () => {
    const { headers } = await request(server.url).get('/meta').set('X-Request-Id', 'mine');
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test('are kept from a trusted proxy if they are harmless', async () => {
    const behind = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
    const kept = await request(behind.url).get('/meta').set('X-Request-Id', 'edge-1');
    expect(kept.headers['x-request-id']).toBe('edge-1');
    const odd = await request(behind.url).get('/meta').set('X-Request-Id', 'a b{}');
    expect(odd.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    await behind.close();
  });
});

describe('errors of the router or of HTTP itself', () => {
  test('an id of the maximum length can be deleted, and a longer one is refused in the usual format', async () => {
    const me = signedIn(server, await createTestAccount(server));
    for (const id of ['x'.repeat(255), '日'.repeat(255), '🎬'.repeat(127)]) {
      await me.put('/bookmarks', [bookmark(id)]).expect(200);
      await me.delete(`/bookmarks/${encodeURIComponent(id)}`).expect(200);
      expect((await me.get('/bookmarks').expect(200)).body).toEqual([]);
    }
    expect((await me.delete(`/bookmarks/${'x'.repeat(256)}`).expect(400)).body.errorType).toBe(
      'validation',
    );
    const { body } = await me.delete(`/bookmarks/${'x'.repeat(4_000)}`).expect(414);
    expect(ErrorBody.parse(body).errorType).toBe('message');
  });

  test('two Host headers are refused', async () => {
    const head = 'GET /meta HTTP/1.1\r\nHost: a.test\r\n';
    const two = await exchange(server.url, `${head}HOST: b.test\r\nConnection: close\r\n\r\n`);
    expect(two).toContain('400 Bad Request');
    const one = await exchange(server.url, `${head}X-Host: b.test\r\nConnection: close\r\n\r\n`);
    expect(one).toContain('200 OK');
  });
});
