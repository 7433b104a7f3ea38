// Checks of the server's parts, as administrators run them.
import {
  CHECKS,
  createBugReport,
  CheckEvent,
  getConfiguration,
  runServerChecks,
  type ServerCheckResult,
} from '@matinee/shared/contract/diagnostics';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { json, startFake, type Fake } from '../support/fakes/http.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { newKeys, register } from '../support/identity.ts';

/** A busy machine may answer slowly, which is a warning. */
const DATABASE_WORKS = expect.stringMatching(/^database(?:Ok|Slow)$/);
const PASSWORD = 'a-password-of-the-share';
let tmdb: Fake;
let echo: Fake;
let disk = '';
let server: TestApp;
let admin: TestAccount;

const environment = (): Record<string, string> => ({
  TMDB_READ_API_KEY: TMDB_KEY,
  TMDB_URL: `${tmdb.url}/3`,
  TMDB_FALLBACK_URL: `${tmdb.url}/3`,
  PROXY_ECHO_URL: `${echo.url}/get`,
  DISABLED_SOURCES: 'internet-archive',
  SUBTITLES: 'off',
  WEBDAV_PASSWORD: PASSWORD,
  MEDIA_FOLDERS: disk,
});

const eventsIn = (text: string): readonly CheckEvent[] =>
  [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, type, data = '']) =>
    CheckEvent.parse({ type, ...JSON.parse(data) }),
  );

async function run(
  { url }: TestApp,
  query: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly ServerCheckResult[]> {
  const { text } = await request(url)
    .get(runServerChecks.path)
    .query(query)
    .set({ ...admin.headers, ...headers })
    .expect(200);
  return eventsIn(runServerChecks.reply.parse(text)).flatMap((event) =>
    event.type === 'result' ? [event] : [],
  );
}

const one = async (
  check: string,
  headers?: Readonly<Record<string, string>>,
): Promise<ServerCheckResult | undefined> => (await run(server, { check }, headers))[0];

async function isScanned(): Promise<void> {
  const result = await one('library');
  if (result?.code !== 'libraryOk') throw new Error(`The library's check says ${result?.code}.`);
}

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-checks-'));
  tmdb = await startTmdb();
  echo = await startFake(({ headers, url }) =>
    json({ url: `http://${String(headers.host)}${url.pathname}` }),
  );
  server = await startTestApp(environment());
  admin = await createTestAccount(server);
  await makeAdmin(server, admin);
  await vi.waitFor(isScanned, { timeout: 20_000, interval: 500 });
});
afterAll(async () => {
  await server.close();
  await Promise.all([tmdb.close(), echo.close()]);
  await rm(disk, { recursive: true });
});

test('all checks run, each with its result, and no result tells a secret', async () => {
  const { text } = await request(server.url).get(runServerChecks.path).set(admin.headers);
  const events = eventsIn(text);
  expect(events[0]?.type).toBe('plan');
  expect(events.at(-1)?.type).toBe('end');
  const results = events.flatMap((event) => (event.type === 'result' ? [event] : []));
  expect(new Set(results.map(({ check }) => check))).toEqual(new Set(CHECKS));
  const whole = results.filter(({ subject }) => subject === undefined);
  const codes = new Map(whole.map(({ check, code }) => [check, code]));
  expect(Object.fromEntries(codes)).toMatchObject({
    database: DATABASE_WORKS,
    migrations: 'migrationsOk',
    backup: 'backupOff',
    queues: 'queuesOk',
    clock: 'clockOk',
    certificate: 'certificateOff',
    trustedProxies: 'proxiesDirect',
    casting: 'castingLocal',
    catalog: 'catalogOk',
    relay: 'relayOk',
    proxy: 'proxyOk',
    streamRelay: 'streamRelayOk',
    library: 'libraryOk',
    subtitles: 'subtitlesOff',
  });
  for (const secret of [TMDB_KEY, PASSWORD, admin.token, server.deps.database.url])
    expect(text).not.toContain(secret);
});

test('a named administrator may run them, and nobody else', async () => {
  const keys = newKeys();
  const other = await startTestApp({
    ADMIN_PUBLIC_KEYS: keys.publicKey,
  });
  try {
    const owner = await register(other);
    const stranger = await register(other);
    const named = await register(other, keys);
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await request(other.url).get(`${runServerChecks.path}?check=memory`).set(headers)).status;
    expect(await statusOf(owner.headers)).toBe(200);
    expect(await statusOf(named.headers)).toBe(200);
    expect(await statusOf(stranger.headers)).toBe(403);
    expect(await statusOf({})).toBe(401);
  } finally {
    await other.close();
  }
});

test('the configuration is listed without secrets', async () => {
  const { body, text } = await request(server.url).get(getConfiguration.path).set(admin.headers);
  const { options } = getConfiguration.reply.parse(body);
  const option = (name: string) => options.find((one) => one.name === name);
  expect(option('WEBDAV_PASSWORD')).toMatchObject({ isSecret: true, isSet: true, value: null });
  expect(option('SUBTITLES')).toMatchObject({ value: 'off', default: 'on', from: 'environment' });
  for (const secret of [TMDB_KEY, PASSWORD]) expect(text).not.toContain(secret);
});

test('each queue has a row with its length, its oldest wait and its rejections', async () => {
  const results = await run(server, { check: 'queues' });
  const names = results.flatMap(({ subject }) => subject ?? []);
  expect(names).toEqual(
    expect.arrayContaining(['account writes', 'counters', 'encodings', 'playbacks', 'streams']),
  );
  const [only] = await run(server, { check: 'queues', subject: 'account writes' });
  expect(only).toMatchObject({
    code: 'queueOk',
    name: 'account writes',
    facts: { waiting: 0, running: 0, rejected: 0, oldestMs: 0 },
  });
});

describe('a check alone', () => {
  test('runs without the others', async () => {
    const results = await run(server, { check: 'database' });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ check: 'database', code: DATABASE_WORKS });
    expect(results[0]?.facts).toEqual({
      latencyMs: expect.any(Number),
      sizeBytes: expect.any(Number),
      version: expect.stringMatching(/^\d+/),
    });
  });

  test('reports a key that TMDB rejects', async () => {
    tmdb.behave('forbidden');
    expect(await one('catalog')).toMatchObject({ status: 'error', code: 'catalogKeyRejected' });
    tmdb.behave('normal');
  });

  test('reports a catalog that is down', async () => {
    tmdb.behave('error');
    expect(await one('catalog')).toMatchObject({ status: 'error', code: 'catalogDown' });
    tmdb.behave('normal');
  });

  test('tells a dead echo service from a dead proxy', async () => {
    echo.behave('down');
    expect(await one('proxy')).toMatchObject({ status: 'warning', code: 'echoDown' });
    expect(await one('streamRelay')).toMatchObject({ status: 'warning', code: 'echoDown' });
    // An error response also comes from the echo service.
    echo.behave('forbidden');
    expect(await one('proxy')).toMatchObject({ code: 'echoDown' });
    expect(await one('streamRelay')).toMatchObject({ code: 'echoDown' });
    echo.behave('normal');
  });

  test('reports a reverse proxy that is not trusted', async () => {
    expect(await one('trustedProxies', { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({
      status: 'error',
      code: 'proxiesUntrusted',
    });
  });

  test('reports a folder that is gone', async () => {
    await rename(disk, `${disk}.away`);
    expect(await one('library')).toMatchObject({ status: 'error', code: 'libraryUnreadable' });
    await rename(`${disk}.away`, disk);
  });
});

test('closing the connection cancels the rest', async () => {
  echo.behave({ slowMs: 600_000 });
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${runServerChecks.path}?check=proxy`, {
    headers: admin.headers,
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  await expect.poll(() => echo.open()).toBe(1);
  leaving.abort();
  await expect.poll(() => echo.open()).toBe(0);
  echo.behave('normal');
});

test('a bug report has the results, and nothing about people or places', async () => {
  server.deps.log.warn(`scan of ${disk}/Secret Film.mkv on nas.example.org failed`);
  const { body, text } = await request(server.url)
    .post(createBugReport.path)
    .set(admin.headers)
    .expect(200);
  const report = createBugReport.reply.parse(body);
  expect(report.version).toBe(server.deps.version);
  expect(new Set(report.checks.map(({ check }) => check))).toEqual(new Set(CHECKS));
  const option = (name: string) => report.options.find((one) => one.name === name);
  expect(option('SUBTITLES')).toMatchObject({ value: 'off', from: 'environment' });
  expect(option('MEDIA_FOLDERS')).toMatchObject({ value: null });
  expect(option('WEBDAV_PASSWORD')).toMatchObject({ value: null });
  const scan = report.errors.find(({ shape }) => shape?.startsWith('scan of (path)'));
  expect(scan).toMatchObject({ origin: 'server', level: 'warning', count: 1 });
  const { hostname, host } = new URL(server.url);
  const words = [
    'nas.example',
    TMDB_KEY,
    PASSWORD,
    admin.token,
    admin.userId,
    'Quiet Otter',
    disk,
    basename(disk),
  ];
  for (const word of [...words, hostname, host, tmdb.host, server.deps.database.url])
    expect(text).not.toContain(word);
});
