import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '#data/session.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { runChecks, DisabledError, type CheckResult } from './run-checks.ts';
import {
  accountServerChecks,
  movieDatabaseChecks,
  proxyChecks,
  relayChecks,
} from './server-checks.ts';

const { t } = startLanguages();
await loadPageTexts('side', 'admin');
const SERVER = 'https://films.example.org';

beforeEach(() => sessionStore.setState({ backendUrl: SERVER }));
afterEach(() => {
  sessionStore.setState({ backendUrl: null });
  vi.unstubAllGlobals();
});

/** Runs the check of the database against a server with this readiness, and returns the result as text. */
async function checkDatabase(status: number, body: object): Promise<string> {
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe(`${SERVER}/readyz`);
    return Response.json(body, { status });
  });
  const checks = await accountServerChecks();
  const check = checks.filter(({ id }) => id === 'database');
  let words = '';
  const onUpdate = ([row]: readonly CheckResult[]): void => {
    if (row && row.outcome.is !== 'running') words = row.outcome.detail?.(t, 'en') ?? '';
  };
  await runChecks(check, { signal: new AbortController().signal, now: () => 0, onUpdate });
  return words;
}

const state = (database: boolean, migrations: boolean) => ({
  ready: false,
  database,
  migrations,
  reason: 'in English',
});

test('a server without its database says so to everyone, with advice and the manual', async () => {
  expect(await checkDatabase(503, state(false, false))).toMatch(
    /^The database can't be used \(503\)\.\nCheck that PostgreSQL is running .*\nhttps:\/\/films\.example\.org\/manual\/configure#database_url$/s,
  );
  expect(await checkDatabase(503, state(true, false))).toMatch(/^Migrations: Restart Matinee/);
  expect(await checkDatabase(503, state(true, true))).toMatch(
    /^The database can't be used \(503\)\.\nFree up space/,
  );
});

test('a full disk is named, even if it keeps PostgreSQL from starting', async () => {
  expect(await checkDatabase(503, { ...state(false, false), diskFull: true })).toMatch(
    /^The database can't be used \(503\)\.\nFree up space/,
  );
});

test.each([
  [{ maxChanges: 100 }, 'No untrusted proxy has been seen in front of the server.'],
  [{}, 'Unknown'],
])('only a server that reports untrusted proxies has none: %j', async (meta, text) => {
  vi.stubGlobal('fetch', async () => Response.json({ name: 'Films', version: '1', ...meta }));
  const checks = await accountServerChecks();
  const check = checks.find(({ id }) => id === 'addresses');
  expect((await check?.run(new AbortController().signal))?.(t, 'en')).toBe(text);
});

test('a database that responds is reported, and a server that tells nothing about its own is no error', async () => {
  expect(await checkDatabase(200, { ready: true, database: true, migrations: true })).toBe('OK');
  expect(await checkDatabase(404, { message: 'Not found' })).toBe('Unknown');
});

test('what is not set up is no failure', async () => {
  sessionStore.setState({ proxySet: null });
  await expect(proxyChecks()).rejects.toBeInstanceOf(DisabledError);
  await expect(relayChecks()).rejects.toBeInstanceOf(DisabledError);
  vi.stubGlobal('fetch', async () =>
    Response.json({ configured: false, readOnly: true, answers: true, ms: 1 }),
  );
  await expect(movieDatabaseChecks()).rejects.toBeInstanceOf(DisabledError);
});
