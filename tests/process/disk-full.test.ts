// The disk of the embedded database is really full: a small file system, and another program that fills it.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { dataFolder, startMatinee, temporaryFolder, until } from '../support/process.ts';
import { createAccount, missing, readAll, startWrites } from '../support/write-load.ts';

const CRYPTO_SECRET = randomBytes(32).toString('base64url');
const isRoot = process.getuid?.() === 0;
const mounts = (folder: string): boolean =>
  isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', folder]).status === 0;

/** Leaves one mebibyte free. */
function fill(folder: string): string {
  const { bavail, bsize } = fs.statfsSync(folder);
  const file = path.join(folder, 'filler');
  fs.writeFileSync(file, Buffer.alloc(bavail * bsize - 2 ** 20));
  return file;
}

function urlOf(dataDir: string): string {
  const data = dataFolder(dataDir);
  const password = fs.readFileSync(path.join(data, 'embedded.password'), 'utf8').trim();
  return `postgresql://postgres:${password}@127.0.0.1:${runningPostmaster(data)?.port}/matinee`;
}

test('a full disk is reported, makes the server unready, and recovers once there is space', async ({
  skip,
}) => {
  const folder = temporaryFolder();
  if (!mounts(folder)) skip('no file system can be mounted here');
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  const dataDir = path.join(folder, 'data');
  const matinee = startMatinee({ dataDir, environment: { CRYPTO_SECRET, RATE_LIMITS: 'off' } });
  const url = await matinee.ready();
  const account = await createAccount(urlOf(dataDir), CRYPTO_SECRET);
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  expect(await readiness()).toMatchObject({ ready: true });

  const load = startWrites(url, account);
  await until(() => load.kept.size > 100);
  const filler = fill(folder);
  await expect
    .poll(readiness, { timeout: 20_000 })
    .toMatchObject({ ready: false, reason: expect.stringContaining('disk is full') });
  await until(() => load.refused.size > 0);
  expect((await fetch(`${url}/meta`)).status).toBe(200);
  expect(matinee.printed().match(/the disk is full/g)).toHaveLength(1);

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
