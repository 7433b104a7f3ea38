// The embedded PostgreSQL crashes under the built server, and is restarted in place.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive, runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { withClient } from '../support/database-server.ts';
import { databaseUrl, dataFolder, until } from '../support/matinee-process.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';
import { createAccount, missing, readAll, startWrites } from '../support/write-load.ts';

const CRYPTO_SECRET = randomBytes(32).toString('base64url');
/** Rare causes of a restart, for `npm run test:long`. */
const isLong = process.env.LONG_TESTS !== undefined;
const CRASHES = isLong ? 3 : 1;
const environment = { CRYPTO_SECRET, RATE_LIMITS: 'off' };

const postgresOf = (dataDir: string): number => runningPostmaster(dataFolder(dataDir))?.pid ?? 0;

const killPostgres = async (dataDir: string): Promise<void> => {
  const pid = postgresOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
};

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

test('requests get a time to retry meanwhile, pages still work, and every acknowledged write is there', async () => {
  const dataDir = temporaryFolder();
  const matinee = startMatinee({ dataDir, environment });
  const url = await matinee.ready();
  const account = await createAccount(databaseUrl(dataDir), CRYPTO_SECRET);
  const load = startWrites(url, account);
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const before = load.kept.size;
    await until(() => load.kept.size > before + 100);
    const refused = load.refused.get(503) ?? 0;
    await killPostgres(dataDir);
    await until(() => (load.refused.get(503) ?? 0) > refused);
    expect(await statusOf(`${url}/meta`)).toBe(200);
    expect(await statusOf(`${url}/`)).toBe(200);
  }
  const before = load.kept.size;
  await until(() => load.kept.size > before + 100);
  await load.stop();

  expect([...load.refused.keys()]).toEqual([503]);
  expect(load.unannounced()).toBe(0);
  expect(missing(load, await readAll(url, account))).toEqual([]);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200);
  expect(matinee.printed().match(/database stopped unexpectedly/g)).toHaveLength(CRASHES);
  const postgres = postgresOf(dataDir);
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
  expect(isAlive(postgres)).toBe(false);
});

test('the server is unready until it is back', async () => {
  const dataDir = temporaryFolder();
  const matinee = startMatinee({ dataDir, environment });
  const url = await matinee.ready();
  // PostgreSQL cannot start without this file, and starts once the file is back.
  const control = path.join(dataFolder(dataDir), 'global/pg_control');
  fs.renameSync(control, `${control}.away`);
  await killPostgres(dataDir);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(503);
  await until(() => matinee.printed().includes("the embedded database didn't start"));
  expect(await statusOf(`${url}/healthz`)).toBe(200);
  fs.renameSync(`${control}.away`, control);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200);
});

test.runIf(isLong)(
  'a backend that continues for a killed server does not prevent the next start',
  async () => {
    const dataDir = temporaryFolder();
    const url = await startMatinee({ dataDir, environment }).ready();
    const endless = withClient(databaseUrl(dataDir), async (client) => {
      client.on('error', () => undefined); // It is dropped.
      await client.query('DO $$ BEGIN LOOP END LOOP; END $$');
    }).catch(() => undefined);
    const findBackend = () =>
      withClient(databaseUrl(dataDir), async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'`,
        );
        return rows[0]?.pid ?? 0;
      });
    await expect.poll(findBackend, { timeout: 60_000 }).toBeGreaterThan(0);
    const backend = await findBackend();
    await killPostgres(dataDir);
    await until(() => postgresOf(dataDir) > 0);
    await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200);
    expect(isAlive(backend)).toBe(false);
    await endless;
  },
);

test.runIf(isLong)('a PostgreSQL that was taken over is restarted, too', async () => {
  const dataDir = temporaryFolder();
  const first = startMatinee({ dataDir, environment });
  await first.ready();
  first.kill('SIGKILL');
  await first.ended();
  const second = startMatinee({ dataDir, environment });
  const url = await second.ready();
  await killPostgres(dataDir);
  await until(() => second.printed().includes('the embedded database has restarted'));
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200);
});

test.runIf(isLong)('two servers on one folder restart one PostgreSQL, and share it', async () => {
  const dataDir = temporaryFolder();
  const both = [1, 2].map(() => startMatinee({ dataDir, environment }));
  const urls = await Promise.all(both.map((matinee) => matinee.ready()));
  await killPostgres(dataDir);
  for (const matinee of both) {
    await expect
      .poll(() => matinee.printed(), { timeout: 60_000 })
      .toContain('the embedded database has restarted');
  }
  for (const url of urls) {
    await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200);
  }
  const postgres = postgresOf(dataDir);
  for (const matinee of both) {
    expect(isAlive(postgres)).toBe(true);
    matinee.kill('SIGTERM');
    await expect.poll(() => isAlive(matinee.pid), { timeout: 60_000 }).toBe(false);
    expect(await matinee.ended()).toBe(0);
  }
  expect(isAlive(postgres)).toBe(false);
});

test('a stop in the middle of a restart ends cleanly and leaves no PostgreSQL behind', async () => {
  const dataDir = temporaryFolder();
  const matinee = startMatinee({ dataDir, environment });
  await matinee.ready();
  const log = path.join(dataDir, 'postgres/server.log');
  const starts = () => fs.readFileSync(log, 'utf8').match(/starting PostgreSQL/g)?.length ?? 0;
  const before = starts();
  await killPostgres(dataDir);
  await until(() => starts() > before);
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
  expect(postgresOf(dataDir)).toBe(0);
});
