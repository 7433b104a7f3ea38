// Some servers define the common part of their addresses in the first playlist, and import it in the others.
import type { RequestListener } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStreamTokens } from '../../apps/api/src/stream-relay/stream-token.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const SECRET = 'the same secret that the server has';
const tokens = createStreamTokens({ secret: SECRET, now: Date.now });

const BODIES: Readonly<Record<string, string>> = {
  '/master.m3u8?session=abc': [
    '#EXTM3U',
    '#EXT-X-DEFINE:NAME="key",VALUE="k=secret"',
    '#EXT-X-DEFINE:QUERYPARAM="session"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="En",URI="audio/index.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
    '720/index.m3u8?{$key}',
  ].join('\n'),
  '/720/index.m3u8?k=secret': [
    '#EXTM3U',
    '#EXT-X-DEFINE:IMPORT="key"',
    '#EXT-X-DEFINE:IMPORT="session"',
    '#EXTINF:6,',
    '{$session}/1.mp4?{$key}',
  ].join('\n'),
  '/audio/index.m3u8': '#EXTM3U\n#EXT-X-DEFINE:IMPORT="key"\n#EXTINF:6,\n1.aac?{$key}',
};

const response: RequestListener = ({ url = '' }, outgoing) => {
  const body = BODIES[url];
  if (body !== undefined) {
    outgoing.writeHead(200, { 'content-type': 'application/x-mpegURL' }).end(body);
  } else if (url === '/720/abc/1.mp4?k=secret' || url === '/audio/1.aac?k=secret') {
    outgoing.writeHead(200, { 'content-type': 'video/mp4' }).end('sound and pictures');
  } else outgoing.writeHead(404).end();
};

let out: Upstream;
let server: TestApp;
beforeAll(async () => {
  out = await startUpstream(response);
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: out.host, TICKET_SECRET: SECRET });
});
afterAll(async () => {
  await server.close();
  await out.close();
});

const read = (path: string) => request(server.url).get(path).buffer();
/** Finds the only URL in a playlist, at any location. */
const addressIn = (text: string, location: RegExp): string => location.exec(text)?.[1] ?? '';

test('a playlist that imports variables of the first one plays, with audio', async () => {
  const url = `${out.url}/master.m3u8?session=abc`;
  const ticket = tokens.newSession()({ url, kind: 'playlist', headers: {}, scope: 'own' });
  const { text: master } = await read(`/stream/${ticket}/index.m3u8`);
  for (const location of [/\n(\/stream\/\S+)/, /URI="([^"]+)"/]) {
    const { text: media } = await read(addressIn(master, location));
    expect(media).not.toContain('DEFINE');
    const { status, text, body } = await read(addressIn(media, /\n(\/stream\/\S+)/));
    expect([status, text ?? String(body)]).toEqual([200, 'sound and pictures']);
  }
  expect(master).not.toMatch(/secret|abc/);
});
