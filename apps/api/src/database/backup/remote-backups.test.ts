import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeS3, type FakeS3 } from '../../../../../tests/support/fakes/s3.ts';
import { parseConfig } from '#config/config.ts';
import { printMeasurements } from '#lib/measurements.ts';
import { listBackups } from './backup-folder.ts';
import { configuredRemoteBackups, type RemoteBackups } from './remote-backups.ts';

const NAME = 'matinee-nightly-20261125T020000Z.tar';
const MEBIBYTE = 2 ** 20;
let s3: FakeS3;
let folder: string;

beforeEach(async () => {
  s3 = await startFakeS3();
  folder = await mkdtemp(path.join(tmpdir(), 'matinee-s3-'));
});

afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

function remote(options: Readonly<Record<string, string>> = {}, stallMs?: number): RemoteBackups {
  const config = parseConfig({ ...s3.options, BACKUP_S3_PREFIX: 'home', ...options });
  const made = configuredRemoteBackups(config, () => listBackups(folder), stallMs);
  if (!made) throw new Error('not configured');
  return made;
}

test('a backup is uploaded in parts, listed, and downloaded with the same bytes', async () => {
  const bytes = randomBytes(9 * MEBIBYTE);
  await writeFile(path.join(folder, NAME), bytes);
  const backups = remote();
  expect(await backups.isBehind()).toBe(true);
  await backups.upload();
  expect(await backups.isBehind()).toBe(false);
  expect(Math.max(...s3.bodies)).toBe(8 * MEBIBYTE);
  expect([...s3.objects.keys()]).toEqual([`home/${NAME}`]);
  expect(await backups.list()).toMatchObject([
    { name: NAME, kind: 'nightly', createdAt: Date.UTC(2026, 10, 25, 2), bytes: bytes.length },
  ]);
  const copy = path.join(folder, 'copy');
  await backups.download(NAME, copy);
  expect((await readFile(copy)).equals(bytes)).toBe(true);
  expect(backups.address).toBe('s3://attic/home');
});

test('as many nightly backups are kept there, and no others are deleted', async () => {
  const put = (key: string): unknown =>
    s3.objects.set(key, { body: Buffer.alloc(3), sha256: undefined });
  for (let day = 1; day <= 20; day += 1)
    put(`home/matinee-nightly-202611${String(day).padStart(2, '0')}T020000Z.tar`);
  put('home/matinee-manual-20250101T020000Z.tar');
  put('home/other.txt');
  put('matinee-nightly-20200101T020000Z.tar');
  await writeFile(path.join(folder, NAME), 'new');
  await remote().upload();
  const nightly = [...s3.objects.keys()].filter((key) => key.startsWith('home/matinee-nightly'));
  expect(nightly).toHaveLength(14);
  expect(nightly.toSorted().at(-1)).toBe(`home/${NAME}`);
  expect(s3.objects.size).toBe(14 + 3);
});

test('a key that may not delete still uploads, and tells what is left', async () => {
  const old = Array.from({ length: 14 }, (_, day) => String(day + 1).padStart(2, '0'));
  for (const day of old) s3.store(`home/matinee-nightly-202610${day}T020000Z.tar`, Buffer.alloc(3));
  await writeFile(path.join(folder, NAME), 'new');
  s3.failWith = (method) => (method === 'DELETE' ? 'AccessDenied' : undefined);
  const backups = remote();
  expect(await backups.upload()).toBe('AccessDenied');
  expect(backups.failure()).toBeUndefined();
  expect(await backups.isBehind()).toBe(false);
  s3.failWith = () => undefined;
  expect(await backups.upload()).toBeUndefined();
  expect(s3.objects.size).toBe(14);
});

test('a wrong key is told by its code, and never shown', async () => {
  await writeFile(path.join(folder, NAME), 'new');
  const backups = remote({ BACKUP_S3_SECRET_ACCESS_KEY: 'wrong-secret' });
  await expect(backups.upload()).rejects.toThrow(
    'The S3 service responded with SignatureDoesNotMatch.',
  );
  expect(backups.failure()).toBe('SignatureDoesNotMatch');
});

test('an upload that fails leaves nothing behind, and the next one succeeds', async () => {
  await writeFile(path.join(folder, NAME), randomBytes(9 * MEBIBYTE));
  const backups = remote();
  s3.failWith = (method, url) =>
    method === 'PUT' && url.searchParams.get('partNumber') === '2' ? 'AccessDenied' : undefined;
  await expect(backups.upload()).rejects.toThrow('AccessDenied');
  expect(s3.pending()).toBe(0);
  expect(await backups.isBehind()).toBe(true);
  s3.failWith = () => undefined;
  await backups.upload();
  expect(backups.failure()).toBeUndefined();
});

test('a busy service is tried again, which is counted', async () => {
  const answers = ['SlowDown', 'SlowDown'];
  s3.failWith = () => answers.pop();
  expect(await remote().list()).toEqual([]);
  expect(answers).toEqual([]);
  expect(await printMeasurements()).toContain('matinee_retries_total{retry="S3"} 2');
});

test('a damaged copy is not restored', async () => {
  await writeFile(path.join(folder, NAME), 'new');
  const backups = remote();
  await backups.upload();
  s3.objects.set(`home/${NAME}`, { body: Buffer.from('odd'), sha256: 'f'.repeat(64) });
  await expect(backups.download(NAME, path.join(folder, 'copy'))).rejects.toThrow('is damaged');
  expect(await readdir(folder)).toEqual([NAME]);
});

test('a download that stops ends after a while, even if memory is freed meanwhile, and leaves nothing behind', async () => {
  s3.store(`home/${NAME}`, randomBytes(MEBIBYTE));
  s3.breakOff = { after: MEBIBYTE / 2, by: 'stalling' };
  setFlagsFromString('--expose-gc');
  const collectGarbage = z.function().parse(runInNewContext('gc'));
  const backups = remote({}, 500);
  const freeing = setInterval(() => collectGarbage(), 20);
  const downloaded = backups
    .download(NAME, path.join(folder, 'copy'))
    .finally(() => clearInterval(freeing));
  await expect(downloaded).rejects.toThrow('The S3 service stopped sending.');
  expect(await readdir(folder)).toEqual([]);
});

test('a service that is away is told without its address', async () => {
  await s3.close();
  const backups = remote();
  await expect(backups.list()).rejects.toThrow("The S3 service can't be reached: ECONNREFUSED.");
  expect(await backups.listNow()).toEqual({ backups: [], failure: 'ECONNREFUSED' });
  s3 = await startFakeS3();
});
