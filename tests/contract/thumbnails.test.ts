// Pictures over the timeline of the operator's files, which the server makes in the background.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startWebdav, WEBDAV_PASSWORD, WEBDAV_USER } from '../support/fakes/webdav.ts';
import type { Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { bytesOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const REEL = { title: 'Own Reel', releaseYear: '1971', tmdbId: '77001' };
const TAPE = { title: 'Own Tape', releaseYear: '1972', tmdbId: '77002' };
const REEL_FILE = 'Own Reel (1971) [tmdbid-77001].mp4';
const DAY_MS = 24 * 60 * 60_000;

let database: TestDatabase;
let share: Fake;
let disk = '';
let shared = '';

beforeAll(async () => {
  database = await createTestDatabase();
  disk = await mkdtemp(join(tmpdir(), 'matinee-thumbnails-'));
  const { video360 } = await ensureMedia();
  await copyFile(video360, join(disk, REEL_FILE));
  shared = await mkdtemp(join(tmpdir(), 'matinee-share-'));
  const tape = join(shared, 'tape.mkv');
  const half = ['-v', 'error', '-i', video360, '-t', '30', '-c', 'copy', tape];
  await promisify(execFile)('ffmpeg', half);
  share = await startWebdav({ files: { 'Own Tape (1972) [tmdbid-77002].mkv': { file: tape } } });
}, 180_000);

afterAll(async () => {
  await database.drop();
  await share.close();
  for (const folder of [disk, shared]) await rm(folder, { recursive: true });
});

async function open(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const server = await startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    WEBDAV_URL: `${share.url}/dav/films`,
    WEBDAV_USER,
    WEBDAV_PASSWORD,
    SEGMENT_DETECTION: 'off',
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    THUMBNAILS_MAX_MIB: '64',
    ...environment,
  });
  await vi.waitUntil(() => server.deps.isLibraryComplete(), { timeout: 20_000 });
  return server;
}

const tableOf = (server: TestApp) => server.deps.database.prisma.libraryThumbnails;

const untilMade = (server: TestApp, count: number) =>
  vi.waitUntil(async () => (await tableOf(server).count()) === count, {
    timeout: 120_000,
    interval: 200,
  });

/** The URL of the title's track, and its pictures. */
async function trackOf(server: TestApp, title: Readonly<Record<string, string>>) {
  const [stream] = await scrapeSource(server.url, { id: 'folder', type: 'movie', ...title });
  const { url = '' } = stream?.thumbnailTrack ?? {};
  const text = await textOf(url);
  expect(text).toMatch(/^WEBVTT\n/);
  return { url, pictures: text.match(/^\d+\.jpg#xywh=.*$/gm) ?? [], text };
}

test('files of folders and shares have pictures, which stay when they are renamed', async () => {
  const first = await open();
  try {
    await untilMade(first, 2);
    const reel = await trackOf(first, REEL);
    // The file lasts a minute and has a keyframe every two seconds.
    expect(reel.pictures.length).toBeGreaterThan(20);
    expect(reel.text).toContain('00:00:00.000 --> ');
    expect(reel.text).toContain(' --> 00:01:00.');
    expect(reel.pictures[0]).toBe('0.jpg#xywh=0,0,320,180');
    const sheet = await fetch(new URL('0.jpg', reel.url));
    expect(sheet.headers.get('content-type')).toBe('image/jpeg');
    expect([...new Uint8Array(await sheet.arrayBuffer()).subarray(0, 3)]).toEqual([255, 216, 255]);
    const tape = await trackOf(first, TAPE);
    expect(tape.pictures.length).toBeGreaterThan(8);
    expect((await bytesOf(new URL('0.jpg', tape.url).href)).length).toBeGreaterThan(2_000);
  } finally {
    await first.close();
  }
  await rename(join(disk, REEL_FILE), join(disk, `1080p ${REEL_FILE}`));
  // The pictures are found by the file's content.
  const later = await open();
  try {
    const hasPictures = async () => (await trackOf(later, TAPE)).pictures.length > 0;
    await vi.waitUntil(hasPictures, { timeout: 30_000, interval: 200 });
    expect(await tableOf(later).count()).toBe(2);
  } finally {
    await later.close();
    await rename(join(disk, `1080p ${REEL_FILE}`), join(disk, REEL_FILE));
  }
}, 180_000);

test('a track opens nothing but its pictures', async () => {
  const server = await open();
  try {
    const { url } = await trackOf(server, TAPE);
    for (const name of ['99.jpg', 'master.m3u8', '..%2Fmaster.m3u8', 'track.vtt.jpg']) {
      const { status } = await fetch(`${url.slice(0, url.lastIndexOf('/'))}/${name}`);
      expect([403, 404]).toContain(status);
    }
  } finally {
    await server.close();
  }
});

test('of two replicas one makes the pictures of a file', async () => {
  const before = await open({ THUMBNAILS_MAX_MIB: '0' });
  await tableOf(before).deleteMany({});
  await before.close();
  const replicas = await Promise.all([open(), open()]);
  try {
    const [one] = replicas;
    await untilMade(one, 2);
    for (const server of replicas)
      expect((await trackOf(server, REEL)).pictures.length).toBeGreaterThan(20);
    expect(replicas.flatMap(({ log }) => log).join()).not.toContain('thumbnails');
  } finally {
    await Promise.all(replicas.map((server) => server.close()));
  }
}, 180_000);

test('pictures go with their files, and the oldest make way', async () => {
  const server = await open();
  try {
    const table = tableOf(server);
    await untilMade(server, 2);
    const old = { usedAt: new Date(Date.now() - 2 * DAY_MS) };
    const facts = { width: 2, height: 2, duration: 1, seconds: [0] };
    const more = 70n * 1024n * 1024n;
    await table.create({ data: { ...facts, ...old, identity: 'a removed file', bytes: more } });
    const { identity } = await table.findFirstOrThrow({ where: { duration: { gt: 50 } } });
    await table.delete({ where: { identity } });
    // A viewer opens a title with missing pictures.
    await trackOf(server, REEL);
    await vi.waitUntil(async () => (await trackOf(server, REEL)).pictures.length > 0, {
      timeout: 120_000,
      interval: 200,
    });
    expect(await table.count({ where: { identity: 'a removed file' } })).toBe(0);
    expect(await table.count()).toBe(2);
  } finally {
    await server.close();
  }
}, 180_000);

test('with THUMBNAILS_MAX_MIB=0 or without ffmpeg, browsers make them', async () => {
  const none = await open({ THUMBNAILS_MAX_MIB: '0' });
  try {
    const [stream] = await scrapeSource(none.url, { id: 'folder', type: 'movie', ...REEL });
    expect(stream).toBeDefined();
    expect(stream?.thumbnailTrack).toBeUndefined();
  } finally {
    await none.close();
  }
});
