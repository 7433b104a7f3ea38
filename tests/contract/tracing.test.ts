// Traces, as a collector receives them: OTLP over HTTP in JSON.
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const SECRET = 'Living Dead';

const Attributes = z.array(
  z.object({
    key: z.string(),
    value: z.union([
      z.object({ stringValue: z.string() }),
      z.object({ intValue: z.coerce.number() }),
    ]),
  }),
);
const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number().int(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: Attributes,
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

let collector: Fake;
let jellyfin: Fake;
let tmdb: Fake;
let server: TestApp;

beforeAll(async () => {
  [collector, jellyfin, tmdb] = await Promise.all([
    startFake(() => ({ body: {} })),
    startFake(() => ({ body: { Items: [], TotalRecordCount: 0 } })),
    startFake(() => ({ body: { results: [] } })),
  ]);
  server = await startTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'attic',
    TRUSTED_PROXIES: '127.0.0.1',
    JELLYFIN_URL: jellyfin.url,
    JELLYFIN_API_KEY: 'k'.repeat(32),
    TMDB_READ_API_KEY: 'key',
    TMDB_URL: tmdb.url,
    INTERNET_ARCHIVE_URL: tmdb.url,
  });
});

afterAll(async () => {
  await Promise.all([collector.close(), jellyfin.close(), tmdb.close()]);
});

const exported = () =>
  collector.requests.flatMap(({ body }) => Export.parse(JSON.parse(body)).resourceSpans);
const spans = () => exported().flatMap(({ scopeSpans }) => scopeSpans.flatMap((it) => it.spans));

test('a request, its statements, sources and fetches are one trace', async () => {
  const account = await createTestAccount(server);
  const parent = { traceparent: `00-${TRACE}-${PARENT}-01` };
  await request(server.url)
    .get(`/users/${account.userId}/bookmarks`)
    .set({ ...account.headers, ...parent })
    .expect(200);
  await request(server.url)
    .get('/scrape')
    .query({ type: 'movie', title: SECRET, releaseYear: 1968, tmdbId: 10_331 })
    .set(parent)
    .buffer();
  await request(server.url).get('/catalogue/3/search/multi').query({ query: SECRET }).set(parent);
  await server.close();
  await vi.waitUntil(() => spans().some(({ name }) => name === 'GET /scrape'));

  const mine = spans().filter(({ traceId }) => traceId === TRACE);
  const root = mine.find(({ name }) => name === 'GET /users/:userId/bookmarks');
  expect(root).toMatchObject({ parentSpanId: PARENT, kind: 2 });
  expect(root?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  });
  const statements = mine.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(statements.map(({ name, kind }) => ({ name, kind }))).toContainEqual({
    name: 'PostgreSQL',
    kind: 3,
  });
  const search = mine.find(({ name }) => name === 'GET /scrape');
  const source = mine.find(({ name }) => name === 'source internet-archive');
  expect(source?.parentSpanId).toBe(search?.spanId);
  const embed = mine.find(({ name }) => name.startsWith('embed internet-archive'));
  expect(embed?.parentSpanId).toBe(search?.spanId);
  const fetched = mine.find(({ parentSpanId }) => parentSpanId === embed?.spanId);
  expect(fetched).toMatchObject({ name: 'GET', kind: 3 });

  const [first] = exported();
  expect(first?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'attic' },
  });
  expect(collector.requests[0]).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
  });
  expect(collector.requests[0]?.url.pathname).toBe('/v1/traces');
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('Living');
  // Services that are not the operator's own learn nothing.
  expect(tmdb.requests.length).toBeGreaterThan(0);
  for (const { headers } of tmdb.requests) expect(headers['traceparent']).toBeUndefined();
});
