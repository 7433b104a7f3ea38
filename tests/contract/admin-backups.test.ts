// Backups that administrators list, make and download.
import {
  BackupEvent,
  downloadBackup,
  linkBackup,
  listBackupFiles,
  makeBackup,
} from '@matinee/shared/contract/backups';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBackupManifest } from '../../apps/api/src/database/backup/archive.ts';
import { createAdminBackups } from '../../apps/api/src/diagnostics/backups/admin-backups.ts';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let folder = '';
let server: TestApp;
let admin: TestAccount;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-backups-'));
  server = await startTestApp({ BACKUP_DIR: folder });
  admin = await createTestAccount(server);
  await makeAdmin(server, admin);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function make(): Promise<readonly BackupEvent[]> {
  const { text } = await request(server.url).post(makeBackup.path).set(admin.headers).expect(200);
  return [...makeBackup.reply.parse(text).matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(
    ([, type, data = '']) => BackupEvent.parse({ type, ...JSON.parse(data) }),
  );
}

const files = async () => {
  const { body } = await request(server.url).get(listBackupFiles.path).set(admin.headers);
  return listBackupFiles.reply.parse(body);
};

const linkTo = async (name: string): Promise<string> => {
  const path = linkBackup.path.replace(':name', name);
  const { body } = await request(server.url).post(path).set(admin.headers).expect(200);
  return linkBackup.reply.parse(body).path;
};

test('a backup is made with its progress, listed and downloaded', async () => {
  expect(await files()).toEqual({ backups: [], bucket: null, isNightly: false, keep: 14 });
  const events = await make();
  const fractions = events.flatMap((event) => (event.type === 'progress' ? [event.fraction] : []));
  expect(fractions.length).toBeGreaterThan(10);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  const [made] = (await files()).backups;
  expect(made).toMatchObject({
    kind: 'manual',
    version: server.deps.version,
    isVerified: true,
  });
  expect(events.at(-1)).toEqual({ type: 'done', ...made });

  const link = await linkTo(made?.name ?? '');
  const response = await request(server.url)
    .get(link)
    .buffer()
    .parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(response.headers['content-disposition']).toBe(`attachment; filename="${made?.name}"`);
  expect(response.headers['cache-control']).toBe('no-store');
  const copy = join(folder, 'copy.tar');
  await writeFile(copy, response.body);
  const { tables } = await readBackupManifest(copy);
  expect(tables.map(({ name }) => name)).toContain('users');
});

test('a link is for one file, for a minute, and only from an administrator', async () => {
  const [made] = (await files()).backups;
  const name = made?.name ?? '';
  const link = await linkTo(name);
  await request(server.url)
    .get(link.replace(/token=.*/, 'token=x'))
    .expect(403);
  await request(server.url).get(link.replace(name, 'other.tar')).expect(403);
  const { backups, database, secrets } = server.deps;
  const earlier = createAdminBackups({
    backups,
    url: () => database.url,
    secret: secrets.proxyTokens,
    now: () => Date.now() - 61_000,
    warn: () => undefined,
  });
  const { status, body } = await request(server.url).get(await earlier.link(name));
  expect([status, body.message]).toEqual([403, 'This link has expired. Start the download again.']);
  await request(server.url).get(downloadBackup.path.replace(':name', name)).expect(400);
  const missing = linkBackup.path.replace(':name', 'matinee-manual-20200101T000000Z.tar');
  await request(server.url).post(missing).set(admin.headers).expect(404);
});

test('two backups are not made at once', async () => {
  const calls = await Promise.all(
    [0, 1].map(() => request(server.url).post(makeBackup.path).set(admin.headers)),
  );
  expect(calls.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await make()).at(-1)?.type).toBe('done');
});

test('a file that is no backup is listed as not checked', async () => {
  const name = 'matinee-manual-20200101T000000Z.tar';
  await writeFile(join(folder, name), 'not a tar file');
  const found = (await files()).backups.find((file) => file.name === name);
  expect(found).toMatchObject({ version: null, isVerified: false });
  const response = await fetch(`${server.url}${await linkTo(name)}`);
  expect(downloadBackup.reply.parse(await response.text())).toBe('not a tar file');
});
