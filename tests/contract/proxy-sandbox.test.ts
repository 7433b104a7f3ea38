// Rows 6 to 13, 22 and 23 of the probes, and the headers of the protocol: what passes, and in which form.
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_PAGE, startProxy, type TestProxy } from '../support/proxy.ts';
import { exchange } from '../support/raw-http.ts';
import { startBytes, startUpstream, type Upstream } from '../support/upstream.ts';

let out: Upstream;
let proxy: TestProxy;
let response: RequestListener;
beforeAll(async () => {
  out = await startUpstream((incoming, outgoing) => response(incoming, outgoing));
  proxy = await startProxy({ OPERATOR_ALLOWED_HOSTS: out.host });
});
afterAll(async () => {
  await proxy.close();
  await out.close();
});

const through = (method: 'get' | 'post' | 'head' = 'get', path = '/') =>
  request(proxy.url)
    [method]('/proxy')
    .query({ destination: `${out.url}${path}` })
    .set(OWN_PAGE);

const BOX = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

function respondWith(
  headers: Record<string, string | string[]>,
  body: string | Buffer = '1',
): void {
  response = (_incoming, outgoing) => void outgoing.writeHead(200, headers).end(body);
}

/** The request as the other server received it. */
function listen(): { headers: IncomingHttpHeaders; method: string; body: string } {
  const received = { headers: {}, method: '', body: '' };
  response = (incoming, outgoing) => {
    Object.assign(received, { headers: incoming.headers, method: incoming.method });
    incoming.setEncoding('utf8').on('data', (chunk: string) => (received.body += chunk));
    incoming.on('end', () => outgoing.end());
  };
  return received;
}

describe('6: nothing is a page', () => {
  test.each([
    ['text/html', 'text/plain; charset=utf-8'],
    ['text/html; charset=iso-8859-1', 'text/plain; charset=iso-8859-1'],
    ['application/xhtml+xml', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'text/plain; charset=utf-8'],
    ['application/xml', 'text/plain; charset=utf-8'],
    ['text/jscript', 'text/plain; charset=utf-8'],
    ['text/xsl', 'text/plain; charset=utf-8'],
    ['message/rfc822', 'application/octet-stream'],
    ['application/x-shockwave-flash', 'application/octet-stream'],
    ['application/pdf', 'application/octet-stream'],
    ['multipart/x-mixed-replace; boundary=x', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
    ['application/json', 'application/json'],
    ['application/vnd.apple.mpegurl', 'application/vnd.apple.mpegurl'],
    ['video/mp4', 'video/mp4'],
    ['text/vtt', 'text/vtt'],
  ])('%s arrives sandboxed, as %s', async (type, arrives) => {
    respondWith({ 'content-type': type });
    const { headers } = await through();
    expect(headers).toMatchObject({ ...BOX, 'content-type': arrives });
  });

  test('a response without a type arrives as bytes', async () => {
    respondWith({});
    expect((await through()).headers).toMatchObject({
      ...BOX,
      'content-type': 'application/octet-stream',
    });
  });
});

test('7: a response cannot become a service worker', async () => {
  respondWith({ 'content-type': 'text/javascript', 'service-worker-allowed': '/' });
  const requests = await through().set('Service-Worker', 'script');
  expect(requests.status).toBe(403);
  const { headers } = await through();
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['service-worker-allowed']).toBeUndefined();
});

describe('8: nothing is executed, framed or applied', () => {
  const USES =
    'document iframe frame object embed script style worker sharedworker serviceworker manifest xslt report new-use';
  test.each(USES.split(' '))('as %s it is refused', async (use) => {
    respondWith({});
    expect((await through().set('Sec-Fetch-Dest', use)).status).toBe(403);
  });

  test.each(['empty', 'video', 'audio', 'image', 'track'])('as %s it is allowed', async (use) => {
    respondWith({});
    expect((await through().set('Sec-Fetch-Dest', use)).status).toBe(200);
  });
});

test('9: failures are JSON, for any Accept header, and never a page', async () => {
  const { body, headers, text } = await request(proxy.url)
    .get('/proxy')
    .query({ destination: '<img src=x onerror=alert(1)>' })
    .set({ ...OWN_PAGE, Accept: 'text/html' });
  expect(headers).toMatchObject({
    ...BOX,
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  expect(body.statusCode).toBe(400);
  expect(text).not.toContain('onerror');
});

describe('10: cookies', () => {
  test('of the destination get a name that no browser stores', async () => {
    respondWith({ 'set-cookie': ['a=1; HttpOnly', 'b=2; Path=/'] });
    const { headers } = await through();
    expect(headers['x-set-cookie']).toBe('a=1; HttpOnly, b=2; Path=/');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('of the client stay here, and those for the destination become one header', async () => {
    const received = listen();
    const bytes =
      `GET /proxy?destination=${encodeURIComponent(out.url)} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: ours=1\r\n` +
      'X-Cookie: a=1\r\nX-Cookie: b=2\r\nConnection: close\r\n\r\n';
    await exchange(proxy.url, bytes);
    expect(received.headers.cookie).toBe('a=1; b=2');
  });
});

test('11: headers for the destination reach it, and none about the client do', async () => {
  const received = listen();
  await through().set({
    Accept: 'a/b',
    'Accept-Language': 'eo',
    'Accept-Encoding': 'br',
    Range: 'bytes=1-',
    'If-Range': '"e"',
    'If-None-Match': '"f"',
    'If-Modified-Since': 'then',
    'X-Referer': 'r',
    'X-Origin': 'o',
    'X-User-Agent': 'u',
    'X-X-Real-Ip': '192.0.2.1',
    'X-Authorization': 'Bearer theirs',
    'X-Requested-With': 'XMLHttpRequest',
    'X-Api-Key': 'theirs',
    Authorization: 'Basic ours',
    'Proxy-Authorization': 'Basic ours',
    'X-Token': 'jwt|ours',
    Referer: 'https://ours.test',
    Via: '1.1 ours',
    'X-Forwarded-For': '192.0.2.9',
    'True-Client-IP': '192.0.2.9',
    TE: 'trailers',
    'Sec-Fetch-Mode': 'cors',
    'CF-Connecting-IP': '192.0.2.9',
    'X-Real-IP': '192.0.2.9',
    'X-Matinee-Own': 'ours',
  });
  expect(received.headers).toEqual({
    accept: 'a/b',
    'accept-language': 'eo',
    'accept-encoding': 'br',
    range: 'bytes=1-',
    'if-range': '"e"',
    'if-none-match': '"f"',
    'if-modified-since': 'then',
    referer: 'r',
    origin: 'o',
    'user-agent': 'u',
    'x-real-ip': '192.0.2.1',
    authorization: 'Bearer theirs',
    'x-requested-with': 'XMLHttpRequest',
    'x-api-key': 'theirs',
    host: out.host,
    connection: 'keep-alive',
  });
});

test('11: without X-User-Agent the browser’s own is not revealed', async () => {
  const received = listen();
  await through().set('User-Agent', 'Browser/1');
  expect(received.headers['user-agent']).toBe('Matinee under test');
});

test('12: hop-by-hop headers are dropped', async () => {
  const raw = await startBytes((socket) => {
    socket.end(
      'HTTP/1.1 200 OK\r\nConnection: close, x-hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nTE: x\r\n' +
        'Trailer: x-t\r\nUpgrade: h2c\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nok',
    );
  });
  const own = await startProxy({ OPERATOR_ALLOWED_HOSTS: raw.host });
  const { headers, status } = await request(own.url)
    .get('/proxy')
    .query({ destination: raw.url })
    .set(OWN_PAGE);
  await own.close();
  await raw.close();
  expect(status).toBe(200);
  expect(headers['connection']).not.toContain('x-hop');
  for (const name of ['x-hop', 'te', 'trailer', 'upgrade', 'proxy-authenticate']) {
    expect(headers[name]).toBeUndefined();
  }
});

test('13: headers about a whole origin, or in this server’s name, are dropped', async () => {
  const bad = {
    'clear-site-data': '"*"',
    'strict-transport-security': 'max-age=1',
    'service-worker-allowed': '/',
    refresh: '0; url=https://evil.test',
    link: '</x>; rel=preload',
    nel: '{}',
    'report-to': '{}',
    'alt-svc': 'h3=":443"',
    'www-authenticate': 'Basic',
    'access-control-allow-credentials': 'true',
    'x-token': 'spoofed',
    'x-set-cookie': 'spoofed=1',
    'x-frame-options': 'ALLOWALL',
    'set-login': 'logged-in',
  };
  respondWith({ ...bad, etag: '"e"', 'access-control-allow-origin': 'https://evil.test' });
  const { headers } = await through();
  for (const name of Object.keys(bad)) expect([name, headers[name]]).toEqual([name, undefined]);
  expect(headers).toMatchObject({
    ...BOX,
    etag: '"e"',
    vary: 'Origin',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'x-final-destination': `${out.url}/`,
  });
});

describe('22: encoded bodies', () => {
  test.each([
    ['gzip', gzipSync('the film')],
    ['deflate', deflateSync('the film')],
    ['br', brotliCompressSync('the film')],
    ['zstd', zstdCompressSync('the film')],
  ])('in %s pass byte for byte, with their length', async (encoding, bytes) => {
    respondWith({ 'content-encoding': encoding, 'content-length': String(bytes.length) }, bytes);
    const received = await exchange(
      proxy.url,
      `GET /proxy?destination=${encodeURIComponent(out.url)} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n` +
        `Accept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
    );
    const [head = '', ...rest] = received.split('\r\n\r\n');
    expect(head).toContain(`\r\ncontent-encoding: ${encoding}\r\n`);
    expect(head).toContain(`\r\ncontent-length: ${bytes.length}\r\n`);
    expect(rest.join('\r\n\r\n')).toBe(bytes.toString('latin1'));
  });
});

describe('23: lengths, ranges and bodies', () => {
  test('HEAD has the length and no body', async () => {
    respondWith({ 'content-length': '4', 'content-type': 'video/mp4' }, 'film');
    const { headers, status } = await through('head');
    expect([status, headers['content-length']]).toEqual([200, '4']);
  });

  test.each([
    [206, { 'content-range': 'bytes 0-3/100', 'content-length': '4' }, 'film'],
    [304, { etag: '"e"' }, ''],
    [416, { 'content-range': 'bytes */100', 'content-length': '0' }, ''],
    [204, {}, ''],
  ])('%i passes', async (status, headers, body) => {
    response = (_incoming, outgoing) => void outgoing.writeHead(status, headers).end(body);
    const received = await through();
    expect(received.status).toBe(status);
    expect(received.headers).toMatchObject(headers);
  });

  test.each(['put', 'patch', 'delete'] as const)('%s passes, with its body', async (method) => {
    const received = listen();
    const { status } = await request(proxy.url)
      [method]('/proxy')
      .query({ destination: out.url })
      .set(OWN_PAGE)
      .type('application/json')
      .send('{"a":1}');
    expect(status).toBe(200);
    expect(received).toMatchObject({ method: method.toUpperCase(), body: '{"a":1}' });
  });

  test.each([
    [302, 'PUT'],
    [307, 'PATCH'],
    [303, 'GET'],
  ])('after a %i a PUT or PATCH stays %s', async (status, method) => {
    const received = listen();
    const last = response;
    response = (incoming, outgoing) => {
      if (incoming.url !== '/old') return last(incoming, outgoing);
      incoming.resume().on('end', () => outgoing.writeHead(status, { location: '/new' }).end());
    };
    await request(proxy.url)
      [method === 'PATCH' ? 'patch' : 'put']('/proxy')
      .query({ destination: `${out.url}/old` })
      .set(OWN_PAGE)
      .type('text/plain')
      .send('ask=1');
    expect(received).toMatchObject({ method, body: method === 'GET' ? '' : 'ask=1' });
  });

  test('a chunked upload arrives completely', async () => {
    const received = listen();
    const bytes =
      `POST /proxy?destination=${encodeURIComponent(out.url)} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n` +
      'Content-Type: text/x-odd\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nask\r\n2\r\n=1\r\n0\r\n\r\n';
    await exchange(proxy.url, bytes);
    expect(received).toMatchObject({ method: 'POST', body: 'ask=1' });
    expect(received.headers['content-type']).toBe('text/x-odd');
  });

  test.each([
    [307, 'POST', 'ask=1'],
    [308, 'POST', 'ask=1'],
    [303, 'GET', ''],
    [302, 'GET', ''],
    [301, 'GET', ''],
  ])('after a %i a POST becomes %s %s', async (status, method, body) => {
    const received = listen();
    const last = response;
    response = (incoming, outgoing) => {
      if (incoming.url !== '/old') return last(incoming, outgoing);
      incoming.resume().on('end', () => outgoing.writeHead(status, { location: '/new' }).end());
    };
    await through('post', '/old').type('text/plain').send('ask=1');
    expect(received).toMatchObject({ method, body });
    expect(received.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });
});
