// Three servers on one database behind a load balancer that sends each request to another one.
import { putChanges } from '@matinee/shared/contract/changes';
import { listLibraryTitles } from '@matinee/shared/contract/library';
import { FileStream } from '@matinee/shared/media/stream';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createLeases } from '../../apps/api/src/database/leases.ts';
import { createTestAccount, makeAdmin } from '../support/account.ts';
import type { TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { completeLogIn, loginOf, register, requestLoginChallenge } from '../support/identity.ts';
import { movie } from '../support/library.ts';
import { ensureMedia } from '../support/media.ts';
import { startReplicas, type Replicas } from '../support/replicas.ts';

let disk = '';
let replicas: Replicas;
let [first, second, third]: TestApp[] = [];

const at = (replica: TestApp | undefined) => request(replica?.url ?? '');
const here = (replica: TestApp | undefined): TestApp => {
  if (!replica) throw new Error('not started');
  return replica;
};

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-replicas-'));
  const folder = join(disk, 'Own Reel (1971) [tmdbid-77001]');
  await mkdir(folder);
  await copyFile((await ensureMedia()).video360, join(folder, 'Own Reel (1971).mp4'));
  replicas = await startReplicas({
    RATE_LIMITS: 'on',
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    REGISTRATION: 'open',
  });
  [first, second, third] = replicas.all;
  await Promise.all(
    replicas.all.map(({ deps }) =>
      vi.waitUntil(() => deps.isLibraryComplete(), { timeout: 20_000 }),
    ),
  );
});

afterAll(async () => {
  await replicas.close();
  await rm(disk, { recursive: true });
});

test('a login begins on one, ends on another, and its session works on the third, once', async () => {
  const { keys } = await register(here(first));
  const code = await requestLoginChallenge(here(first), keys);
  const { body } = await completeLogIn(here(second), loginOf(keys, code));
  const { token } = z.object({ token: z.string() }).parse(body);
  await at(third).get('/users/@me').set('authorization', `Bearer ${token}`).expect(200);
  expect((await completeLogIn(here(third), loginOf(keys, code))).status).toBe(401);
});

test('a change on one is news for a device on another', async () => {
  const member = await register(here(first));
  const code = await requestLoginChallenge(here(first), member.keys);
  const { body } = await completeLogIn(here(first), loginOf(member.keys, code));
  const { token } = z.object({ token: z.string() }).parse(body);
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(body);
  await at(second)
    .put(`/users/${user.id}/progress/1`)
    .set(member.headers)
    .send(movie('1'))
    .expect(200);
  await vi.waitUntil(async () => {
    const response = await at(third).get('/users/@me').set('authorization', `Bearer ${token}`);
    return JSON.stringify(response.body).includes('"newsAt":"');
  });
});

test('a movie that one found is played by the others', async () => {
  const { text } = await at(first)
    .get('/scrape/source')
    .query({ id: 'folder', type: 'movie', title: 'Own Reel', releaseYear: 1971, tmdbId: 77_001 })
    .buffer();
  const [, data = ''] = /event: completed\ndata: (.*)\n/.exec(text) ?? [];
  const [stream] = z.looseObject({ stream: z.array(FileStream) }).parse(JSON.parse(data)).stream;
  const path = new URL(Object.values(stream?.qualities ?? {})[0]?.url ?? '').pathname;
  const parts = [second, third].map((replica) => at(replica).get(path).set('range', 'bytes=0-9'));
  expect((await Promise.all(parts)).map(({ status }) => status)).toEqual([206, 206]);
});

describe('a budget', () => {
  test('in the database is one for all', async () => {
    const ip = '127.0.0.1';
    const solves = async (replica: TestApp | undefined) =>
      (await at(replica).post('/metrics/captcha').send({ success: true })).status;
    await here(first).deps.services.rateLimiter.consume(
      { bucket: 'captcha_solves', max: 1_000_000, seconds: 600 },
      ip,
      999_999,
    );
    expect([await solves(first), await solves(second), await solves(third)]).toEqual([
      429, 429, 429,
    ]);
  });

  test('in memory is exceeded by a tenth at most', async () => {
    const { userId } = await createTestAccount(here(first));
    const { budget } = putChanges;
    let consumed = 0;
    for (let call = 0; call < 300; call += 1) {
      const { memoryRateLimiter } = here(replicas.all[call % 3]).deps.services;
      if ((await memoryRateLimiter.consume(budget, userId, budget.max / 100)) === undefined)
        consumed += 1;
    }
    expect(consumed).toBeGreaterThanOrEqual(100);
    expect(consumed).toBeLessThanOrEqual(110);
  });
});

test('a quota holds wherever the account writes', async () => {
  const account = await createTestAccount(here(first));
  await here(first).deps.database.query(
    'INSERT INTO account_bytes (user_id, bytes) SELECT $1, max_bytes FROM account_limit',
    [account.userId],
  );
  for (const replica of replicas.all) {
    const { body } = await at(replica)
      .put(`/users/${account.userId}/progress/1`)
      .set(account.headers)
      .send(movie('1'))
      .expect(409);
    expect(body).toMatchObject({ message: expect.stringContaining('full') });
  }
});

test('what one counts, the metrics of the others show', async () => {
  const solved = async (replica: TestApp | undefined) =>
    Number(
      /mw_captcha_solves\{success="false"\} (\d+)/.exec(
        (await at(replica).get('/metrics')).text,
      )?.[1],
    );
  const { deps } = here(second);
  const before = (await solved(third)) || 0;
  deps.metrics.reports.captcha(false);
  await vi.waitUntil(async () => (await solved(third)) === before + 1, { timeout: 20_000 });
});

test('a job is done by one at a time, and by another after its end', async () => {
  const signal = new AbortController().signal;
  const [one, other] = [first, second].map((each) => createLeases(here(each).deps.database));
  const release = Promise.withResolvers<void>();
  const ran: string[] = [];
  const working = one?.run('a job', signal, async () => {
    ran.push('one');
    await release.promise;
  });
  await vi.waitUntil(() => ran.length === 1);
  expect(await other?.run('a job', signal, async () => void ran.push('too early'))).toBe(false);
  release.resolve();
  expect(await working).toBe(true);
  expect(await other?.run('a job', signal, async () => void ran.push('other'))).toBe(true);
  expect(ran).toEqual(['one', 'other']);
});

test.each([
  ['has expired', '-1 second', true],
  ['is in force', '1 minute', false],
  ['was dated by a clock that was ahead', '1 day', true],
])('the lease of a dead replica that %s: %s, taken over: %s', async (_, ends, isTaken) => {
  const { database } = here(first).deps;
  const name = `left ${ends}`;
  await database.query('INSERT INTO leases VALUES ($1, gen_random_uuid(), now() + $2::interval)', [
    name,
    ends,
  ]);
  const { signal } = new AbortController();
  expect(await createLeases(database).run(name, signal, async () => undefined)).toBe(isTaken);
});

test('a match that an administrator corrects on one is right on the others', async () => {
  const admin = await createTestAccount(here(first));
  await makeAdmin(here(first), admin);
  await at(first)
    .put('/library/match')
    .set(admin.headers)
    .send({
      subject: { kind: 'movie', id: 77_001 },
      target: { to: 'title', kind: 'movie', id: 45_745 },
    })
    .expect(200);
  const titles = async (replica: TestApp | undefined) =>
    listLibraryTitles.reply
      .parse((await at(replica).get('/library/titles').query({ section: 'movies' })).body)
      .titles.map(({ title }) => title);
  for (const replica of replicas.all)
    await vi.waitUntil(async () => (await titles(replica)).includes('Sintel'), { timeout: 20_000 });
});
