// The disk of the embedded database is really full: a small file system, and another program that fills it.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl, until } from '../support/matinee-process.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';
import { fillDisk, mountDisk, unmountDisk } from '../support/small-disk.ts';
import { createAccount, missing, readAll, startWrites } from '../support/write-load.ts';

const MINUTE_MS = 60_000;
const CRYPTO_SECRET = randomBytes(32).toString('base64url');

test('a full disk is reported, makes the server unready, and recovers once there is space', async ({
  skip,
}) => {
  const folder = temporaryFolder();
  if (!mountDisk(folder, 192 * 2 ** 20)) skip('no file system can be mounted here');
  onTestFinished(() => unmountDisk(folder));
  const dataDir = path.join(folder, 'data');
  const matinee = startMatinee({ dataDir, environment: { CRYPTO_SECRET, RATE_LIMITS: 'off' } });
  const url = await matinee.ready();
  const account = await createAccount(databaseUrl(dataDir), CRYPTO_SECRET);
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  expect(await readiness()).toMatchObject({ ready: true });

  const load = startWrites(url, account);
  await until(() => load.kept.size > 100);
  const fullSince = performance.now();
  const filler = fillDisk(folder, 2 ** 20);
  await expect
    .poll(readiness, { timeout: 60_000 })
    .toMatchObject({ ready: false, reason: expect.stringContaining('disk is full') });
  await until(() => load.refused.size > 0);
  expect((await fetch(`${url}/meta`)).status).toBe(200);
  // Once a minute, not for every write. On a busy machine the first write fails late: PostgreSQL has space in its log.
  const reports = matinee.printed().match(/the disk is full/g) ?? [];
  expect(reports.length).toBeGreaterThan(0);
  expect(reports.length).toBeLessThanOrEqual(1 + (performance.now() - fullSince) / MINUTE_MS);

  fs.rmSync(filler);
  await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({ ready: true });
  const before = load.kept.size;
  await until(() => load.kept.size > before + 100);
  await load.stop();
  expect([...load.refused.keys()].filter((status) => status !== 503 && status !== 507)).toEqual([]);
  expect(load.unannounced()).toBe(0);
  expect(missing(load, await readAll(url, account))).toEqual([]);
  matinee.kill('SIGTERM');
  expect(await matinee.ended()).toBe(0);
});
