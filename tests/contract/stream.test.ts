import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createStreamTokens,
  type StreamClaims,
} from '../../apps/api/src/stream-relay/stream-token.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const SECRET = 'the same secret that the server has';
const tokens = createStreamTokens({ secret: SECRET, now: Date.now });

let server: TestApp;
let out: Upstream;
let response: RequestListener;
/** Requests that the other server is still busy with. */
let open = 0;
beforeAll(async () => {
  out = await startUpstream((incoming, outgoing) => {
    open += 1;
    outgoing.once('close', () => (open -= 1));
    response(incoming, outgoing);
  });
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: out.host, TICKET_SECRET: SECRET });
});
beforeEach(() => {
  response = (_incoming, outgoing) => outgoing.writeHead(500).end();
});
afterAll(async () => {
  await server.close();
  await out.close();
});

const pathOf = (path: string, grant: Partial<StreamClaims> = {}): string =>
  `/stream/${tokens.newSession()({ url: out.url + path, kind: 'media', headers: {}, scope: 'own', ...grant })}`;
const read = (path: string, grant: Partial<StreamClaims> = {}) =>
  request(server.url).get(pathOf(path, grant)).buffer();
const playlist = (path = '/hls/master.m3u8', grant: Partial<StreamClaims> = {}) =>
  read(path, { kind: 'playlist', ...grant });

const MOVIE = Buffer.from('0123456789');
/** A correct web server, with one small video. */
const movie: RequestListener = ({ headers, method }, outgoing) => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const about = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: '"1"' };
  if (headers['if-none-match'] === '"1"') return outgoing.writeHead(304, about).end();
  if (Number(from) >= MOVIE.length) {
    return outgoing
      .writeHead(416, { ...about, 'content-range': 'bytes */10', 'content-length': 2 })
      .end('no');
  }
  const isPart = from !== undefined && (headers['if-range'] ?? '"1"') === '"1"';
  const end = to ? Number(to) + 1 : MOVIE.length;
  const body = isPart ? MOVIE.subarray(Number(from), end) : MOVIE;
  const part = isPart && { 'content-range': `bytes ${from}-${end - 1}/10` };
  outgoing.writeHead(isPart ? 206 : 200, { ...about, ...part, 'content-length': body.length });
  return outgoing.end(method === 'HEAD' ? undefined : body);
};

const BOX = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

describe('a file', () => {
  beforeEach(() => {
    response = movie;
  });

  test('arrives completely, sandboxed, for every client with the token', async () => {
    const { status, body, headers } = await read('/film.mp4').set('Origin', 'https://cast.test');
    expect([status, String(body)]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      ...BOX,
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: '"1"',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers).not.toHaveProperty('x-final-destination');
  });

  test.each([
    [{ Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ Range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
    [{ Range: 'bytes=2-4', 'If-Range': '"1"' }, 206, '234', 'bytes 2-4/10'],
    [{ Range: 'bytes=2-4', 'If-Range': '"2"' }, 200, '0123456789', undefined],
    [{ Range: 'bytes=99-' }, 416, '', 'bytes */10'],
    [{ 'If-None-Match': '"1"' }, 304, '', undefined],
  ])('answers %j with %i', async (requested, status, body, range) => {
    const part = await read('/film.mp4').set(requested);
    expect([part.status, Buffer.isBuffer(part.body) ? part.body.toString() : '']).toEqual([
      status,
      body,
    ]);
    expect(part.headers['content-range']).toBe(range);
  });

  test('reports its length without its bytes', async () => {
    const { status, headers } = await request(server.url).head(pathOf('/film.mp4'));
    expect([status, headers['content-length'], headers['content-type']]).toEqual([
      200,
      '10',
      'video/mp4',
    ]);
    await vi.waitFor(() => expect(open).toBe(0));
  });

  test('may be requested under any name', async () => {
    const { body } = await request(server.url).get(`${pathOf('/film.mp4')}/The%20Film.mp4`);
    expect(String(body)).toBe('0123456789');
  });

  test('is requested with the headers in its token and none of the client’s', async () => {
    let seen: IncomingMessage['headers'] = {};
    response = (incoming, outgoing) => {
      seen = incoming.headers;
      movie(incoming, outgoing);
    };
    await read('/film.mp4', { headers: { referer: 'https://page.test/', 'x-emby-token': 'k' } })
      .set({ Cookie: 'ours=1', Authorization: 'Bearer ours', Referer: 'https://ours.test/' })
      .set({ 'X-Forwarded-For': '1.2.3.4', 'Accept-Encoding': 'gzip' });
    expect(seen).toMatchObject({
      referer: 'https://page.test/',
      'x-emby-token': 'k',
      'accept-encoding': 'identity',
    });
    expect(seen).not.toHaveProperty('via');
    expect(JSON.stringify(seen)).not.toMatch(/ours|1\.2\.3\.4/);
  });

  test('without a media type arrives as text or bytes that no browser executes', async () => {
    response = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' });
      outgoing.end('<script>alert(1)</script>');
    };
    const { headers, text } = await read('/page');
    expect(headers).toMatchObject({ ...BOX, 'content-type': 'text/plain; charset=utf-8' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).toBe('<script>alert(1)</script>');
  });
});

describe('a playlist', () => {
  const MASTER = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="En, glish",URI="audio/en.m3u8?k=1"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
    '720/index.m3u8?k=1',
    '',
  ].join('\r\n');
  const serve =
    (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
    (_incoming, outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'application/x-mpegURL', ...headers }).end(body);
  const opened = (text: string) =>
    [...text.matchAll(/\/stream\/([\w.~-]+)/g)].map(([, ticket = '']) => tokens.read(ticket));

  test('has a token for every address, with its headers and its session', async () => {
    response = serve(MASTER, { 'cache-control': 'no-cache', 'content-length': `${MASTER.length}` });
    const { headers, text } = await playlist(undefined, {
      headers: { referer: 'https://r.test/' },
    });
    expect(headers).toMatchObject({
      ...BOX,
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    });
    expect(headers).not.toHaveProperty('content-length');
    expect(text.replaceAll(/[\w.~-]{80,}/g, 'T')).toBe(
      [
        '#EXTM3U',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="En, glish",URI="/stream/T/index.m3u8"',
        '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
        '/stream/T/index.m3u8',
        '',
      ].join('\n'),
    );
    const [audio, video] = opened(text);
    expect([audio, video]).toMatchObject([
      { url: `${out.url}/hls/audio/en.m3u8?k=1`, kind: 'playlist' },
      { url: `${out.url}/hls/720/index.m3u8?k=1`, kind: 'playlist' },
    ]);
    expect(audio?.headers).toEqual({ referer: 'https://r.test/' });
    expect(audio?.session).toEqual(video?.session);
  });

  test('leads to its segments', async () => {
    response = (incoming, outgoing) => {
      if (incoming.url === '/hls/master.m3u8') return serve(MASTER)(incoming, outgoing);
      if (incoming.url === '/hls/720/index.m3u8?k=1') {
        return serve('#EXTM3U\n#EXTINF:6,\nsegment 1.mp4?k=1')(incoming, outgoing);
      }
      if (incoming.url !== '/hls/720/segment%201.mp4?k=1') return outgoing.writeHead(404).end();
      return movie(incoming, outgoing);
    };
    const [, variant = ''] = (await playlist()).text.match(/\n(\/stream\/\S+)/) ?? [];
    const [, segment = ''] =
      (await request(server.url).get(variant).buffer()).text.match(/\n(\/stream\/\S+)/) ?? [];
    expect(segment).toMatch(/\/stream\.mp4$/);
    const { body, status } = await request(server.url).get(segment).set('Range', 'bytes=0-1');
    expect([status, String(body)]).toEqual([206, '01']);
  });

  test('is the same each time it is read, so players keep their buffers', async () => {
    response = serve('#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:6,\n1.m4s\n');
    const path = pathOf('/live.m3u8', { kind: 'playlist' });
    const once = await request(server.url).get(path).buffer();
    const again = await request(server.url).get(path).buffer();
    expect(again.text).toBe(once.text);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in %s is decompressed', async (encoding, pack) => {
    response = serve(pack(MASTER), { 'content-encoding': encoding });
    const { headers, text } = await playlist();
    expect(headers['content-encoding']).toBeUndefined();
    expect(opened(text)).toHaveLength(2);
  });

  test.each(['text/plain', 'application/octet-stream', 'binary/octet-stream'])(
    'that a source declared as a file, and its server as %s, is recognized by its beginning',
    async (type) => {
      response = serve('\uFEFF#EXTM3U\n#EXTINF:6,\n1.ts\n', { 'content-type': type });
      const { text } = await read('/film.mp4');
      expect(opened(text)).toMatchObject([{ url: `${out.url}/1.ts` }]);
    },
  );

  test('resolves its addresses against the redirect’s target', async () => {
    response = (incoming, outgoing) => {
      if (incoming.url === '/hls/master.m3u8') {
        return outgoing.writeHead(302, { location: '/else/where.m3u8' }).end();
      }
      return serve(MASTER)(incoming, outgoing);
    };
    expect(opened((await playlist()).text)[0]?.url).toBe(`${out.url}/else/audio/en.m3u8?k=1`);
  });

  test('that is live may be requested with delivery directives, and no others', async () => {
    let requested = '';
    response = (incoming, outgoing) => {
      requested = incoming.url ?? '';
      serve(MASTER)(incoming, outgoing);
    };
    await playlist('/live.m3u8?k=1').query({
      _HLS_msn: '5',
      _HLS_part: '2',
      _HLS_skip: 'v2',
      _HLS_odd: '../x&y',
      other: '1',
      k: '2',
    });
    expect(requested).toBe('/live.m3u8?k=1&_HLS_msn=5&_HLS_part=2&_HLS_skip=v2');
  });

  test('answers HEAD without its lines', async () => {
    response = serve('');
    const { status, headers } = await request(server.url).head(
      pathOf('/x.m3u8', { kind: 'playlist' }),
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
  });
});

describe('a token', () => {
  test('is required, and must be from this server', async () => {
    for (const path of ['/stream/', '/stream/x', `/stream/${'A'.repeat(200)}`]) {
      const { status, body, headers } = await request(server.url).get(path);
      expect([status, body]).toEqual([
        403,
        {
          errorType: 'message',
          message: "This stream link isn't valid on this server.",
          requestId: expect.any(String),
        },
      ]);
      expect(headers).toMatchObject({ ...BOX, 'access-control-allow-origin': '*' });
    }
  });

  test('with any character changed opens nothing', async () => {
    const path = pathOf('/film.mp4');
    const text = path.slice('/stream/'.length);
    const statuses = new Set<number>();
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'A' ? 'B' : 'A';
      const forged = `/stream/${text.slice(0, at)}${other}${text.slice(at + 1)}`;
      statuses.add((await request(server.url).get(forged)).status);
    }
    expect([...statuses]).toEqual([403]);
    expect(open).toBe(0);
  });

  test('that has expired is reported as such', async () => {
    const longAgo = createStreamTokens({ secret: SECRET, now: () => Date.now() - 13 * 3_600_000 });
    const ticket = longAgo.newSession()({ url: out.url, kind: 'media', headers: {} });
    const { status, body } = await request(server.url).get(`/stream/${ticket}`);
    expect(status).toBe(410);
    expect(body).toMatchObject({
      errorType: 'message',
      message: expect.stringMatching(/[Oo]pen the title/),
    });
  });

  test('is not affected by what follows it in the path', async () => {
    let requested: string[] = [];
    response = (incoming, outgoing) => {
      requested = [...requested, incoming.url ?? ''];
      movie(incoming, outgoing);
    };
    const path = pathOf('/film.mp4');
    for (const more of ['/../../secret', '?url=http://127.0.0.1/', '/%2e%2e/x', '//other.test/']) {
      await request(server.url).get(path + more);
    }
    expect(new Set(requested)).toEqual(new Set(['/film.mp4']));
  });
});

describe('requests', () => {
  test.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'iframe', 'object'])(
    'as a %s are refused',
    async (use) => {
      expect((await read('/film.mp4').set('Sec-Fetch-Dest', use)).status).toBe(403);
    },
  );

  test('by service workers and through other relays are refused', async () => {
    expect((await read('/film.mp4').set('Service-Worker', 'script')).status).toBe(403);
    expect((await read('/film.mp4').set('Via', '1.1 matinee')).status).toBe(403);
  });

  test('other than reads are not found', async () => {
    for (const method of ['post', 'put', 'delete', 'patch'] as const) {
      expect((await request(server.url)[method](pathOf('/film.mp4'))).status).toBe(404);
    }
  });
});

test('any page may play, even where only listed pages may use the rest of the API', async () => {
  const closed = await startTestApp({ TICKET_SECRET: SECRET, CORS_ORIGINS: 'https://ours.test' });
  const requesting = {
    Origin: 'https://cast.test',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'range',
  };
  const preflight = await request(closed.url).options('/stream/x').set(requesting);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'range',
  });
  const other = await request(closed.url).options('/meta').set(requesting);
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
  await closed.close();
});

test('a server with the relay switched off does not serve streams', async () => {
  const without = await startTestApp({ TICKET_SECRET: SECRET, STREAM_RELAY: 'off' });
  expect((await request(without.url).get(pathOf('/film.mp4'))).status).toBe(404);
  await without.close();
});

test('at most as many streams play at once as the operator allows', async () => {
  const small = await startTestApp({
    TICKET_SECRET: SECRET,
    OPERATOR_ALLOWED_HOSTS: out.host,
    STREAM_RELAY_MAX_STREAMS: '1',
  });
  response = (_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'video/mp4' });
    outgoing.write('film');
  };
  const viewer = get(small.url + pathOf('/a')).on('error', () => undefined);
  await once(viewer, 'response');
  const { status, body, headers } = await request(small.url).get(pathOf('/b'));
  expect([status, headers['retry-after']]).toEqual([503, '30']);
  expect(body).toMatchObject({ message: expect.stringMatching(/[Tt]ry again later/) });
  viewer.destroy();
  await small.close();
});
