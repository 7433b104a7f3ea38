// kill -9 during writes: every write answered with 200 is stored afterwards.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { withClient } from '../support/database-server.ts';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.ts';
import { until, type Matinee } from '../support/matinee-process.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';
import { createAccount, missing, readAll, WRITERS, startWrites } from '../support/write-load.ts';

const CRYPTO_SECRET = randomBytes(32).toString('base64url');
/** Two for `npm run test:long`. */
const CRASHES = process.env.LONG_TESTS === undefined ? 1 : 2;

async function startPostgres(): Promise<PrivatePostgres> {
  const postgres = await startPrivatePostgres({ durable: true });
  onTestFinished(() => postgres.stop());
  return postgres;
}

const start = (postgres: PrivatePostgres): Matinee =>
  startMatinee({
    dataDir: temporaryFolder(),
    environment: { DATABASE_URL: postgres.url, CRYPTO_SECRET, RATE_LIMITS: 'off' },
  });

test('after a crash of the server a new one has every acknowledged write', async () => {
  const postgres = await startPostgres();
  const first = start(postgres);
  const url = await first.ready();
  const account = await createAccount(postgres.url, CRYPTO_SECRET);
  const load = startWrites(url, account);
  await until(() => load.kept.size > 300);
  first.kill('SIGKILL');
  await first.ended();
  await load.stop();

  const stored = await readAll(await start(postgres).ready(), account);
  expect(missing(load, stored)).toEqual([]);
  // Unacknowledged writes may be stored too, and no others.
  expect(stored.size - load.kept.size).toBeLessThanOrEqual(WRITERS);
});

test('after a crash of PostgreSQL the same server continues, with every acknowledged write', async () => {
  const postgres = await startPostgres();
  const matinee = start(postgres);
  const url = await matinee.ready();
  const account = await createAccount(postgres.url, CRYPTO_SECRET);
  const load = startWrites(url, account);
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const before = load.kept.size;
    await until(() => load.kept.size > before + 200);
    await postgres.kill();
    const errors = load.refused.get(503) ?? 0;
    await until(() => (load.refused.get(503) ?? 0) > errors + 50);
    await postgres.start();
  }
  const before = load.kept.size;
  await until(() => load.kept.size > before + 200);
  await load.stop();

  expect([...load.refused.keys()]).toEqual([503]);
  expect(missing(load, await readAll(url, account))).toEqual([]);
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
});

test('after one connection’s process crashes, and PostgreSQL drops them all, nothing is lost either', async () => {
  const postgres = await startPostgres();
  const url = await start(postgres).ready();
  const account = await createAccount(postgres.url, CRYPTO_SECRET);
  const load = startWrites(url, account);
  await until(() => load.kept.size > 200);
  await withClient(postgres.url, async (client) => {
    client.on('error', () => undefined); // Dropped with the others.
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'matinee' LIMIT 1`,
    );
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  });
  await until(() => (load.refused.get(503) ?? 0) > 0);
  const before = load.kept.size;
  await until(() => load.kept.size > before + 200);
  await load.stop();

  expect([...load.refused.keys()]).toEqual([503]);
  expect(missing(load, await readAll(url, account))).toEqual([]);
});
