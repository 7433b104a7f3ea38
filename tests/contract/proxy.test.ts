// The protocol of proxy workers as old clients use it, on the complete server. The probes are in the other files.
import request from 'supertest';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startTestApp, type TestApp } from '../support/app.ts';
import { OWN_PAGE } from '../support/proxy.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import type { RequestListener } from 'node:http';

let server: TestApp;
let out: Upstream;
let response: RequestListener;
beforeAll(async () => {
  out = await startUpstream((incoming, outgoing) => response(incoming, outgoing));
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: out.host });
});
afterAll(async () => {
  await server.close();
  await out.close();
});

const through = (destination: string, method: 'get' | 'post' | 'head' = 'get') =>
  request(server.url)[method]('/proxy').query({ destination }).set(OWN_PAGE);

const echo: RequestListener = (incoming, outgoing) => {
  let body = '';
  incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
  incoming.on('end', () => {
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify({ method: incoming.method, headers: incoming.headers, body }));
  });
};

const BOX = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

describe('the protocol of the proxy', () => {
  test.each(['/proxy', '/proxy/', '/proxy?destination='])(
    '%s reports that it works',
    async (path) => {
      const { body, status } = await request(server.url).get(path);
      expect(status).toBe(200);
      expect(body).toEqual({ message: `Proxy is working as expected (v${manifest.version})` });
    },
  );

  test('the response has its status, its body and its final address', async () => {
    response = (incoming, outgoing) => {
      if (incoming.url === '/old') outgoing.writeHead(302, { location: '/new?a=1' }).end();
      else outgoing.writeHead(418, { 'content-type': 'application/json' }).end('{"tea":true}');
    };
    const { body, headers, status } = await through(`${out.url}/old`);
    expect([status, body]).toEqual([418, { tea: true }]);
    expect(headers).toMatchObject({
      ...BOX,
      'x-final-destination': `${out.url}/new?a=1`,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
    });
  });

  test('headers that a page may not set are sent under their other names', async () => {
    response = echo;
    const { body } = await through(out.url)
      .set({ 'X-Cookie': 'a=1', 'X-Referer': 'https://r.test/', 'X-User-Agent': 'Player' })
      .set({ Cookie: 'session=ours', 'X-Token': 'jwt|ours' });
    expect(body.headers).toMatchObject({
      cookie: 'a=1',
      referer: 'https://r.test/',
      'user-agent': 'Player',
    });
    expect(JSON.stringify(body.headers)).not.toContain('ours');
  });

  test('a POST body is sent on, even after a 307', async () => {
    response = (incoming, outgoing) => {
      if (incoming.url === '/') outgoing.writeHead(307, { location: '/again' }).end();
      else echo(incoming, outgoing);
    };
    const { body } = await through(out.url, 'post').type('text/x-odd').send('ask=1');
    expect(body).toMatchObject({ method: 'POST', body: 'ask=1' });
    expect(body.headers['content-type']).toBe('text/x-odd');
  });

  test('ranges, lengths and HEAD work as players need them', async () => {
    response = (incoming, outgoing) => {
      outgoing.writeHead(incoming.headers.range ? 206 : 200, {
        'content-type': 'video/mp4',
        'content-length': '4',
        'content-range': 'bytes 0-3/100',
        'accept-ranges': 'bytes',
      });
      outgoing.end(incoming.method === 'HEAD' ? undefined : 'film');
    };
    const part = await through(out.url).set('Range', 'bytes=0-3');
    expect(part.status).toBe(206);
    expect(part.body.toString()).toBe('film');
    expect(part.headers).toMatchObject({ 'content-length': '4', 'content-range': 'bytes 0-3/100' });
    const head = await through(out.url, 'head');
    expect([head.status, head.headers['content-length']]).toEqual([200, '4']);
  });

  test('compressed responses pass unchanged', async () => {
    const zipped = gzipSync('the film');
    response = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
      outgoing.end(zipped);
    };
    const { headers, text } = await through(out.url).set('Accept-Encoding', 'gzip');
    expect([headers['content-encoding'], text]).toEqual(['gzip', 'the film']);
  });

  test('cookies become a header that browsers do not store', async () => {
    response = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'set-cookie': ['a=1; HttpOnly', 'b=2'] }).end();
    };
    const { headers } = await through(out.url);
    expect(headers['x-set-cookie']).toBe('a=1; HttpOnly, b=2');
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('refused requests', () => {
  const error = (status: number) => ({
    url: '/proxy',
    statusCode: status,
    statusMessage: '',
    message: expect.any(String),
  });

  test('two destinations', async () => {
    const { body } = await request(server.url).get('/proxy?destination=a&destination=b');
    expect(body).toEqual(error(400));
  });

  test('a NUL', async () => {
    expect((await through('http://a.test/\0')).body).toEqual(error(400));
  });

  test.each(['nonsense', '/relative', '//example.test', 'http://'])(
    '%s, which is not an address',
    async (text) => {
      expect((await through(text)).body).toEqual(error(400));
    },
  );
});
