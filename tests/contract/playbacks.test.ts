// Lists what plays, for administrators: reported by pages, and seen by the stream relay.
import {
  listPlaybacks,
  listPlayDays,
  reportPlayback,
  streamSession,
  type ListedPlayback,
} from '@matinee/shared/contract/playbacks';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';

let server: TestApp;
let upstream: Fake;
let admin: TestAccount;
let viewer: TestAccount;
beforeAll(async () => {
  upstream = await startFake(() => ({
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n',
  }));
  server = await startTestApp({ OPERATOR_ALLOWED_HOSTS: upstream.host });
  admin = await createTestAccount(server);
  viewer = await createTestAccount(server);
  await makeAdmin(server, admin);
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(async () => {
  for (const table of ['playbacks', 'play_days', 'play_viewers'])
    await server.deps.database.query(`DELETE FROM ${table}`, []);
});

const REPORT = {
  id: 'a-random-id-of-a-page',
  title: 'Carnival',
  source: 'archive',
  state: 'playing',
  height: 720,
  seconds: 20,
} as const;

const report = async (
  over: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const { body } = await request(server.url)
    .post('/playbacks')
    .set(headers)
    .send({ ...REPORT, ...over });
  expect(reportPlayback.reply.parse(body)).toBe(true);
};

const list = async () => {
  const { body } = await request(server.url).get('/admin/playbacks').set(admin.headers);
  return listPlaybacks.reply.parse(body);
};

const today = async () => {
  const { body } = await request(server.url).get('/admin/days?days=2').set(admin.headers);
  const { days } = listPlayDays.reply.parse(body);
  expect(days).toHaveLength(2);
  return days.at(-1);
};

const only = (playbacks: readonly ListedPlayback[]): ListedPlayback => {
  expect(playbacks).toHaveLength(1);
  return playbacks[0]!;
};

test('a video that plays is listed under a pseudonym of the day, and counted', async () => {
  await report({}, viewer.headers);
  await report({ state: 'paused', seconds: 10 }, viewer.headers);
  const { playbacks, playing, total } = await list();
  expect([playing, total]).toEqual([1, 1]);
  const playback = only(playbacks);
  expect(playback).toMatchObject({
    title: 'Carnival',
    source: 'archive',
    delivery: 'direct',
    reason: null,
    height: 720,
    state: 'paused',
    seconds: 30,
    isNamed: false,
  });
  expect(playback.viewer).toMatch(/^[\dA-F]{8}$/);
  const rows = await server.deps.database.query(
    'SELECT playbacks.*, play_viewers.* FROM playbacks, play_viewers',
    [],
  );
  expect(JSON.stringify(rows)).not.toContain(viewer.userId);
  expect(await today()).toMatchObject({ plays: 1, seconds: 30, viewers: 1, failed: 0 });
});

test("the bit rate of direct playback is the page's, if it tells it", async () => {
  await report({ kbps: 2_400 });
  expect(only((await list()).playbacks)).toMatchObject({ delivery: 'direct', kbps: 2_400 });
  // Older pages don't report the rate.
  await report();
  expect(only((await list()).playbacks)).toMatchObject({ kbps: 2_400 });
});

test('a video that goes through the server is seen without a report, and is one line with it', async () => {
  const signed = server.deps.streamSigner.stream(
    { id: 's', type: 'hls', playlist: `${upstream.url}/a.m3u8`, flags: [], captions: [] },
    { origin: server.url, scope: 'named' },
  );
  if (signed?.type !== 'hls') throw new Error('nothing was signed');
  await request(signed.playlist).get('').expect(200);
  expect(only((await list()).playbacks)).toMatchObject({
    title: null,
    delivery: 'relayed',
    reason: 'noAccess',
    state: 'playing',
  });
  await report({ stream: streamSession(signed.playlist) });
  expect(only((await list()).playbacks)).toMatchObject({
    title: 'Carnival',
    source: 'archive',
    delivery: 'relayed',
  });
  expect(await today()).toMatchObject({ plays: 1, viewers: 1 });
});

test('the nickname shows only if the account agrees', async () => {
  await report({ isNamed: true });
  expect(only((await list()).playbacks)).toMatchObject({ isNamed: false });
  await report({ isNamed: true }, viewer.headers);
  expect(only((await list()).playbacks)).toMatchObject({ isNamed: true, viewer: 'Quiet Otter' });
});

test('it is told how playback ended, and failures are counted once', async () => {
  await report({ state: 'left' });
  await report({ id: 'another-id-of-a-page', state: 'failed', error: 'errorDecode' });
  await report({ id: 'another-id-of-a-page', state: 'failed', error: 'errorDecode' });
  const { playbacks, playing } = await list();
  expect(playing).toBe(0);
  expect(new Map(playbacks.map(({ state, error }) => [state, error]))).toEqual(
    new Map([
      ['left', null],
      ['failed', 'errorDecode'],
    ]),
  );
  expect(await today()).toMatchObject({ plays: 2, failed: 1 });
});

test('viewers count once a day, whatever they watch', async () => {
  for (let at = 0; at < 3; at += 1) await report({ id: `a-random-id-of-page-${at}` });
  await report({ id: 'a-random-id-of-page-9' }, viewer.headers);
  expect(await today()).toMatchObject({ plays: 4, viewers: 2 });
});

test('without news for a while, contact is lost, and after an hour it is not listed', async () => {
  await report();
  await list();
  const move = (by: string) =>
    server.deps.database.query(`UPDATE playbacks SET seen_at = now() - interval '${by}'`, []);
  await move('2 minutes');
  expect(only((await list()).playbacks).state).toBe('lost');
  await move('61 minutes');
  expect((await list()).playbacks).toEqual([]);
});

test('invalid reports are refused', async () => {
  for (const over of [
    { id: 'short' },
    { title: '' },
    { source: 'a b' },
    { state: 'lost' },
    { seconds: -1 },
    { seconds: 1e9 },
    { stream: 'x' },
  ]) {
    const { status } = await request(server.url)
      .post('/playbacks')
      .send({ ...REPORT, ...over });
    expect(status).toBe(400);
  }
  expect((await list()).total).toBe(0);
});
