import { get, request as call } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { register } from '../support/identity.ts';
import { OWN_PAGE } from '../support/proxy.ts';
import { startUpstream, type OutThere } from '../support/upstream.ts';

const Line = z.object({
  reqId: z.string(),
  msg: z.string(),
  status: z.number().optional(),
  ms: z.number(),
  req: z.object({ method: z.string(), url: z.string(), ip: z.string() }),
});

const FILM = 'type=movie&title=Nothing&releaseYear=1920&tmdbId=1';

/** An archive that takes every request and answers none. */
let silent: OutThere;
const asked: (string | undefined)[] = [];
let server: TestApp;
beforeAll(async () => {
  silent = await startUpstream(({ url }) => void asked.push(url));
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

/** The one line about a path, which comes when its answer is over. */
async function lineOf(path: string) {
  await vi.waitFor(() => expect(linesOf(path)).toHaveLength(1));
  return linesOf(path)[0];
}

test('an answered request has one line, found by the id that its visitor was given', async () => {
  const answer = await fetch(`${server.url}/meta?found=1`);
  expect(await lineOf('/meta?found')).toMatchObject({
    reqId: answer.headers.get('x-request-id'),
    msg: 'answered',
    status: 200,
    req: { method: 'GET' },
  });
});

test('a path that cannot be decoded has one, too', async () => {
  await fetch(`${server.url}/%zz`);
  expect(await lineOf('/%')).toMatchObject({ msg: 'answered', status: 404 });
});

test('probes leave no trace', async () => {
  await fetch(`${server.url}/healthz`);
  await fetch(`${server.url}/meta?after-the-probe`);
  await lineOf('/meta?after');
  expect(linesOf('/healthz')).toEqual([]);
});

test('what every open page asks every few seconds leaves a trace only when it goes wrong', async () => {
  const { headers } = await register(server);
  expect((await fetch(`${server.url}/users/@me?polled`, { headers })).status).toBe(200);
  expect((await fetch(`${server.url}/users/@me?of-nobody`)).status).toBe(401);
  expect(await lineOf('/users/@me?of-nobody')).toMatchObject({ msg: 'answered', status: 401 });
  expect(linesOf('/users/@me?polled')).toEqual([]);
});

test('a search that its viewer has left has one', async () => {
  const viewer = get(`${server.url}/scrape?${FILM}`);
  const [answer] = await once(viewer, 'response');
  await once(answer, 'readable');
  expect(linesOf('/scrape')).toEqual([]);
  viewer.on('error', () => undefined).destroy();
  expect(await lineOf('/scrape')).toMatchObject({ msg: 'broken off', status: 200 });
});

test('a proxied request whose visitor left before it was answered has one, without a status', async () => {
  const destination = encodeURIComponent(`${silent.url}/never`);
  const visitor = call(`${server.url}/proxy?destination=${destination}`, {
    method: 'POST',
    headers: OWN_PAGE,
  });
  visitor.on('error', () => undefined).end('a form');
  await vi.waitFor(() => expect(asked).toContain('/never'));
  visitor.destroy();
  const line = await lineOf('/proxy');
  expect(line).toMatchObject({ msg: 'broken off', req: { method: 'POST' } });
  expect(line).not.toHaveProperty('status');
});
