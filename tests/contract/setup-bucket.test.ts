// A new server restores a backup from its bucket. The fake checks signatures as S3 does.
import {
  getRestore,
  listSetupBackups,
  startSetupRestore,
  type RestoreState,
} from '@matinee/shared/contract/restore';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import request from 'supertest';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PlannedRestore } from '../../apps/api/src/database/backup/restore-file.ts';
import { createRestores } from '../../apps/api/src/diagnostics/backups/restores.ts';
import { createTestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFakeS3, S3_KEYS, type FakeS3 } from '../support/fakes/s3.ts';

const run = vi.fn<(restore: PlannedRestore) => Promise<void>>();
let name = '';
let backup: Buffer;
let s3: FakeS3;
let folder = '';
let server: TestApp | undefined;

beforeAll(async () => {
  const made = await mkdtemp(join(tmpdir(), 'matinee-made-'));
  const other = await startTestApp({ BACKUP_DIR: made });
  const { file } = await other.deps.backups.create(other.deps.database.url, 'nightly');
  name = basename(file);
  backup = await readFile(file);
  await other.close();
  await rm(made, { recursive: true });
});
beforeEach(async () => {
  run.mockReset().mockResolvedValue();
  s3 = await startFakeS3();
  s3.store(`home/${name}`, backup);
  s3.store('home/notes.txt', Buffer.from('mine'));
  folder = await mkdtemp(join(tmpdir(), 'matinee-setup-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await s3.close();
  await rm(folder, { recursive: true });
});

const NO_BUCKET = {
  BACKUP_S3_ENDPOINT: '',
  BACKUP_S3_BUCKET: '',
  BACKUP_S3_ACCESS_KEY_ID: '',
  BACKUP_S3_SECRET_ACCESS_KEY: '',
};

/** A new server. Its folder for backups doesn't exist yet. */
async function start(options: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  server = await startTestApp(
    {
      REGISTRATION: 'open',
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_S3_PREFIX: 'home',
      ...s3.options,
      ...options,
    },
    { restores: createRestores(run) },
  );
  return server;
}

const list = ({ url }: TestApp, query = {}) => request(url).get(listSetupBackups.path).query(query);

async function outcome({ url }: TestApp): Promise<RestoreState> {
  const { body } = await request(url).post(startSetupRestore.path).send({ name }).expect(200);
  const path = getRestore.path.replace(':id', startSetupRestore.reply.parse(body).id);
  let state: RestoreState = { is: 'checking' };
  const look = async () => {
    state = getRestore.reply.parse((await request(url).get(path)).body);
    return state.is;
  };
  await expect.poll(look).toMatch(/done|failed/);
  return state;
}

const stored = async (): Promise<readonly string[]> =>
  await readdir(join(folder, 'backups')).catch(() => []);

test('a new server lists the backups of its bucket, and restores one with the same bytes', async () => {
  const app = await start();
  const { body, text } = await list(app).expect(200);
  expect(listSetupBackups.reply.parse(body)).toEqual({
    backups: [{ name, kind: 'nightly', createdAt: expect.any(String), bytes: backup.length }],
    bucket: { failure: null },
  });
  const secrets = [...Object.values(S3_KEYS), 'attic', 'home/', folder];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(await outcome(app)).toEqual({ is: 'done' });
  const file = join(folder, 'backups', name);
  expect(run.mock.calls).toEqual([[{ file, onlyIfEmpty: true }]]);
  expect((await readFile(file)).equals(backup)).toBe(true);
});

test('it lists them to its owner alone, and to nobody once there is an account', async () => {
  const app = await start({ REGISTRATION: 'closed' });
  const invite = await app.deps.services.invitations.ownerCode();
  await list(app).expect(403);
  await list(app, { invite: '0123-4567-89AB-CDEF' }).expect(403);
  await list(app, { invite }).expect(200);
  const restore = { name };
  await request(app.url).post(startSetupRestore.path).send(restore).expect(403);
  await createTestAccount(app);
  await list(app, { invite }).expect(403);
  await request(app.url).post(startSetupRestore.path).query({ invite }).send(restore).expect(403);
  expect(run).not.toHaveBeenCalled();
});

test('without a bucket, and without backups, there is nothing to list', async () => {
  const app = await start(NO_BUCKET);
  expect((await list(app).expect(200)).body).toEqual({ backups: [], bucket: null });
});

test('wrong keys are told by the code of the service', async () => {
  const app = await start({ BACKUP_S3_SECRET_ACCESS_KEY: 'a-wrong-secret' });
  const { body, text } = await list(app).expect(200);
  expect(body).toEqual({ backups: [], bucket: { failure: 'SignatureDoesNotMatch' } });
  const refused = await request(app.url).post(startSetupRestore.path).send({ name }).expect(502);
  expect(refused.body).toMatchObject({
    message: "The bucket with the backups can't be used: SignatureDoesNotMatch.",
  });
  const everything = text + refused.text + app.log.join('\n');
  expect(everything).not.toContain('a-wrong-secret');
});

test('an object that is gone, or was never there, is missing', async () => {
  const app = await start();
  await request(app.url)
    .post(startSetupRestore.path)
    .send({ name: 'matinee-nightly-20200101T000000Z.tar' })
    .expect(404);
  s3.failWith = (_method, { pathname }) => (pathname.endsWith('.tar') ? 'NoSuchKey' : undefined);
  expect(await outcome(app)).toEqual({
    is: 'failed',
    message: 'The S3 service responded with 404.',
  });
});

test('a download that breaks off, is too large or was changed is not restored', async () => {
  const app = await start();
  s3.breakOff = { after: 5_000, by: 'closing' };
  expect(await outcome(app)).toMatchObject({
    is: 'failed',
    message: expect.stringMatching(/^The S3 service stopped sending: \w+\.$/),
  });
  s3.breakOff = undefined;
  s3.announcedBytes = 2 ** 50;
  expect(await outcome(app)).toEqual({
    is: 'failed',
    message: 'There is not enough free space for this backup.',
  });
  s3.announcedBytes = backup.length - 1;
  expect(await outcome(app)).toEqual({
    is: 'failed',
    message: 'The S3 service sent more than it announced.',
  });
  s3.announcedBytes = undefined;
  s3.objects.set(`home/${name}`, { body: backup, sha256: 'f'.repeat(64) });
  expect(await outcome(app)).toMatchObject({
    is: 'failed',
    message: expect.stringContaining('is damaged'),
  });
  expect(await stored()).toEqual([]);
  expect(run).not.toHaveBeenCalled();
  s3.store(`home/${name}`, backup);
  expect(await outcome(app)).toEqual({ is: 'done' });
});
