// Movies of the operator on a disk and on a share: found by the relay, played with stream tokens, and never revealed.
import { listOwnSources, listSkippedFiles } from '@matinee/shared/contract/library';
import { FileStream } from '@matinee/shared/media/stream';
import { copyFile, mkdir, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Fake } from '../support/fakes/http.ts';
import { startWebdav, WEBDAV_PASSWORD, WEBDAV_USER } from '../support/fakes/webdav.ts';
import { register } from '../support/identity.ts';
import { ensureMedia } from '../support/media.ts';
import { pgsOf } from '../support/pgs.ts';

const REEL = { type: 'movie', title: 'Own Reel', releaseYear: 1971, tmdbId: 77_001 };
const VANISHING = { type: 'movie', title: 'Vanishing', releaseYear: 1973, tmdbId: 77_003 };
const SHOW = {
  type: 'show',
  title: 'Shared Show',
  releaseYear: 1972,
  tmdbId: 77_002,
  seasonNumber: 1,
  seasonTmdbId: 77_100,
  episodeNumber: 2,
  episodeTmdbId: 77_102,
};

let disk = '';
let share: Fake;
let server: TestApp;
let movie = Buffer.alloc(0);

beforeAll(async () => {
  const media = await ensureMedia();
  movie = await readFile(media.video360);
  disk = await mkdtemp(join(tmpdir(), 'matinee films '));
  const reel = join(disk, 'Own Reel (1971) [tmdbid-77001]');
  await mkdir(reel);
  await copyFile(media.video360, join(reel, 'Own Reel (1971) - 360p.mp4'));
  // The name does not contain the height.
  await copyFile(media.video720, join(reel, 'Own Reel (1971).mp4'));
  await copyFile(media.srt, join(reel, 'Own Reel (1971).en.srt'));
  await writeFile(join(reel, 'Own Reel (1971).de.sup'), pgsOf(2, 30));
  await writeFile(join(reel, 'Own Reel (1971).fr.ass'), ASS);
  const picturesOnShare = join(disk, 'share.bin');
  await writeFile(picturesOnShare, pgsOf(1, 4));
  await copyFile(media.video360, join(disk, 'Vanishing (1973).mp4'));
  await copyFile(media.video360, join(disk, 'Old Reel secret cut [tmdbid-77004].iso'));
  share = await startWebdav({
    files: {
      'Shared Show (1972) [tmdbid-77002]/Season 1/S01E02.mp4': { file: media.video360 },
      'Shared Show (1972) [tmdbid-77002]/Season 1/S01E02.de.vtt': { file: media.vtt },
      'Shared Show (1972) [tmdbid-77002]/Season 1/S01E02.en.sup': { file: picturesOnShare },
    },
  });
  server = await startTestApp({
    MEDIA_FOLDERS: ` ${disk} , ${join(disk, 'nowhere')}`,
    WEBDAV_URL: `${share.url}/dav/films/`,
    WEBDAV_USER,
    WEBDAV_PASSWORD,
    REGISTRATION: 'open',
    LOG_LEVEL: 'info',
  });
  const reported = (text: string) => vi.waitUntil(() => server.log.join().includes(text));
  await reported('3 videos in 2 folders');
  await reported('WebDAV: 1 video in 3 folders');
});

afterAll(async () => {
  await server.close();
  await share.close();
  await rm(disk, { recursive: true });
});

/** The result of this source's run, and every byte of its response. */
async function scrape(query: Readonly<Record<string, string | number>>) {
  const { text } = await request(server.url)
    .get('/scrape/source')
    .query({ id: 'folder', ...query })
    .buffer();
  const [, type, data = ''] = /event: (completed|error)\ndata: (.*)\n/.exec(text) ?? [];
  const event: unknown = { ...JSON.parse(data), type };
  const [stream] = z.looseObject({ stream: z.array(FileStream).default([]) }).parse(event).stream;
  return { text, type, stream };
}

const ASS = `[Script Info]
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour
Style: Default,Arial,48,&H0000FF00
[Events]
Format: Layer, Start, End, Style, Text
Dialogue: 0,0:00:01.00,0:00:50.00,Default,Vert
`;

const bodyOf = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('a movie on the disk', () => {
  test('is played in all qualities, by ranges, through addresses that reveal nothing', async () => {
    const { text, stream } = await scrape(REEL);
    expect(Object.keys(stream?.qualities ?? {})).toEqual(['360', '720']);
    const url = stream?.qualities['360']?.url ?? '';
    expect(url).toMatch(new RegExp(`^${server.url}/stream/[\\w-]+/stream\\.mp4$`));
    const full = await request(url).get('').buffer();
    expect(full.headers['content-type']).toBe('video/mp4');
    expect(Buffer.compare(full.body, movie)).toBe(0);
    const part = await request(url).get('').set('range', 'bytes=1000-1999').buffer();
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 1000-1999/${movie.length}`);
    expect(Buffer.compare(part.body, movie.subarray(1_000, 2_000))).toBe(0);
    const beyond = await request(url).get('').set('range', `bytes=${movie.length}-`);
    expect(beyond.status).toBe(416);
    const reported = text + JSON.stringify([full.headers, part.headers, beyond.headers]);
    expect(reported).not.toMatch(/matinee films|Own Reel \(1971\)|library:/);
  });

  test('has its captions', async () => {
    const { stream } = await scrape(REEL);
    const [track] = stream?.captions ?? [];
    // Movie-web clients know these members and these types.
    expect(track).toEqual({
      id: '1-en',
      type: 'vtt',
      url: expect.any(String),
      hasCorsRestrictions: false,
      language: 'en',
    });
    expect(stream?.captions.map(({ type }) => type)).toEqual(['vtt', 'vtt']);
    const response = await request(track?.url ?? '')
      .get('')
      .buffer();
    expect(response.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(response.text).toMatch(/^WEBVTT\n/);
    expect(response.text).toContain('Seven steps to the harbour.');
  });

  test('has its ASS styles, and image subtitles unchanged', async () => {
    const { text, stream } = await scrape(REEL);
    const styled = stream?.captions.find(({ language }) => language === 'fr');
    expect(await bodyOf(styled?.original)).toEqual(Buffer.from(ASS));
    const [track] = stream?.imageCaptions ?? [];
    expect(track).toMatchObject({ type: 'pgs', language: 'de', hasCorsRestrictions: false });
    expect(await bodyOf(track?.url)).toEqual(pgsOf(2, 30));
    const [shared] = (await scrape(SHOW)).stream?.imageCaptions ?? [];
    expect(await bodyOf(shared?.url)).toEqual(pgsOf(1, 4));
    expect(text).not.toMatch(/matinee films|library:/);
  });

  test('that is removed is gone, also for a viewer in the middle of it', async () => {
    const { stream } = await scrape(VANISHING);
    const url = stream?.qualities['360']?.url ?? '';
    expect((await request(url).head('')).status).toBe(200);
    await unlink(join(disk, 'Vanishing (1973).mp4'));
    expect((await request(url).get('')).status).toBe(404);
  });
});

describe('a movie in an unsupported format', () => {
  test('is reported by its format, and never by its name', async () => {
    const { text, type } = await scrape({ ...REEL, title: 'Old Reel', tmdbId: 77_004 });
    expect(type).toBe('error');
    const cause = '"cause":{"code":"unplayableFile","format":"ISO (.iso)"}';
    expect(text).toContain('"name":"NotFoundError","message":"there\'s a file, but browsers');
    expect(text).toContain(cause);
    expect(text).not.toMatch(/Old Reel|matinee films|secret/);
    const run = await request(server.url)
      .get('/scrape')
      .query({ ...REEL, tmdbId: 77_004 })
      .buffer();
    expect(run.text).toContain(cause);
    expect(run.text).not.toMatch(/Old Reel|matinee films|secret/);
  });
});

describe('an episode on a share', () => {
  test('is played by ranges, and reveals neither its location nor credentials', async () => {
    const { text, stream } = await scrape(SHOW);
    const url = stream?.qualities['360']?.url ?? '';
    const part = await request(url).get('').set('range', 'bytes=0-99').buffer();
    expect([part.status, part.headers['content-type']]).toEqual([206, 'video/mp4']);
    expect(Buffer.compare(part.body, movie.subarray(0, 100))).toBe(0);
    const caption = await request(stream?.captions[0]?.url ?? '')
      .get('')
      .buffer();
    expect(caption.text).toMatch(/^WEBVTT/);
    const reported = text + JSON.stringify([part.headers, caption.headers]);
    for (const secret of [share.host, WEBDAV_USER, WEBDAV_PASSWORD, '/dav', 'library:']) {
      expect(reported).not.toContain(secret);
      expect(server.log.join()).not.toContain(WEBDAV_PASSWORD);
    }
  });

  test.each([
    ['down', 502],
    ['redirectsToItself', 502],
    [{ redirectsTo: 'http://127.0.0.1:1/' }, 403],
  ] as const)('fails alone when the share is %j', async (mode, status) => {
    const { stream } = await scrape(SHOW);
    share.behave(mode);
    const url = stream?.qualities['360']?.url ?? '';
    const response = await request(url).get('');
    share.behave('normal');
    expect(response.status).toBe(status);
    expect(response.text).not.toContain(share.host);
  });

  test.each(['endless', { slowMs: 60_000 }] as const)(
    'of a share that is %j is aborted when the viewer leaves',
    async (mode) => {
      const { stream } = await scrape(SHOW);
      share.behave(mode);
      const leaving = new AbortController();
      const url = stream?.qualities['360']?.url ?? '';
      const response = fetch(url, { signal: leaving.signal }).catch(() => undefined);
      await vi.waitFor(() => expect(share.open()).toBeGreaterThan(0));
      leaving.abort();
      await response;
      await vi.waitFor(() => expect(share.open()).toBe(0));
      share.behave('normal');
    },
  );
});

test('a movie that no library has is not found', async () => {
  const { type, text } = await scrape({ ...REEL, title: 'Nothing', tmdbId: 77_999 });
  expect(type).toBe('error');
  expect(text).toContain('no matching file');
});

test('administrators learn which folder can not be read', async () => {
  const { headers } = await register(server);
  await vi.waitFor(async () => {
    const { body } = await request(server.url).get('/library/sources').set(headers);
    const { sources, needsRelay } = listOwnSources.reply.parse(body);
    expect(needsRelay).toBe(false);
    expect(sources).toMatchObject([
      { isReachable: true },
      { name: 'nowhere', isReachable: false },
      { name: 'WebDAV', isReachable: true },
    ]);
  });
});

test('without the relay there is no such source', async () => {
  const { body } = await request(server.url).get('/metadata');
  expect(JSON.stringify(body)).toContain('"folder"');
  const closed = await startTestApp({
    MEDIA_FOLDERS: disk,
    STREAM_RELAY: 'off',
    REGISTRATION: 'open',
  });
  const without = await request(closed.url).get('/metadata');
  const { headers } = await register(closed);
  const own = await request(closed.url).get('/library/sources').set(headers);
  const skipped = await request(closed.url).get('/library/skipped').set(headers);
  await closed.close();
  expect(listOwnSources.reply.parse(own.body)).toEqual({ sources: [], needsRelay: true });
  expect(listSkippedFiles.reply.parse(skipped.body).state).toBe('needsRelay');
  expect(JSON.stringify(without.body)).not.toContain('"folder"');
});
