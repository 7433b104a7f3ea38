// Backups in a bucket, which administrators list, download and restore. The fake checks signatures as S3 does.
import { linkBackup, listBackupFiles } from '@matinee/shared/contract/backups';
import { runServerChecks, ServerCheckResult } from '@matinee/shared/contract/diagnostics';
import { startRestore } from '@matinee/shared/contract/restore';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PlannedRestore } from '../../apps/api/src/database/backup/restore-file.ts';
import { createRestores } from '../../apps/api/src/diagnostics/backups/restores.ts';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFakeS3, S3_KEYS, type FakeS3 } from '../support/fakes/s3.ts';

const run = vi.fn<(restore: PlannedRestore) => Promise<void>>().mockResolvedValue();
let s3: FakeS3;
let folder = '';
let server: TestApp;
let admin: TestAccount;

beforeAll(async () => {
  s3 = await startFakeS3();
  folder = await mkdtemp(join(tmpdir(), 'matinee-remote-'));
  server = await startTestApp(
    { BACKUP_DIR: folder, BACKUPS: 'on', BACKUP_S3_PREFIX: 'home', ...s3.options },
    { restores: createRestores(run) },
  );
  admin = await createTestAccount(server);
  await makeAdmin(server, admin);
});
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

const listed = async () => {
  const { body } = await request(server.url).get(listBackupFiles.path).set(admin.headers);
  return listBackupFiles.reply.parse(body);
};
const list = async () => (await listed()).backups;

const backupCheck = async ({ url }: TestApp, { headers }: TestAccount) => {
  const query = { check: 'backup' };
  const { text } = await request(url).get(runServerChecks.path).query(query).set(headers);
  const results = [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data = '']) => {
    const parsed = ServerCheckResult.safeParse(JSON.parse(data));
    return parsed.success ? [parsed.data] : [];
  });
  return results.find(({ check }) => check === 'backup');
};

test('a backup that is only in the bucket is listed, downloaded and restored', async () => {
  const { backups, database } = server.deps;
  const { file } = await backups.create(database.url, 'manual');
  const bytes = await readFile(file);
  const name = basename(file);
  expect(await list()).toMatchObject([{ name, remote: null }]);
  await backups.remote?.upload();
  expect(await list()).toMatchObject([
    { name, remote: 's3://attic/home', version: server.deps.version },
  ]);
  await rm(file);
  expect(await list()).toMatchObject([{ name, remote: 's3://attic/home', isVerified: true }]);

  const linked = await request(server.url)
    .post(linkBackup.path.replace(':name', name))
    .set(admin.headers);
  const response = await fetch(server.url + linkBackup.reply.parse(linked.body).path);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);

  await request(server.url).post(startRestore.path).set(admin.headers).send({ name }).expect(200);
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect((await readFile(join(folder, name))).equals(bytes)).toBe(true);
  const missing = { name: 'matinee-manual-20200101T000000Z.tar' };
  await request(server.url).post(startRestore.path).set(admin.headers).send(missing).expect(404);
});

test('a server that makes none itself checks those that a job left in the bucket', async () => {
  const { backups, database } = server.deps;
  await backups.create(database.url, 'nightly');
  await backups.remote?.upload();
  const codeOf = async (options: Readonly<Record<string, string>>) => {
    const other = await startTestApp({ BACKUPS: 'off', ...options });
    const owner = await createTestAccount(other);
    await makeAdmin(other, owner);
    const result = await backupCheck(other, owner);
    await other.close();
    return result?.code;
  };
  expect(await codeOf({ BACKUP_S3_PREFIX: 'home', ...s3.options })).toBe('backupOk');
  expect(await codeOf({ BACKUP_S3_PREFIX: 'empty', ...s3.options })).toBe('backupOff');
  expect(await codeOf({})).toBe('backupOff');
});

test('a failed upload is told to administrators, without addresses and keys', async () => {
  const { backups, database } = server.deps;
  await backups.create(database.url, 'manual');
  s3.failWith = () => 'AccessDenied';
  await expect(backups.remote?.upload()).rejects.toThrow('AccessDenied');
  const result = await backupCheck(server, admin);
  expect(result).toMatchObject({
    code: 'backupNotUploaded',
    facts: { reason: 'AccessDenied' },
  });
  // Backups on this disk can still be used.
  const { backups: here, bucket } = await listed();
  expect(here.length).toBeGreaterThan(0);
  expect(bucket).toEqual({ failure: 'AccessDenied' });
  const missing = { name: 'matinee-manual-20200101T000000Z.tar' };
  await request(server.url).post(startRestore.path).set(admin.headers).send(missing).expect(502);
  const secrets = Object.values(S3_KEYS);
  const everything = server.log.join('\n') + JSON.stringify(result);
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
  expect((await readdir(folder)).filter((one) => one.endsWith('.partial'))).toEqual([]);
});
