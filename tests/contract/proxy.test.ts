import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startTestApp, type TestApp } from '../support/app.ts';
import { startBytes, startUpstream, type OutThere } from '../support/upstream.ts';
import type { RequestListener } from 'node:http';

let server: TestApp;
let out: OutThere;
let answer: RequestListener;
beforeAll(async () => {
  out = await startUpstream((incoming, outgoing) => answer(incoming, outgoing));
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: out.host });
});
afterAll(async () => {
  await server.close();
  await out.close();
});
const extra: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of extra.splice(0).toReversed()) await each.close();
});

const through = (destination: string, method: 'get' | 'post' | 'head' = 'get') =>
  request(server.url)[method]('/proxy').query({ destination });

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

describe('what the protocol promises', () => {
  test.each(['/proxy', '/proxy/', '/proxy?destination='])('%s says that it works', async (path) => {
    const { body, status } = await request(server.url).get(path);
    expect(status).toBe(200);
    expect(body).toEqual({ message: `Proxy is working as expected (v${manifest.version})` });
  });

  test('the answer comes with its status, its body and where it came from', async () => {
    answer = (incoming, outgoing) => {
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

  test('headers that a page may not set cross under their other names', async () => {
    answer = echo;
    const { body } = await through(out.url)
      .set({ 'X-Cookie': 'a=1', 'X-Referer': 'https://r.test/', 'X-User-Agent': 'Player' })
      .set({ Cookie: 'session=ours', Authorization: 'Bearer ours', 'X-Token': 'jwt|ours' });
    expect(body.headers).toMatchObject({
      cookie: 'a=1',
      referer: 'https://r.test/',
      'user-agent': 'Player',
    });
    expect(JSON.stringify(body.headers)).not.toContain('ours');
  });

  test('what is posted is posted on, also after a 307', async () => {
    answer = (incoming, outgoing) => {
      if (incoming.url === '/') outgoing.writeHead(307, { location: '/again' }).end();
      else echo(incoming, outgoing);
    };
    const { body } = await through(out.url, 'post').type('text/x-odd').send('ask=1');
    expect(body).toMatchObject({ method: 'POST', body: 'ask=1' });
    expect(body.headers['content-type']).toBe('text/x-odd');
  });

  test('ranges, lengths and HEAD work, as a player needs them', async () => {
    answer = (incoming, outgoing) => {
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

  test('encoded answers pass as they are', async () => {
    const zipped = gzipSync('the film');
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
      outgoing.end(zipped);
    };
    const { headers, text } = await through(out.url).set('Accept-Encoding', 'gzip');
    expect([headers['content-encoding'], text]).toEqual(['gzip', 'the film']);
  });

  test('cookies come as a header that browsers do not keep', async () => {
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'set-cookie': ['a=1; HttpOnly', 'b=2'] }).end();
    };
    const { headers } = await through(out.url);
    expect(headers['x-set-cookie']).toBe('a=1; HttpOnly, b=2');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.each(['text/html', 'image/svg+xml', 'text/javascript', 'text/css'])(
    '%s arrives as text that no browser runs',
    async (type) => {
      answer = (_incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-type': type }).end('<script>alert(1)</script>');
      };
      const { headers, text } = await through(out.url);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers).toMatchObject(BOX);
      expect(text).toBe('<script>alert(1)</script>');
    },
  );
});

describe('what it refuses', () => {
  const refusal = (status: number) => ({
    url: '/proxy',
    statusCode: status,
    statusMessage: '',
    message: expect.any(String),
  });

  test.each([
    [400, 'nonsense'],
    [400, '/relative'],
    [403, 'data:text/html,<script>alert(1)</script>'],
    [403, 'file:///etc/passwd'],
    [403, 'http://user:word@example.test/'],
    [403, 'http://127.0.0.1:9/'],
    [403, 'http://2130706433/'],
    [403, 'http://0x7f.1/'],
    [403, 'http://[::1]/'],
    [403, 'http://[::ffff:127.0.0.1]/'],
    [403, 'http://localhost/'],
    [403, 'http://169.254.169.254/latest/meta-data/'],
    [403, 'http://10.0.0.1/'],
    [403, 'http://192.168.1.1/'],
    [403, 'http://[fd00::1]/'],
    [403, 'http://example.test:22/'],
  ])('%i for %s', async (status, destination) => {
    const { body, headers, status: received } = await through(destination);
    expect([received, body]).toEqual([status, refusal(status)]);
    expect(headers).toMatchObject({ ...BOX, 'access-control-allow-origin': '*' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('itself', async () => {
    const { body } = await through(`${server.url}/meta`);
    expect(body).toMatchObject({ statusCode: 403, message: /from itself/ });
  });

  test('a redirect to the inside', async () => {
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    };
    expect((await through(out.url)).status).toBe(403);
  });

  test('two destinations', async () => {
    const { body } = await request(server.url).get('/proxy?destination=a&destination=b');
    expect(body).toEqual(refusal(400));
  });

  test.each(['put', 'patch', 'delete', 'trace'] as const)('the method %s', async (method) => {
    const { body, headers } = await request(server.url)[method]('/proxy?destination=http://a.test');
    expect(body).toEqual(refusal(405));
    expect(headers['allow']).toBe('GET, HEAD, POST');
  });

  test('more than 1 MiB', async () => {
    const { body } = await through(out.url, 'post').type('text/plain').send('x'.repeat(1_100_000));
    expect(body).toEqual(refusal(413));
  });

  test('a NUL', async () => {
    expect((await through('http://a.test/\0')).body).toEqual(refusal(400));
  });

  test('being used as a page, and pages of other origins', async () => {
    answer = echo;
    const frame = await through(out.url).set('Sec-Fetch-Dest', 'iframe');
    expect(frame.body).toEqual(refusal(403));
    const foreign = await through(out.url).set('Origin', 'https://stranger.test');
    expect(foreign.body).toEqual(refusal(403));
    const own = await through(out.url).set('Origin', server.url);
    expect(own.status).toBe(200);
  });

  test('nobody whom the operator listed', async () => {
    const open = await startTestApp({
      OPERATOR_ALLOWED_HOSTS: out.host,
      CORS_ORIGINS: 'https://friend.test',
    });
    extra.push(open);
    answer = echo;
    const friend = await request(open.url)
      .get('/proxy')
      .query({ destination: out.url })
      .set('Origin', 'https://friend.test');
    expect(friend.status).toBe(200);
    expect(friend.headers['access-control-allow-origin']).toBe('https://friend.test');
  });
});

describe('when the other side misbehaves', () => {
  test('nobody is there', async () => {
    const gone = await startUpstream(echo);
    const asking = await startTestApp({ OPERATOR_ALLOWED_HOSTS: gone.host });
    extra.push(asking);
    await gone.close();
    const { body } = await request(asking.url).get('/proxy').query({ destination: gone.url });
    expect(body).toMatchObject({ statusCode: 502, url: '/proxy' });
  });

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
    ['an odd status', 'HTTP/1.1 600 <script>\r\nContent-Length: 0\r\n\r\n'],
    ['a header out of order', 'HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n'],
  ])('it speaks %s', async (_what, bytes) => {
    const odd = await startBytes((socket) => void socket.end(bytes));
    const asking = await startTestApp({ OPERATOR_ALLOWED_HOSTS: odd.host });
    extra.push(odd, asking);
    const { body, text } = await request(asking.url).get('/proxy').query({ destination: odd.url });
    expect(body).toMatchObject({ statusCode: 502 });
    expect(text).not.toContain('<script>');
  });

  test('a body that breaks off breaks the visitor’s connection, instead of hanging', async () => {
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' });
      outgoing.write('half', () => outgoing.destroy());
    };
    await expect(through(out.url)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });
});

describe('a visitor who leaves', () => {
  const visit = (destination: string) =>
    get(`${server.url}/proxy?destination=${encodeURIComponent(destination)}`);

  test('in the middle of an endless answer ends it on the other side', async () => {
    const left = Promise.withResolvers<void>();
    answer = (_incoming, outgoing) => {
      outgoing.on('close', left.resolve);
      const pour = (): void => {
        while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536)));
        outgoing.once('drain', pour);
      };
      pour();
    };
    const visitor = visit(out.url);
    const [response] = (await once(visitor, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    visitor.on('error', () => undefined).destroy();
    await left.promise;
  });

  test('before the answer began ends the request', async () => {
    const arrived = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    answer = (incoming) => {
      incoming.on('close', left.resolve);
      arrived.resolve();
    };
    const visitor = visit(out.url);
    visitor.on('error', () => undefined);
    await arrived.promise;
    visitor.destroy();
    await left.promise;
  });

  test('a visitor who does not read is not read ahead for', async () => {
    const TOTAL = 256 * 1024 * 1024;
    let sent = 0;
    answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'video/mp4' });
      const chunk = Buffer.alloc(65_536);
      const pour = (): void => {
        do sent += chunk.length;
        while (sent < TOTAL && outgoing.write(chunk));
        if (sent < TOTAL) outgoing.once('drain', pour);
      };
      pour();
    };
    const visitor = visit(out.url);
    const [response] = (await once(visitor, 'response')) as [IncomingMessage];
    response.pause();
    // Turns enough for a careless proxy to swallow the film whole.
    for (let turn = 0; turn < 300; turn += 1) await request(server.url).get('/healthz');
    // The kernel's buffers take some megabytes; that is all.
    expect(sent).toBeLessThan(TOTAL / 4);
    visitor.on('error', () => undefined).destroy();
  });
});
