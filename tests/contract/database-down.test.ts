// Responses while the database is down, and after it is back.
import { getMe } from '@matinee/shared/contract/users';
import { ErrorBody } from '@matinee/shared/contract/errors';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { pathOf, readContract } from '../support/contract.ts';
import { OWN_PAGE } from '../support/proxy.ts';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.ts';

let postgres: PrivatePostgres;
let server: TestApp;
let account: TestAccount;

beforeAll(async () => {
  postgres = await startPrivatePostgres({ durable: true });
  server = await startTestApp({
    DATABASE_URL: postgres.url,
    RATE_LIMITS: 'off',
    OWN_SOURCES: 'accounts',
  });
  account = await createTestAccount(server);
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
});

test('while it is up, an account is served', async () => {
  const { body } = await requestMe();
  expect(getMe.reply.parse(body).user.id).toBe(account.userId);
});

const requestMe = () => request(server.url).get('/users/@me').set(account.headers);

async function expectUnavailable(requested: request.Test): Promise<void> {
  const { body, headers, status } = await requested;
  expect(status).toBe(503);
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(ErrorBody.parse(body)).toMatchObject({
    errorType: 'message',
    message: 'The database is unavailable. Try again in a moment.',
  });
}

const expectBack = () =>
  vi.waitFor(async () => expect((await requestMe()).status).toBe(200), { timeout: 20_000 });

/** Requests that need no account. */
const INDEPENDENT = [
  '/',
  '/meta',
  '/healthz',
  '/metadata',
  '/config.js',
  '/catalogue/3/movie/popular',
  '/openapi.json',
];
const METHODS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const;
const MOVIE = 'type=movie&title=Nothing&releaseYear=1920&tmdbId=1';

async function requestIndependent(): Promise<readonly (readonly [string, number])[]> {
  const requested = [...INDEPENDENT, '/proxy?destination=http%3A%2F%2F127.0.0.1%2F'].map(
    async (path) => [path, (await request(server.url).get(path).set(OWN_PAGE)).status] as const,
  );
  return Promise.all(requested);
}

/** The events of a search whose client leaves at once. */
async function searchBriefly(): Promise<string> {
  const leaving = new AbortController();
  const { body } = await fetch(`${server.url}/scrape?${MOVIE}`, { signal: leaving.signal });
  let messages = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    messages += text;
    if (messages.includes('event: ')) break;
  }
  leaving.abort();
  return messages;
}

describe('a database that refuses', () => {
  let before: Awaited<ReturnType<typeof requestIndependent>>;
  beforeAll(async () => {
    before = await requestIndependent();
    await postgres.kill();
  });

  test('lets clients retry later, at once and without an authentication error', async () => {
    await expectUnavailable(requestMe());
    // If each of them waited for a connection, they would exceed the test's time limit.
    for (let count = 0; count < 300; count += 1) await expectUnavailable(requestMe());
    await Promise.all(Array.from({ length: 100 }, () => expectUnavailable(requestMe())));
  });

  test('does so on every route that checks the caller', async () => {
    const { userId, sessionId, headers } = account;
    for (const { endpoint } of await readContract()) {
      const { method, access } = endpoint;
      const path = pathOf(endpoint, { userId, sessionId });
      if (
        access === 'public' ||
        access === 'optional' ||
        !server.app.hasRoute({ method, url: endpoint.path })
      )
        continue;
      const requested = request(server.url)[METHODS[method]](path).set(headers);
      await expectUnavailable(method === 'GET' ? requested : requested.send({}));
    }
  });

  test('is distinguished from a missing and from a forged token', async () => {
    await request(server.url).get('/users/@me').expect(401);
    await request(server.url).get('/users/@me').set('Authorization', 'Bearer x').expect(400);
  });

  test('does not affect routes without a database', async () => {
    expect(await requestIndependent()).toEqual(before);
    expect(await searchBriefly()).toContain('event: init');
  });

  test('leaves the catalog to those who are logged in', async () => {
    const popular = request(server.url).get('/catalogue/3/movie/popular').set(account.headers);
    const { body, status } = await popular;
    expect({ status, body }).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  });

  test('makes the server unready', async () => {
    const { body, status } = await request(server.url).get('/readyz');
    expect(status).toBe(503);
    expect(body).toMatchObject({ ready: false, database: false, migrations: false });
    expect(body).toMatchObject({ reason: expect.stringContaining('unavailable') });
  });

  test('is one line in the log, however many requests there are', () => {
    expect(server.log.filter((line) => line.includes('the database is down'))).toHaveLength(1);
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  test('is used again as soon as it is back, without a restart', async () => {
    await postgres.start();
    await expectBack();
    await vi.waitFor(() => request(server.url).get('/readyz').expect(200));
    const { database } = server.deps;
    expect(await database.prisma.user.count()).toBe(1);
  });
});

describe('a database that hangs', () => {
  test('rejects waiting requests, refuses the next at once, and is used again when it continues', async () => {
    const { database } = server.deps;
    const inTransaction = database.transaction(({ query }) => query('SELECT pg_sleep(30)', []));
    const inPrisma = database.prisma.$transaction((tx) => tx.$queryRaw`SELECT pg_sleep(30)::text`);
    const waiting = Promise.allSettled([inTransaction, inPrisma]);
    await vi.waitFor(async () => {
      const rows = await database.query(
        `SELECT FROM pg_stat_activity WHERE query ~ 'sleep.30'`,
        [],
      );
      expect(rows).toHaveLength(3); // Counts its own query.
    });
    postgres.freeze();
    await Promise.all(Array.from({ length: 40 }, () => expectUnavailable(requestMe())));
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
    }
    for (let count = 0; count < 300; count += 1) await expectUnavailable(requestMe());
    await expect(database.prisma.user.count()).rejects.toMatchObject({ statusCode: 503 });
    postgres.thaw();
    await expectBack();
    // No connection is left from before.
    const requested = await Promise.all(Array.from({ length: 40 }, () => requestMe()));
    expect(new Set(requested.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test('a cut connection fails only its own request', async () => {
  const { query } = server.deps.database;
  const cut = query('SELECT pg_terminate_backend(pg_backend_pid())', []);
  await expect(cut).rejects.toMatchObject({ statusCode: 503 });
  const requested = await Promise.all(Array.from({ length: 20 }, () => requestMe()));
  expect(new Set(requested.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a deadlock is reported as a busy database', async () => {
  const { prisma } = server.deps.database;
  const lost = prisma.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$`;
  await expect(lost).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 2 });
});
