// Restoring on the page: the server stops its services, restores, and starts again in the same process.
import { linkBackup, listBackupFiles, makeBackup } from '@matinee/shared/contract/backups';
import {
  getRestore,
  getSetup,
  startRestore,
  startSetupRestore,
  startSetupUpload,
  UPLOAD_PART_BYTES,
  uploadSetupPart,
  type RestoreState,
} from '@matinee/shared/contract/restore';
import pg from 'pg';
import request, { type Response } from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { newKeys, register, type Member } from '../support/identity.ts';
import { startMatinee, temporaryFolder } from '../support/process.ts';

const OPTIONS = { RATE_LIMITS: 'off', SUBTITLES: 'off', REGISTRATION: 'open' };

async function start(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const environment = { ...OPTIONS, DATABASE_URL: database.url, PORT: String(await freePort()) };
  return await startMatinee({ dataDir: temporaryFolder(), environment }).ready();
}

/** Waits through the restart. */
async function outcomeOf(url: string, id: string): Promise<RestoreState | undefined> {
  let state: RestoreState | undefined;
  const look = async () => {
    const response = await request(url)
      .get(getRestore.path.replace(':id', id))
      .catch(() => undefined);
    state = getRestore.reply.safeParse(response?.body).data;
    return state?.is;
  };
  await expect.poll(look, { timeout: 60_000, interval: 200 }).toMatch(/done|failed/);
  return state;
}

async function backUp(url: string, { headers }: Pick<Member, 'headers'>): Promise<string> {
  await request(url).post(makeBackup.path).set(headers).expect(200);
  const { body } = await request(url).get(listBackupFiles.path).set(headers);
  return listBackupFiles.reply.parse(body).backups[0]?.name ?? '';
}

async function download(url: string, { headers }: Member, name: string): Promise<Buffer> {
  const { body } = await request(url).post(linkBackup.path.replace(':name', name)).set(headers);
  const response = await fetch(`${url}${linkBackup.reply.parse(body).path}`);
  return Buffer.from(await response.arrayBuffer());
}

async function upload(url: string, file: Buffer): Promise<string> {
  const { body } = await request(url).post(startSetupUpload.path).send({ bytes: file.length });
  const { id } = startSetupUpload.reply.parse(body);
  for (let offset = 0; offset < file.length; offset += UPLOAD_PART_BYTES) {
    await request(url)
      .put(uploadSetupPart.path.replace(':id', id))
      .query({ offset })
      .set('content-type', 'application/octet-stream')
      .send(file.subarray(offset, offset + UPLOAD_PART_BYTES))
      .expect(200);
  }
  return id;
}

const isNew = async (url: string): Promise<boolean> =>
  getSetup.reply.parse((await request(url).get(getSetup.path)).body).isNew;
const meOf = (url: string, { headers }: Member): Promise<Response> =>
  Promise.resolve(request(url).get('/users/@me').set(headers));

test('an administrator goes back to a backup, and moves it to a new server', async () => {
  const url = await start();
  expect(await isNew(url)).toBe(true);
  const owner = await register({ url });
  expect(await isNew(url)).toBe(false);
  const name = await backUp(url, owner);
  const later = await register({ url }, newKeys());
  expect((await meOf(url, later)).status).toBe(200);

  const began = await request(url).post(startRestore.path).set(owner.headers).send({ name });
  const { id } = startRestore.reply.parse(began.body);
  expect(await outcomeOf(url, id)).toEqual({ is: 'done' });
  expect((await meOf(url, owner)).status).toBe(200);
  expect((await meOf(url, later)).status).toBe(401);
  const { body } = await request(url).get(listBackupFiles.path).set(owner.headers);
  const kinds = listBackupFiles.reply.parse(body).backups.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['before-restore', 'manual']);

  const file = await download(url, owner, name);
  const fresh = await start();
  const sent = await upload(fresh, file);
  const moved = await request(fresh).post(startSetupRestore.path).send({ upload: sent });
  const { id: move } = startSetupRestore.reply.parse(moved.body);
  expect(await outcomeOf(fresh, move)).toEqual({ is: 'done' });
  // Sessions and their secret came along.
  expect((await meOf(fresh, owner)).status).toBe(200);

  expect(await isNew(fresh)).toBe(false);
  await request(fresh).post(startSetupUpload.path).send({ bytes: 1 }).expect(403);
});

/** Blocks readers of the table until the returned function is called. */
async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  onTestFinished(() => client.end());
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => void (await client.query('ROLLBACK'));
}

test('a server that starts during a restore waits until it has ended, and says why', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const environment = { ...OPTIONS, DATABASE_URL: database.url };
  // It listens on the same port again.
  const first = startMatinee({
    dataDir: temporaryFolder(),
    environment: { ...environment, PORT: String(await freePort()) },
  });
  const url = await first.ready();
  const owner = await register({ url });
  const name = await backUp(url, owner);
  const later = await register({ url }, newKeys());

  const unlock = await lockTable(database.url, 'ratings');
  const began = await request(url).post(startRestore.path).set(owner.headers).send({ name });
  const { id } = startRestore.reply.parse(began.body);
  await expect.poll(() => first.printed()).toContain('stopping to restore a backup');
  await expect.poll(() => isReachable(url)).toBe(false);
  const second = startMatinee({ dataDir: temporaryFolder(), environment });
  await expect
    .poll(() => second.printed())
    .toContain(
      'another process is restoring a backup to this database; waiting for up to 30 minutes',
    );
  expect(second.printed()).not.toContain('ready at');
  const third = startMatinee({ dataDir: temporaryFolder(), environment });
  await expect.poll(() => third.printed()).toContain('waiting for up to 30 minutes');
  third.kill('SIGTERM');
  expect(await third.ended()).toBe(0);

  await unlock();
  expect(await outcomeOf(url, id)).toEqual({ is: 'done' });
  const other = await second.ready();
  expect((await request(other).get('/readyz')).status).toBe(200);
  expect((await meOf(url, later)).status).toBe(401);
  expect((await meOf(url, owner)).status).toBe(200);
});

const isReachable = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
