// Uploads of backups, and who may restore them. tests/process/restore.test.ts restores for real.
import { makeBackup } from '@matinee/shared/contract/backups';
import {
  getRestore,
  getSetup,
  startRestore,
  startSetupRestore,
  startSetupUpload,
  startUpload,
  UPLOAD_PART_BYTES,
  uploadPart,
  uploadSetupPart,
} from '@matinee/shared/contract/restore';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createRestores } from '../../apps/api/src/diagnostics/backups/restores.ts';
import type { PlannedRestore } from '../../apps/api/src/database/backup/restore-file.ts';

let folder = '';
let server: TestApp;
const run = vi.fn<(restore: PlannedRestore) => Promise<void>>();

async function start(environment: Record<string, string> = {}): Promise<void> {
  server = await startTestApp(
    { BACKUP_DIR: folder, ...environment },
    { restores: createRestores(run) },
  );
}

async function startWithAdmin(): Promise<TestAccount> {
  await start();
  const admin = await createTestAccount(server);
  await makeAdmin(server, admin);
  return admin;
}

beforeEach(async () => {
  run.mockReset().mockResolvedValue();
  folder = await mkdtemp(join(tmpdir(), 'matinee-restore-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type Headers = Readonly<Record<string, string>>;

async function begin(bytes: number, headers: Headers): Promise<string> {
  const { body } = await request(server.url)
    .post(startUpload.path)
    .set(headers)
    .send({ bytes })
    .expect(200);
  return startUpload.reply.parse(body).id;
}

const put = (id: string, offset: number, part: Buffer, headers: Headers) =>
  request(server.url)
    .put(uploadPart.path.replace(':id', id))
    .query({ offset })
    .set({ 'content-type': 'application/octet-stream', ...headers })
    .send(part);

const stateOf = async (id: string) => {
  const { body } = await request(server.url).get(getRestore.path.replace(':id', id)).expect(200);
  return getRestore.reply.parse(body);
};

describe('an administrator', () => {
  test('uploads a file in parts, which is checked before anything stops', async () => {
    const { headers } = await startWithAdmin();
    const file = randomBytes(UPLOAD_PART_BYTES + 10);
    const id = await begin(file.length, headers);
    const first = await put(id, 0, file.subarray(0, UPLOAD_PART_BYTES), headers).expect(200);
    expect(uploadPart.reply.parse(first.body)).toEqual({ bytes: UPLOAD_PART_BYTES });
    const early = { upload: id };
    await request(server.url).post(startRestore.path).set(headers).send(early).expect(409);
    await put(id, 5, Buffer.from('x'), headers).expect(409);
    await put(id, UPLOAD_PART_BYTES, randomBytes(11), headers).expect(409);
    await put(id, UPLOAD_PART_BYTES, file.subarray(UPLOAD_PART_BYTES), headers).expect(200);
    const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('upload-'));
    expect(await readFile(join(folder, name))).toEqual(file);

    const began = await request(server.url)
      .post(startRestore.path)
      .set(headers)
      .send({ upload: id })
      .expect(200);
    await expect
      .poll(() => stateOf(startRestore.reply.parse(began.body).id))
      .toEqual({
        is: 'failed',
        message: "The file isn't a complete backup of Matinee.",
      });
    expect(run).not.toHaveBeenCalled();
  });

  test('is told to stop the other servers of the same database first', async () => {
    const { headers } = await startWithAdmin();
    const body = { name: 'matinee-manual-2026-11-26T150000Z.tar' };
    const started = (): Promise<Response> =>
      Promise.resolve(request(server.url).post(startRestore.path).set(headers).send(body));
    expect((await started()).status).toBe(404);
    const other = await startTestApp({ DATABASE_URL: server.deps.config.DATABASE_URL ?? '' });
    const { status, body: refusal } = await started();
    expect(status).toBe(409);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(
        /^Another server was seen on this database \d+ seconds ago\. Stop all servers but this one, .* try again in (?:90|[78]\d) seconds\.$/,
      ),
    });
    await request(server.url).post(startUpload.path).set(headers).send({ bytes: 5 }).expect(409);
    await other.close();
    expect((await started()).status).toBe(404);
    await begin(5, headers);
  });

  test('is told when a file is too large for the disk, or a part for the server', async () => {
    const { headers } = await startWithAdmin();
    const huge = { bytes: 1e15 };
    await request(server.url).post(startUpload.path).set(headers).send(huge).expect(507);
    const id = await begin(1e7, headers);
    await put(id, 0, randomBytes(UPLOAD_PART_BYTES + 1), headers).expect(413);
    const later = await begin(5, headers);
    await put(id, 0, Buffer.from('x'), headers).expect(404);
    expect((await readdir(folder)).filter((one) => one.startsWith('upload-'))).toHaveLength(1);
    await put(later, 0, Buffer.from('hello'), headers).expect(200);
  });

  test('sends a part again whose response was lost, or that was written halfway', async () => {
    const { headers } = await startWithAdmin();
    const file = randomBytes(30);
    const id = await begin(file.length, headers);
    const send = (from: number, to: number) => put(id, from, file.subarray(from, to), headers);
    await send(0, 10).expect(200);
    const again = await send(0, 10).expect(200);
    expect(uploadPart.reply.parse(again.body)).toEqual({ bytes: 10 });
    const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('upload-'));
    // A disk was full after some bytes of the next part.
    await appendFile(join(folder, name), 'half');
    await send(10, 20).expect(200);
    await send(0, 10).expect(409);
    await send(20, 30).expect(200);
    expect(await readFile(join(folder, name))).toEqual(file);
  });

  test('starts no upload in another tab while the earlier one is restored', async () => {
    const { headers } = await startWithAdmin();
    const made = await request(server.url).post(makeBackup.path).set(headers).expect(200);
    expect(made.text).toContain('event: done');
    const [backup = ''] = await readdir(folder);
    const file = await readFile(join(folder, backup));
    const id = await begin(file.length, headers);
    for (let at = 0; at < file.length; at += UPLOAD_PART_BYTES)
      await put(id, at, file.subarray(at, at + UPLOAD_PART_BYTES), headers).expect(200);
    const ending = Promise.withResolvers<void>();
    run.mockReturnValueOnce(ending.promise);
    const body = { upload: id };
    await request(server.url).post(startRestore.path).set(headers).send(body).expect(200);
    const other = { bytes: 5 };
    await request(server.url).post(startUpload.path).set(headers).send(other).expect(409);
    await expect.poll(() => run.mock.calls).toHaveLength(1);
    const [[restore] = []] = run.mock.calls;
    expect(await readFile(restore?.file ?? '')).toEqual(file);
    ending.resolve();
    await expect
      .poll(() =>
        request(server.url)
          .post(startUpload.path)
          .set(headers)
          .send(other)
          .then(({ status }) => status),
      )
      .toBe(200);
  });

  test('restores a backup of the server, one at a time, and learns how it ended', async () => {
    const { headers } = await startWithAdmin();
    await request(server.url).post(makeBackup.path).set(headers).expect(200);
    const [name = ''] = await readdir(folder);
    const ending = Promise.withResolvers<void>();
    run.mockReturnValueOnce(ending.promise);
    const restore = () => request(server.url).post(startRestore.path).set(headers).send({ name });
    const { id } = startRestore.reply.parse((await restore().expect(200)).body);
    await expect
      .poll(() => run.mock.calls)
      .toEqual([[{ file: join(folder, name), onlyIfEmpty: false }]]);
    expect(await stateOf(id)).toEqual({ is: 'running' });
    await restore().expect(409);
    ending.reject(new Error('The table users of the backup is damaged.'));
    await expect
      .poll(() => stateOf(id))
      .toEqual({
        is: 'failed',
        message: 'The table users of the backup is damaged.',
      });
    const second = startRestore.reply.parse((await restore().expect(200)).body);
    await expect.poll(() => stateOf(second.id)).toEqual({ is: 'done' });
    await request(server.url).get(getRestore.path.replace(':id', 'x')).expect(404);
    const unknown = { name: '../../etc/passwd' };
    await request(server.url).post(startRestore.path).set(headers).send(unknown).expect(404);
  });
});

describe('a new server', () => {
  const setup = async () =>
    getSetup.reply.parse((await request(server.url).get(getSetup.path)).body);
  const beginSetup = (query: object) =>
    request(server.url).post(startSetupUpload.path).query(query).send({ bytes: 5 });

  test('takes a backup only until there is an account', async () => {
    await start({ REGISTRATION: 'open' });
    expect(await setup()).toEqual({ isNew: true, needsInvitation: false });
    const { id } = startSetupUpload.reply.parse((await beginSetup({}).expect(200)).body);
    const part = () =>
      request(server.url)
        .put(uploadSetupPart.path.replace(':id', id))
        .query({ offset: 0 })
        .set('content-type', 'application/octet-stream')
        .send(Buffer.from('hello'));
    expect(uploadSetupPart.reply.parse((await part().expect(200)).body)).toEqual({ bytes: 5 });
    const restore = () => request(server.url).post(startSetupRestore.path).send({ upload: id });
    const began = startSetupRestore.reply.parse((await restore().expect(200)).body);
    await expect.poll(() => stateOf(began.id)).toMatchObject({ is: 'failed' });
    await createTestAccount(server);
    expect(await setup()).toMatchObject({ isNew: false });
    await beginSetup({}).expect(403);
    await part().expect(403);
    await restore().expect(403);
    expect(run).not.toHaveBeenCalled();
  });

  test('takes it from its owner alone, where accounts need an invitation', async () => {
    await start({ REGISTRATION: 'closed' });
    expect(await setup()).toEqual({ isNew: true, needsInvitation: true });
    const invite = await server.deps.services.invitations.ownerCode();
    await beginSetup({}).expect(403);
    await beginSetup({ invite: '0123-4567-89AB-CDEF' }).expect(403);
    await beginSetup({ invite }).expect(200);
  });

  test('restores only while it is empty', async () => {
    await start({ REGISTRATION: 'open' });
    await server.deps.backups.create(server.deps.database.url, 'manual');
    const [name = ''] = await readdir(folder);
    const file = await readFile(join(folder, name));
    const { body } = await request(server.url)
      .post(startSetupUpload.path)
      .send({ bytes: file.length });
    const { id } = startSetupUpload.reply.parse(body);
    for (let offset = 0; offset < file.length; offset += UPLOAD_PART_BYTES) {
      await request(server.url)
        .put(uploadSetupPart.path.replace(':id', id))
        .query({ offset })
        .set('content-type', 'application/octet-stream')
        .send(file.subarray(offset, offset + UPLOAD_PART_BYTES))
        .expect(200);
    }
    const began = await request(server.url).post(startSetupRestore.path).send({ upload: id });
    expect(startSetupRestore.reply.parse(began.body).id).toBeTruthy();
    await expect.poll(() => run.mock.calls[0]?.[0].onlyIfEmpty).toBe(true);
  });
});
