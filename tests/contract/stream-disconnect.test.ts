// Two hundred viewers of the stream relay and of the proxy, who leave at random times.
import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createStreamTokens,
  type StreamClaims,
} from '../../apps/api/src/stream-relay/stream-token.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { OWN_PAGE } from '../support/proxy.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const SECRET = 'the same secret that the server has';
const VIEWERS = 200;
const AT_ONCE = 20;
/** Vitest's own timers, which come and go. */
const A_FEW = 20;
const CHUNK = Buffer.alloc(1024);

const tokens = createStreamTokens({ secret: SECRET, now: Date.now });
let server: TestApp;
let out: Upstream;
/** Requests that the other server is still busy with, and the total. */
const seen = { open: 0, all: 0 };
/** Requests that the server still holds in memory. */
const requested: WeakRef<IncomingMessage>[] = [];

/** A few bytes in each turn of the event loop, forever. */
async function trickle(outgoing: ServerResponse): Promise<void> {
  while (!outgoing.destroyed) {
    outgoing.write(CHUNK);
    await turn();
  }
}

const endless: RequestListener = ({ url }, outgoing) => {
  seen.open += 1;
  seen.all += 1;
  outgoing.once('close', () => (seen.open -= 1));
  if (url === '/film.mp4') {
    outgoing.writeHead(200, { 'content-type': 'video/mp4' });
    void trickle(outgoing);
  } else if (url === '/live.m3u8') outgoing.write('#EXTM3U\n#EXTINF:6,\n1.ts\n');
  // The third never begins.
};

beforeAll(async () => {
  out = await startUpstream(endless);
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: out.host, TICKET_SECRET: SECRET });
  server.app.server.on('request', (request) => void requested.push(new WeakRef(request)));
});
afterAll(async () => {
  await server.close();
  await out.close();
});

const KINDS: readonly (readonly [string, StreamClaims['kind']])[] = [
  ['/film.mp4', 'media'],
  ['/live.m3u8', 'playlist'],
  ['/never', 'media'],
];

type Way = (url: string, kind: StreamClaims['kind']) => string;

const WAYS: readonly (readonly [string, Way])[] = [
  [
    'the stream relay',
    // Each has its own session.
    (url, kind) => `/stream/${tokens.newSession()({ url, kind, headers: {}, scope: 'own' })}`,
  ],
  ['the proxy', (url) => `/proxy?destination=${encodeURIComponent(url)}`],
];

/** Leaves this many turns of the event loop after the request. */
async function view(number: number, way: Way): Promise<void> {
  const [path, kind] = KINDS[number % KINDS.length] ?? ['/never', 'media'];
  const request = get(`${server.url}${way(`${out.url}${path}`, kind)}`, {
    agent: false,
    headers: OWN_PAGE,
  });
  request
    .on('error', () => undefined)
    .on('response', (response) => {
      response.on('error', () => undefined).resume();
    });
  await once(request, 'socket');
  for (let passed = 0; passed < (number * 37) % 60; passed += 1) await turn();
  request.destroy();
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test.each(WAYS)('aborted requests to %s leave nothing behind, on either side', async (_, way) => {
  const [before, earlier] = [timers(), seen.all];
  for (let from = 0; from < VIEWERS; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => view(from + at, way)));
  }
  expect(seen.all).toBeGreaterThan(earlier + VIEWERS / 4);
  await vi.waitFor(() => expect(seen.open).toBe(0));
  const connections = () =>
    new Promise((resolve) => {
      server.app.server.getConnections((_error, count) => resolve(count));
    });
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  await vi.waitFor(() => expect(timers()).toBeLessThan(before + A_FEW));
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  expect(requested.length).toBeGreaterThan(VIEWERS / 4);
  await vi.waitFor(async () => {
    await turn();
    collect();
    const stored = requested.filter((request) => request.deref() !== undefined);
    expect(stored.length).toBeLessThan(A_FEW);
  });
  // Their slots are free again: as many as one address may have at once are accepted.
  const next = Array.from({ length: AT_ONCE }, () =>
    fetch(`${server.url}${way(`${out.url}/film.mp4`, 'media')}`, { headers: OWN_PAGE }),
  );
  for (const response of await Promise.all(next)) {
    expect(response.status).toBe(200);
    await response.body?.cancel();
  }
  await vi.waitFor(() => expect(seen.open).toBe(0));
});
