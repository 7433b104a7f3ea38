import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type OpenDatabase } from '../../../../tests/support/open-database.ts';
import { createPlaybacks } from './playbacks.ts';
import { createStreamActivity } from './stream-activity.ts';
import { createViewerName } from './viewer-name.ts';

let opened: OpenDatabase;
let time: number;
beforeEach(async () => {
  opened = await openTestDatabase();
  time = Date.UTC(2026, 5, 15, 12);
});
afterEach(() => opened.close());

const now = () => time;
const viewerName = createViewerName('secret', now);
const replica = (db: Pick<OpenDatabase['db'], 'query' | 'prisma'> = opened.db) => {
  const activity = createStreamActivity(now);
  const playbacks = createPlaybacks({ db, activity, viewerName, now, warn: () => undefined });
  return { activity, playbacks };
};

/** 16 bytes, and the first characters of a token that begins with these bytes. */
const SESSION = 'AAAAAAAAAAAAAAAAAAAAAA';
const TOKEN_START = 'AAAAAAAAAAAAAAAAAAAAAB';
const REPORT = {
  id: 'a-random-id-of-a-page',
  stream: TOKEN_START,
  title: 'Carnival',
  source: 'archive',
  state: 'playing',
  seconds: 20,
} as const;
const serve = (one: ReturnType<typeof replica>, url: string, bytes = () => 0) =>
  one.activity.serve({ session: SESSION, url, address: '192.0.2.1', bytes });

test('what a page and the relay tell of one stream is one line, from whichever replica', async () => {
  const [one, other] = [replica(), replica(await opened.replica())];
  let bytes = 1_000;
  serve(one, 'library:folder/0/abc/code/h264-720/3.m4s', () => bytes);
  await one.playbacks.list();
  time += 40_000;
  bytes += 20_000_000;
  // The relay's measurement isn't replaced.
  other.playbacks.report({ ...REPORT, kbps: 9_000 }, { id: 'account' });
  await Promise.all([one.playbacks.list(), other.playbacks.list()]);
  const { playbacks, playing } = await one.playbacks.list();
  expect(playing).toBe(1);
  expect(playbacks).toMatchObject([
    {
      id: SESSION,
      viewer: viewerName('account'),
      title: 'Carnival',
      source: 'archive',
      delivery: 'converted',
      reason: 'codec',
      kbps: 4_000,
    },
  ]);
  const [, today] = await one.playbacks.days(2);
  expect(today).toMatchObject({ plays: 1, viewers: 1 });
});

test('a stream without reports is listed without title, and ends when nothing is sent', async () => {
  const one = replica();
  const end = serve(one, 'library:folder/0/abc/code/video/3.m4s');
  expect((await one.playbacks.list()).playbacks).toMatchObject([
    { title: null, source: 'folder', delivery: 'remuxed', reason: 'container', state: 'playing' },
  ]);
  expect(await one.playbacks.days(1)).toMatchObject([{ plays: 1, viewers: 0 }]);
  time += 70_000;
  expect((await one.playbacks.list()).playbacks).toMatchObject([{ seconds: 70 }]);
  expect(await one.playbacks.days(1)).toMatchObject([{ plays: 1, viewers: 1, seconds: 70 }]);
  end();
  time += 100_000;
  expect((await one.playbacks.list()).playbacks).toMatchObject([{ state: 'lost' }]);
});

test('a lower quality is the viewer’s choice, and not the codec’s', async () => {
  const one = replica();
  serve(one, 'library:folder/0/abc/code/h264-480/3.m4s');
  one.playbacks.report({ ...REPORT, isLowered: true }, { id: 'account' });
  expect((await one.playbacks.list()).playbacks).toMatchObject([
    { delivery: 'converted', reason: 'quality' },
  ]);
});

test('what is running is listed first, then the latest of the last hour, as many as fit', async () => {
  const [playing, ended] = [replica(), replica()];
  const { stream: _stream, ...report } = REPORT;
  const tell = (state: 'playing' | 'finished' | 'failed', id: string) =>
    ended.playbacks.report({ ...report, state, id: `a-random-id-of-${id}` }, { id: 'account' });
  for (let at = 0; at < 205; at += 1) tell('finished', `page-${at}`);
  await ended.playbacks.list();
  time += 30 * 60_000;
  tell('playing', 'lost');
  await ended.playbacks.list();
  time += 91_000;
  tell('failed', 'failed');
  await ended.playbacks.list();
  time += 1_000;
  serve(playing, 'library:folder/0/abc/code/h264-720/3.m4s');
  await playing.playbacks.list();
  time += 60_000;
  const listed = await ended.playbacks.list();
  expect(listed).toMatchObject({ total: 208, playing: 1 });
  expect(listed.playbacks).toHaveLength(200);
  expect(listed.playbacks.slice(0, 4)).toMatchObject([
    { id: SESSION, state: 'playing', reason: 'codec' },
    { id: 'a-random-id-of-failed', state: 'failed', delivery: 'direct', reason: null },
    { id: 'a-random-id-of-lost', state: 'lost' },
    { state: 'finished' },
  ]);
  time += 30 * 60_000;
  expect(await ended.playbacks.list()).toMatchObject({ total: 3, playing: 0 });
});

test('days without playback are listed, the earliest first, and none before', async () => {
  const one = replica();
  one.playbacks.report(REPORT, { id: 'account' });
  await one.playbacks.list();
  time += 2 * 24 * 60 * 60 * 1000;
  one.playbacks.report({ ...REPORT, state: 'failed' }, { id: 'account' });
  const none = { plays: 0, seconds: 0, viewers: 0, failed: 0 };
  const days = [
    { day: '2026-06-14', ...none },
    { day: '2026-06-15', plays: 1, seconds: 20, viewers: 1, failed: 0 },
    { day: '2026-06-16', ...none },
    // The same stream, which still has its row.
    { day: '2026-06-17', plays: 0, seconds: 20, viewers: 1, failed: 1 },
  ];
  expect(await one.playbacks.days(4)).toEqual(days);
  expect(await one.playbacks.days(2)).toEqual(days.slice(2));
});

test('pseudonyms change every day', () => {
  const before = viewerName('account');
  expect(viewerName('other')).not.toBe(before);
  time += 24 * 60 * 60 * 1000;
  expect(viewerName('account')).not.toBe(before);
});

test('reports that could not be written are written later, once', async () => {
  let isDown = true;
  const query: typeof opened.db.query = (text, values) =>
    isDown ? Promise.reject(new Error('away')) : opened.db.query(text, values);
  const { playbacks } = replica({ prisma: opened.db.prisma, query });
  playbacks.report(REPORT, { id: 'account' });
  await expect(playbacks.list()).rejects.toThrow('away');
  playbacks.report(REPORT, { id: 'account' });
  isDown = false;
  expect((await playbacks.list()).playbacks).toMatchObject([{ seconds: 40 }]);
  expect(await playbacks.days(1)).toMatchObject([{ plays: 1, seconds: 40, viewers: 1 }]);
});

test('invented reports take bounded memory', async () => {
  const { playbacks } = replica();
  const { stream: _stream, ...report } = REPORT;
  for (let at = 0; at < 6_000; at += 1)
    playbacks.report({ ...report, id: `a-random-id-of-page-${at}` }, { id: 'account' });
  expect(await playbacks.list()).toMatchObject({ total: 5_000 });
});
