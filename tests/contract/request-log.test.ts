import { fastify, LogController } from 'fastify';
import { Agent, get, request as call } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../apps/api/src/http/log.ts';
import { requestLog } from '../../apps/api/src/http/plugins/request-log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { register } from '../support/identity.ts';
import { OWN_PAGE } from '../support/proxy.ts';
import { exchange } from '../support/raw-http.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { makeWebDist } from '../support/web-dist.ts';

const Line = z.object({
  reqId: z.string(),
  msg: z.string(),
  status: z.number().optional(),
  ms: z.number(),
  req: z.object({ method: z.string(), url: z.string(), ip: z.string() }),
});

const MOVIE = 'type=movie&title=Nothing&releaseYear=1920&tmdbId=1';

/** An archive that accepts every request and answers none. */
let silent: Upstream;
const requested: (string | undefined)[] = [];
let server: TestApp;
beforeAll(async () => {
  silent = await startUpstream(({ url }) => void requested.push(url));
  server = await startTestApp({
    INTERNET_ARCHIVE_URL: silent.url,
    OPERATOR_ALLOWED_HOSTS: silent.host,
    LOG_LEVEL: 'info',
  });
});
afterAll(async () => {
  await server.close();
  await silent.close();
});

function linesOf(path: string) {
  return server.log
    .map((line) => Line.safeParse(JSON.parse(line)).data)
    .filter((line) => line?.req.url.startsWith(path));
}

/** The one line about a path, which is written when its response is over. */
async function lineOf(path: string) {
  await vi.waitFor(() => expect(linesOf(path)).toHaveLength(1));
  return linesOf(path)[0];
}

test('a request has one log line, with the id that its client got', async () => {
  const response = await fetch(`${server.url}/meta?page=1`);
  expect(await lineOf('/meta?page=1')).toMatchObject({
    reqId: response.headers.get('x-request-id'),
    msg: 'request completed',
    status: 200,
    req: { method: 'GET' },
  });
});

test('health checks are not logged', async () => {
  await fetch(`${server.url}/healthz`);
  await fetch(`${server.url}/meta?page=2`);
  await lineOf('/meta?page=2');
  expect(linesOf('/healthz')).toEqual([]);
});

test('periodic requests of every open page are not logged', async () => {
  const { headers } = await register(server);
  expect((await fetch(`${server.url}/users/@me?page=3`, { headers })).status).toBe(200);
  await fetch(`${server.url}/meta?page=3`);
  await lineOf('/meta?page=3');
  expect(linesOf('/users/@me')).toEqual([]);
});

test('refused requests are counted and not logged', async () => {
  const denied: readonly (readonly [string, RequestInit, number])[] = [
    ['/users/@me', {}, 401],
    ['/%zz', {}, 404],
    ['/nothing/here', {}, 404],
    ['/assets/nothing.js', {}, 404],
    ['/proxy?destination=https://a.test', { headers: { origin: 'https://evil.test' } }, 403],
    ['/metrics/captcha', { method: 'POST' }, 400],
  ];
  for (const [path, init, status] of denied) {
    expect((await fetch(server.url + path, init)).status).toBe(status);
  }
  expect(await exchange(server.url, 'not http\r\n\r\n')).toContain('400 Bad Request');
  await fetch(`${server.url}/meta?page=4`);
  await lineOf('/meta?page=4');
  for (const [path] of denied) expect(linesOf(path.split('?')[0] ?? '')).toEqual([]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const counted = [
    ...metrics.matchAll(/^http_requests_refused_total\{status_code="(\d+)"\} (\d+)$/gm),
  ];
  expect(Object.fromEntries(counted.map(([, status, count]) => [status, Number(count)]))).toEqual({
    400: 2,
    401: 1,
    403: 1,
    404: 3,
  });
});

test('a search that its viewer has aborted has one line', async () => {
  const viewer = get(`${server.url}/scrape?${MOVIE}`);
  const [response] = await once(viewer, 'response');
  await once(response, 'readable');
  expect(linesOf('/scrape')).toEqual([]);
  viewer.on('error', () => undefined).destroy();
  expect(await lineOf('/scrape')).toMatchObject({ msg: 'request aborted', status: 200 });
});

test('a proxied request that its client aborted before the response has a line without a status', async () => {
  const destination = encodeURIComponent(`${silent.url}/never`);
  const client = call(`${server.url}/proxy?destination=${destination}`, {
    method: 'POST',
    headers: OWN_PAGE,
  });
  client.on('error', () => undefined).end('a form');
  await vi.waitFor(() => expect(requested).toContain('/never'));
  client.destroy();
  const line = await lineOf('/proxy');
  expect(line).toMatchObject({ msg: 'request aborted', req: { method: 'POST' } });
  expect(line).not.toHaveProperty('status');
});

describe('a flood by one address', () => {
  const REQUESTS = 2_000;

  /** Over some connections, as fast as responses arrive. */
  async function flood(url: string, path: (at: number) => string, headers = {}): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const one = (at: number) =>
      new Promise<void>((resolve, reject) => {
        get(`${url}${path(at)}`, { agent, headers }, (response) =>
          response.resume().on('end', resolve),
        ).on('error', reject);
      });
    await Promise.all(Array.from({ length: REQUESTS }, (_, at) => one(at)));
    agent.destroy();
  }

  test.each([
    ['paths that do not exist', (at: number) => `/x/${at}/${'a'.repeat(1_000)}`],
    ['files that do not exist', (at: number) => `/assets/${at}/${'a'.repeat(1_000)}`],
    ['invented pages', (at: number) => `/page/${at}/${'a'.repeat(1_000)}`, { accept: 'text/html' }],
    ['successful requests', (at: number) => `/meta?q=${at}${'a'.repeat(1_000)}`],
    ['files that exist', () => '/assets/app-1a2b.js'],
    ['everything over the limit', (at: number) => `/meta?type=${at}`, {}, { RATE_LIMITS: 'on' }],
  ] as const)(
    'of %s writes less than 150 kB',
    async (_what, path, headers = {}, environment: Record<string, string> = {}) => {
      const dist = makeWebDist();
      const flooded = await startTestApp(
        { LOG_LEVEL: 'info', FLOOD_LIMIT: '1000', ...environment },
        { webDist: dist.root },
      );
      await flood(flooded.url, path, headers);
      const bytes = Buffer.byteLength(flooded.log.join(''));
      await flooded.close();
      dist.remove();
      expect(bytes).toBeLessThan(150_000);
    },
  );
});

test('lines above an address’s limit are counted in the next minute', async () => {
  let time = 0;
  const infos: unknown[] = [];
  const stream = { write: (line: string) => void infos.push(JSON.parse(line)) };
  const app = fastify({
    loggerInstance: createLog('info', { stream }),
    logController: new LogController({ disableRequestLogging: true }),
  });
  await app.register(requestLog, { now: () => time });
  app.get('/', () => 'here');
  for (let at = 0; at < 310; at += 1) await app.inject('/');
  expect(infos).toHaveLength(300);
  await app.inject({ url: '/', remoteAddress: '192.0.2.1' });
  expect(infos).toHaveLength(301);
  time = 60_000;
  await app.inject('/');
  expect(infos.slice(301)).toMatchObject([{ requests: 10 }, { status: 200 }]);
  await app.close();
});
