// A real database is down for twenty seconds while clients continue.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.ts';
import { until } from '../support/matinee-process.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';
import { createAccount, missing, readAll, startWrites } from '../support/write-load.ts';

const AWAY_MS = 20_000;
const CRYPTO_SECRET = randomBytes(32).toString('base64url');

/** Requests without accounts still work, and `/readyz` reports the failure. */
async function expectTheRest(url: string): Promise<void> {
  const statuses = await Promise.all(
    ['/', '/meta', '/healthz', '/catalogue/3/movie/popular', '/readyz'].map(
      async (path) => (await fetch(url + path)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 200, 200, 503]);
}

const WAYS: readonly (readonly [
  string,
  (postgres: PrivatePostgres) => Promise<void> | void,
  (postgres: PrivatePostgres) => Promise<void> | void,
])[] = [
  ['refuses', ({ kill }) => kill(), ({ start }) => start()],
  ['is silent', ({ freeze }) => freeze(), ({ thaw }) => thaw()],
];

test.each(WAYS)(
  'a database that %s for twenty seconds is reported to each caller, and then recovers',
  { timeout: 180_000 },
  async (_, leave, comeBack) => {
    const postgres = await startPrivatePostgres({ durable: true });
    onTestFinished(() => postgres.stop());
    const matinee = startMatinee({
      dataDir: temporaryFolder(),
      environment: { DATABASE_URL: postgres.url, CRYPTO_SECRET, RATE_LIMITS: 'off' },
    });
    const url = await matinee.ready();
    const account = await createAccount(postgres.url, CRYPTO_SECRET);
    const warm = startWrites(url, account);
    await until(() => warm.kept.size > 100);
    // Only idle connections break now.
    await warm.stop();
    await leave(postgres);

    const awaySince = performance.now();
    const load = startWrites(url, account);
    const errors = (): number => load.refused.get(503) ?? 0;
    await until(() => errors() > 100);
    await expectTheRest(url);
    await until(() => performance.now() - awaySince > AWAY_MS);
    await expectTheRest(url);
    // If each waited for a connection, this many would not have finished.
    expect(errors()).toBeGreaterThan(300);
    expect(load.kept.size).toBe(0);

    await comeBack(postgres);
    await until(() => load.kept.size > 200);
    await load.stop();
    expect([...load.refused.keys()]).toEqual([503]);
    expect(load.unannounced()).toBe(0);
    const readiness = async () => (await fetch(`${url}/readyz`)).status;
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
    const stored = await readAll(url, account);
    expect([...missing(warm, stored), ...missing(load, stored)]).toEqual([]);
    // Logged once, not for every caller.
    const warnings = matinee.printed().match(/"level":[456]0.*/g) ?? [];
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThan(20);
    matinee.kill('SIGTERM');
    expect(await matinee.ended()).toBe(0);
  },
);
