// Malformed paths and queries to every group of routes. Each error has the shape that its clients read.
import { ErrorBody } from '@matinee/shared/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { exchange } from '../support/raw-http.ts';
import { makeWebDist } from '../support/web-dist.ts';

const api = ErrorBody;
const tmdb = z.strictObject({
  success: z.literal(false),
  status_code: z.number(),
  status_message: z.string().min(1),
});
const relay = z.looseObject({ _errors: z.array(z.string()) });
const proxy = z.strictObject({
  url: z.string(),
  statusCode: z.number(),
  statusMessage: z.string(),
  message: z.string().min(1),
});

const LONG = 'a'.repeat(10_240);
const MOVIE = 'type=movie&title=Night&releaseYear=1968&tmdbId=1';

const dist = makeWebDist();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({}, { webDist: dist.root });
});
afterAll(async () => {
  await server.close();
  dist.remove();
});

/** Byte by byte, because ordinary clients repair such paths before they send them. */
async function request(path: string): Promise<{ status: number; body: unknown }> {
  const host = new URL(server.url).host;
  const reply = await exchange(
    server.url,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
  );
  const status = Number(reply.split(' ')[1]);
  const body = reply.slice(reply.indexOf('\r\n\r\n') + 4);
  return { status, body: status >= 400 ? JSON.parse(body) : body };
}

type Row = readonly [path: string, status: number, shape: z.ZodType];

const nul: readonly Row[] = [
  ['/meta%00', 400, api],
  ['/meta?a=%00', 400, api],
  ['/readyz?%00', 400, api],
  ['/catalogue/status?%00', 400, api],
  ['/catalogue/3/movie/1%00', 400, tmdb],
  ['/catalogue/3/search/multi?query=a%00', 400, tmdb],
  [`/scrape?${MOVIE}&title=a%00`, 400, relay],
  [`/scrape/source?${MOVIE}&id=a%00`, 400, relay],
  ['/scrape/embed?id=a%00&url=b', 400, relay],
  ['/metadata?a=%00', 400, api],
  ['/proxy?destination=http://a.test/%00', 400, proxy],
  ['/proxy/?%00', 400, proxy],
  ['/config.js?%00', 400, api],
  ['/assets/app-1a2b.js%00', 400, api],
  ['/browse/a%00', 400, api],
];

const up: readonly Row[] = ['../', '..%2f', '..%5c', '%2e%2e/'].flatMap((way): Row[] => [
  [`/${way}package.json`, 404, api],
  [`/assets/${way}${way}package.json`, 404, api],
  [`/catalogue/3/${way}${way}meta`, 404, tmdb],
  [`/catalogue/3/movie/${way}1`, 404, tmdb],
  [`/scrape/${way}meta`, 404, api],
  [`/metadata/${way}meta`, 404, api],
  [`/proxy/${way}meta`, 404, api],
]);

const broken: readonly Row[] = ['%zz', '%', '%ff'].flatMap((escape): Row[] => [
  [`/${escape}`, 404, api],
  [`/assets/${escape}.js`, 404, api],
  [`/catalogue/3/movie/${escape}`, 404, tmdb],
  [`/scrape/${escape}`, 404, api],
  [`/proxy/${escape}`, 404, api],
]);

const long: readonly Row[] = [
  [`/${LONG}`, 404, api],
  [`/meta?a=${LONG}`, 200, api],
  [`/healthz?a=${LONG}`, 200, api],
  [`/readyz?a=${LONG}`, 200, api],
  [`/nothing?a=${LONG}`, 404, api],
  ['/catalogue/3', 404, tmdb],
  [`/catalogue/3/${LONG}`, 404, tmdb],
  [`/catalogue/3/movie/10331?a=${LONG}`, 404, tmdb],
  [`/catalogue/3/search/multi?query=${LONG}`, 400, tmdb],
  [`/catalogue/3/movie/popular?page=${LONG}`, 400, tmdb],
  [`/scrape?a=${LONG}`, 400, relay],
  [`/scrape/source?id=${LONG}`, 400, relay],
  [`/scrape/embed?id=${LONG}`, 400, relay],
  [`/metadata?a=${LONG}`, 200, api],
  [`/proxy?a=${LONG}`, 200, proxy],
  [`/proxy?destination=${LONG}`, 403, proxy],
  [`/config.js?a=${LONG}`, 200, api],
  [`/assets/gone.js?a=${LONG}`, 404, api],
];

describe.each([
  ['a NUL', nul],
  ['a parent path', up],
  ['a broken escape', broken],
  ['ten kilobytes', long],
])('%s', (_what, rows) => {
  test.each(
    rows.map(([path, status, shape]) => ({ path, status, shape, shown: path.slice(0, 60) })),
  )('$shown is answered with $status in its own error format', async ({ path, status, shape }) => {
    const reply = await request(path);
    expect(reply.status).toBe(status);
    if (status >= 400) expect(shape.safeParse(reply.body).error).toBeUndefined();
  });
});

test('a broken escape in a page’s address is left to the page', async () => {
  const response = await fetch(`${server.url}/media/%zz`, { headers: { accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('<!doctype html>'),
  ]);
});
