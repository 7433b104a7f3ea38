// The stream relay with servers that break off, lie, never end or redirect inside, and with viewers who leave.
import { fastify } from 'fastify';
import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import request from 'supertest';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NotFoundError } from '@matinee/sources/source';
import { createDestination } from '../../apps/api/src/proxy/destination.ts';
import { createHttpClient } from '../../apps/api/src/proxy/http-client.ts';
import { streamRoutes } from '../../apps/api/src/stream-relay/stream-routes.ts';
import type { Library } from '../../apps/api/src/stream-relay/stream-source.ts';
import { createStreamRelayModule } from '../../apps/api/src/stream-relay/stream-relay-module.ts';
import {
  createStreamTokens,
  type StreamClaims,
} from '../../apps/api/src/stream-relay/stream-token.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startBytes, startUpstream, type Upstream } from '../support/upstream.ts';

const SECRET = 'the same secret that the server has';
const tokens = createStreamTokens({ secret: SECRET, now: Date.now });

let server: TestApp;
let out: Upstream;
let reply: RequestListener;
/** Requests that the other server is still busy with. */
let open = 0;
beforeAll(async () => {
  out = await startUpstream((incoming, outgoing) => {
    open += 1;
    outgoing.once('close', () => (open -= 1));
    reply(incoming, outgoing);
  });
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: out.host, TICKET_SECRET: SECRET });
});
afterAll(async () => {
  await server.close();
  await out.close();
});

const pathOf = (grant: Partial<StreamClaims> = {}): string =>
  `/stream/${tokens.newSession()({ url: out.url, kind: 'media', headers: {}, scope: 'own', ...grant })}`;
const read = (grant: Partial<StreamClaims> = {}) => request(server.url).get(pathOf(grant)).buffer();
const nobodyLeft = () => vi.waitFor(() => expect(open).toBe(0));

/** An endless body, sent as fast as it is read. */
const pipe = (outgoing: ServerResponse, chunk: Buffer): void => {
  while (!outgoing.destroyed && outgoing.write(chunk));
  outgoing.once('drain', () => pipe(outgoing, chunk));
};

/** A raw viewer: the bytes received so far, and whether they are complete. */
async function view(grant: Partial<StreamClaims>) {
  const requested = get(server.url + pathOf(grant)).on('error', () => undefined);
  const [response] = (await once(requested, 'response')) as [IncomingMessage];
  return { asked: requested, response };
}

describe('a faulty server', () => {
  test.each([
    [404, 404, /no longer/],
    [410, 404, /no longer/],
    [401, 403, /doesn't allow/],
    [403, 403, /doesn't allow/],
    [500, 502, /status 500/],
    [429, 503, /busy/],
    [503, 503, /busy/],
  ])('that answers %i gives the client %i, without its message', async (theirs, ours, message) => {
    reply = (_incoming, outgoing) => {
      outgoing.writeHead(theirs, { 'content-type': 'text/html', 'retry-after': '7' });
      outgoing.end('<h1>http://10.0.0.5/?key=secret</h1>');
    };
    for (const kind of ['media', 'playlist'] as const) {
      const { status, body, text, headers } = await read({ kind });
      expect([status, body]).toMatchObject([
        ours,
        { errorType: 'message', message: expect.stringMatching(message) },
      ]);
      expect(text).not.toContain('10.0.0.5');
      if (ours === 503) expect(headers['retry-after']).toBe('7');
    }
    await nobodyLeft();
  });

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
    ['an invalid status', 'HTTP/1.1 600 <script>\r\nContent-Length: 0\r\n\r\n'],
    ['nothing', ''],
  ])('that sends %s is an error', async (_what, bytes) => {
    const odd = await startBytes((socket) => void socket.end(bytes));
    const requesting = await startTestApp({
      OPERATOR_ALLOWED_HOSTS: odd.host,
      TICKET_SECRET: SECRET,
    });
    const { status, body } = await request(requesting.url).get(pathOf({ url: odd.url }));
    expect([status, body.errorType]).toEqual([502, 'message']);
    await requesting.close();
    await odd.close();
  });

  test('that redirects to a private address is refused, and the address is not revealed', async () => {
    reply = (_incoming, outgoing) => {
      outgoing.writeHead(302, { location: 'http://127.0.0.1:9/latest/meta-data' }).end();
    };
    for (const kind of ['media', 'playlist'] as const) {
      const { status, text } = await read({ kind });
      expect(status).toBe(403);
      expect(text).not.toContain('127.0.0.1');
    }
  });

  test.each([
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'library:folder/1',
  ])('that names %s in a playlist causes no request for it', async (inside) => {
    reply = (_incoming, outgoing) => void outgoing.end(`#EXTM3U\n#EXTINF:6,\n${inside}\n`);
    const [, path = ''] = (await read({ kind: 'playlist' })).text.match(/(\/stream\/\S+)/) ?? [];
    if (path) expect((await request(server.url).get(path)).status).toBe(403);
    else expect(inside).toMatch(/^library:/);
  });

  test('of a public stream that names an operator address causes no request for it', async () => {
    let requested = 0;
    reply = (_incoming, outgoing) => {
      requested += 1;
      outgoing.end('secret');
    };
    for (const kind of ['media', 'playlist'] as const) {
      const { status, text } = await read({ kind, scope: 'public' });
      expect([status, text]).toEqual([403, expect.not.stringContaining('secret')]);
    }
    expect(requested).toBe(0);
  });

  test('that redirects to itself forever is an error', async () => {
    let requested = 0;
    reply = (_incoming, outgoing) => {
      requested += 1;
      outgoing.writeHead(302, { location: '/' }).end();
    };
    expect((await read()).status).toBe(502);
    expect(requested).toBe(6);
  });

  test('that interrupts a video interrupts the client’s connection', async () => {
    reply = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100', 'content-type': 'video/mp4' });
      outgoing.write('half', () => outgoing.destroy());
    };
    await expect(read()).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  test('that interrupts a playlist is an error', async () => {
    const half = Promise.withResolvers<ServerResponse>();
    reply = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '1000' });
      outgoing.write('#EXTM3U\n#EXTINF:6,\n1.ts\n');
      half.resolve(outgoing);
    };
    const { response } = await view({ kind: 'playlist' });
    const all = Array.fromAsync(response);
    (await half.promise).destroy();
    await expect(all).rejects.toThrow(/aborted/);
  });

  test.each([
    ['a web page', {}, '<!doctype html><h1>Down</h1>'],
    ['nothing', {}, ''],
    ['an unknown encoding', { 'content-encoding': 'zstd' }, '#EXTM3U\n'],
    ['text declared as gzip', { 'content-encoding': 'gzip' }, '#EXTM3U\n'],
    ['half of its gzip', { 'content-encoding': 'gzip' }, gzipSync('#EXTM3U\n').subarray(0, 12)],
  ])('that sends %s instead of a playlist is an error', async (_what, headers, body) => {
    reply = (_incoming, outgoing) => void outgoing.writeHead(200, headers).end(body);
    expect((await read({ kind: 'playlist' })).status).toBe(502);
    await nobodyLeft();
  });

  test('that sends a part of a playlist instead of a file is an error', async () => {
    reply = (_incoming, outgoing) => {
      outgoing
        .writeHead(206, { 'content-type': 'application/x-mpegurl' })
        .end('#EXTM3U\nhttp://10.0.0.5/');
    };
    expect((await read()).status).toBe(502);
    await nobodyLeft();
  });

  test.each([
    ['lines', Buffer.from(`${'a'.repeat(99)}\n`.repeat(600))],
    ['one line', Buffer.from('a'.repeat(60_000))],
  ])('that sends a playlist of endless %s is aborted, on both sides', async (_what, chunk) => {
    reply = (_incoming, outgoing) => {
      outgoing.write('#EXTM3U\n');
      pipe(outgoing, chunk);
    };
    const { response } = await view({ kind: 'playlist' });
    await expect(Array.fromAsync(response)).rejects.toThrow(/aborted/);
    await nobodyLeft();
  });

  test('that compresses an endless playlist into few bytes is aborted too', async () => {
    const bomb = gzipSync(`#EXTM3U\n${`${'a'.repeat(99)}\n`.repeat(600_000)}`, { level: 9 });
    reply = (_incoming, outgoing) =>
      void outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const { response } = await view({ kind: 'playlist' });
    await expect(Array.fromAsync(response)).rejects.toThrow(/aborted/);
    await nobodyLeft();
  });
});

describe('a viewer who leaves', () => {
  test.each([
    ['a video', { 'content-type': 'video/mp4' }, 'media'],
    ['a possible playlist', { 'content-type': 'application/octet-stream' }, 'media'],
  ] as const)(
    'in the middle of %s ends the request to the server',
    async (_what, headers, kind) => {
      reply = (_incoming, outgoing) => {
        outgoing.writeHead(200, headers);
        pipe(outgoing, Buffer.alloc(65_536));
      };
      const { asked: requested, response } = await view({ kind });
      await once(response, 'readable');
      expect(open).toBe(1);
      requested.destroy();
      await nobodyLeft();
    },
  );

  test('in the middle of a playlist ends the request to the server', async () => {
    reply = (_incoming, outgoing) => void outgoing.write('#EXTM3U\n#EXTINF:6,\n1.ts\n');
    const { asked: requested, response } = await view({ kind: 'playlist' });
    await once(response, 'readable');
    requested.destroy();
    await nobodyLeft();
  });

  test.each(['media', 'playlist'] as const)(
    'before the %s began ends the request',
    async (kind) => {
      const arrived = Promise.withResolvers<void>();
      reply = () => arrived.resolve();
      const requested = get(server.url + pathOf({ kind })).on('error', () => undefined);
      await arrived.promise;
      requested.destroy();
      await nobodyLeft();
    },
  );

  test('before the first bytes of a possible playlist ends the request', async () => {
    const arrived = Promise.withResolvers<void>();
    reply = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders();
      arrived.resolve();
    };
    const requested = get(server.url + pathOf()).on('error', () => undefined);
    await arrived.promise;
    requested.destroy();
    await nobodyLeft();
  });

  test('or pauses stops reading ahead', async () => {
    const TOTAL = 256 * 1024 * 1024;
    let sent = 0;
    reply = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'video/mp4' });
      const chunk = Buffer.alloc(65_536);
      const more = (): void => {
        do sent += chunk.length;
        while (sent < TOTAL && outgoing.write(chunk));
        if (sent < TOTAL) outgoing.once('drain', more);
      };
      more();
    };
    const { asked: requested, response } = await view({});
    response.pause();
    for (let turn = 0; turn < 300; turn += 1) await request(server.url).get('/healthz');
    expect(sent).toBeLessThan(TOTAL / 4);
    requested.destroy();
    await nobodyLeft();
  });
});

describe('a file of a media library', () => {
  const store: Library = {
    prefix: 'library:shelf/',
    open: async (url, { headers, signal }) => {
      signal.throwIfAborted();
      if (!url.endsWith('/film')) throw new NotFoundError('/srv/films/secret is gone');
      return {
        status: headers['range'] === undefined ? 200 : 206,
        headers: { 'content-type': 'video/mp4', 'content-range': headers['range'] },
        finalUrl: url,
        body: Readable.from([Buffer.from('film')]),
      };
    },
  };

  const elsewhere = () => Promise.reject(new Error('That is no library'));
  const nowhere = { open: elsewhere, pipe: elsewhere };
  async function send(url: string, requested: Record<string, string> = {}) {
    const streams = createStreamRelayModule({
      secret: SECRET,
      checkAccess: async () => undefined,
      upstreams: { own: nowhere, named: nowhere, public: nowhere },
      libraries: { own: [store], named: [], public: [] },
      userAgent: 'Test',
      maxStreams: 1,
      mbit: 100,
      now: Date.now,
    });
    const app = fastify();
    onTestFinished(() => app.close());
    await app.register(streamRoutes(streams.relay));
    const ticket = streams.tokens.newSession()({
      url,
      kind: 'media',
      headers: {},
      scope: 'own',
    });
    return await app.inject({ url: `/stream/${ticket}`, headers: requested });
  }

  test('plays, completely and in ranges', async () => {
    expect(await send('library:shelf/film')).toMatchObject({ statusCode: 200, body: 'film' });
    const part = await send('library:shelf/film', { range: 'bytes 0-3/4' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 0-3/4']);
  });

  test.each(['library:shelf/gone', 'library:other/film'])('%s is not found', async (url) => {
    const { statusCode, body } = await send(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('/srv');
  });
});

describe('a playlist of a public source', () => {
  test('names files beside it with one token, which opens nothing above or below', async () => {
    reply = ({ url }, outgoing) =>
      url === '/hls/index.m3u8'
        ? outgoing
            .writeHead(200, { 'content-type': 'application/x-mpegURL' })
            .end('#EXTM3U\n#EXTINF:6,\n1.mp4\n#EXTINF:6,\n2.mp4\n#EXTINF:6,\n../3.mp4\n')
        : outgoing.writeHead(200, { 'content-type': 'video/mp4' }).end(url);
    const upstream = createHttpClient(createDestination({ exempt: [out.host] }));
    const streams = createStreamRelayModule({
      secret: SECRET,
      checkAccess: async () => undefined,
      upstreams: { own: upstream, named: upstream, public: upstream },
      libraries: { own: [], named: [], public: [] },
      userAgent: 'Test',
      maxStreams: 1,
      mbit: 0,
      now: Date.now,
    });
    const app = fastify();
    onTestFinished(() => app.close());
    await app.register(streamRoutes(streams.relay));
    const at = await app.listen({ host: '127.0.0.1', port: 0 });
    const url = `${out.url}/hls/index.m3u8`;
    const ticket = streams.tokens.newSession()({ url, kind: 'playlist', headers: {} });
    const { text } = await request(at).get(`/stream/${ticket}/index.m3u8`).buffer();
    const [one = '', two = '', three = ''] = text.match(/^\/stream\/.+$/gm) ?? [];
    expect([one, two].map((path) => path.split('/').slice(3))).toEqual([['1.mp4'], ['2.mp4']]);
    const directory = one.slice(0, one.lastIndexOf('/'));
    expect(two.startsWith(`${directory}/`)).toBe(true);
    expect(three.startsWith(`${directory}/`)).toBe(false);
    for (const [path, found] of [
      [one, '/hls/1.mp4'],
      [two, '/hls/2.mp4'],
      [three, '/3.mp4'],
    ] as const) {
      const { status, body } = await request(at).get(path).buffer();
      expect([status, String(body)]).toEqual([200, found]);
    }
    for (const name of [
      '',
      '%2e%2e/3.mp4',
      '..%2f3.mp4',
      'a/1.mp4',
      '%2f%2fb.test/1',
      '1.mp4%3fa',
    ]) {
      const { status } = await request(at).get(`${directory}/${name}`);
      expect([name, status]).toEqual([name, 403]);
    }
  });
});
