// Pictures of own titles: among the files, and inside them.
import { listLibraryTitles } from '@matinee/shared/contract/library';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { ensureMedia } from '../support/media.ts';

const run = promisify(execFile);
let disk = '';
let server: TestApp;

async function folderOf(path: string): Promise<string> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  return target;
}

/** The start of a PNG with these dimensions. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header]);
}

/** The start of a JPEG with these dimensions, after a comment. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('fffe0004c0c0ffc0001108000000000301', 'hex');
  const start = Buffer.concat([Buffer.from('ffd8', 'hex'), frame]);
  start.writeUInt16BE(height, 13);
  start.writeUInt16BE(width, 15);
  return start;
}

/** Content of `poster.jpg`, by title. */
const HOSTILE: Readonly<Record<string, Buffer>> = {
  Empty: Buffer.alloc(0),
  Scripted: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'Vast picture': png(60_000, 60_000),
  'Vast photograph': jpeg(65_000, 65_000),
  'Endless markers': Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(200_000, 0xff)]),
  Truncated: jpeg(600, 900),
  Renamed: png(600, 900),
};

const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-own-'));
  const { video360, poster } = await ensureMedia();
  const copied = ['-c', 'copy', '-t', '2'];
  const both = ['-i', video360, '-i', poster, '-map', '0', '-map', '1'];
  const cover = ['-disposition:v:1', 'attached_pic'];
  await ffmpeg(...both, ...copied, ...cover, await folderOf('Videos/with cover.mp4'));
  const attached = ['-metadata:s:t', 'mimetype=image/png', '-metadata:s:t', 'filename=cover.png'];
  const attach = ['-i', video360, '-attach', poster, ...attached];
  await ffmpeg(...attach, ...copied, await folderOf('Videos/with attachment.mkv'));
  await copyFile(video360, await folderOf('Videos/without.mp4'));
  await copyFile(video360, await folderOf('Forged (2001)/Forged (2001).mp4'));
  await writeFile(join(disk, 'Forged (2001)/poster.jpg'), '<html><script>alert(1)</script>');
  await copyFile(video360, await folderOf('Huge (2002)/Huge (2002).mp4'));
  await copyFile(poster, join(disk, 'Huge (2002)/folder.png'));
  await truncate(join(disk, 'Huge (2002)/folder.png'), 30 * 1024 * 1024);
  await copyFile(video360, await folderOf('Both (2003)/Both (2003).mp4'));
  await copyFile(poster, join(disk, 'Both (2003)/Both (2003)-poster.png'));
  await copyFile(poster, join(disk, 'Both (2003)/fanart.png'));
  for (const [title, bytes] of Object.entries(HOSTILE)) {
    await copyFile(video360, await folderOf(`${title} (2004)/${title} (2004).mp4`));
    await writeFile(join(disk, `${title} (2004)/poster.jpg`), bytes);
  }
  server = await startTestApp({
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
  });
  await vi.waitUntil(() => server.deps.isLibraryComplete(), { timeout: 20_000 });
});

afterAll(async () => {
  await server.close();
  await rm(disk, { recursive: true });
});

async function entryOf(title: string) {
  const { body } = await request(server.url).get('/library/titles').query({ limit: 200 });
  return listLibraryTitles.reply.parse(body).titles.find((each) => each.title === title);
}

const picture = async (path: string) => request(server.url).get(path).buffer();

test.each(['with cover', 'with attachment'])('a home video %s shows it', async (title) => {
  const entry = await vi.waitFor(
    async () => {
      const found = await entryOf(title);
      expect(found?.poster).toMatch(/^\/library\/pictures\//);
      return found;
    },
    { timeout: 20_000 },
  );
  const { status, type, body } = await picture(entry?.poster ?? '');
  expect({ status, type }).toEqual({ status: 200, type: 'image/png' });
  expect(Buffer.from(body).subarray(1, 4).toString()).toBe('PNG');
  const forged =
    entry?.poster?.replace(/pictures\/./, (start) =>
      start.endsWith('_') ? 'pictures/-' : 'pictures/_',
    ) ?? '';
  expect((await picture(forged)).status).toBe(404);
  // The header of the file also has the length.
  expect(entry?.runtime).toBe(1);
});

test('one without has none, and is sorted by its length', async () => {
  await vi.waitFor(async () => expect((await entryOf('without'))?.runtime).toBe(1), {
    timeout: 20_000,
  });
  expect((await entryOf('without'))?.poster).toBeNull();
});

test('what is no picture, or is too large, is not served', async () => {
  for (const title of ['Forged', 'Huge']) {
    const path = (await entryOf(title))?.poster ?? '';
    expect(path).toMatch(/^\/library\/pictures\//);
    expect((await picture(path)).status).toBe(404);
  }
});

test('a poster named like the movie, and the backdrop of its details', async () => {
  const { id = 0, poster } = (await entryOf('Both')) ?? {};
  expect((await picture(poster ?? '')).type).toBe('image/png');
  const { body } = await request(server.url).get(`/catalogue/3/movie/${id}`);
  expect((await picture(body.backdrop_path)).type).toBe('image/png');
});

test.each([
  ['Empty', 404, 'application/json'],
  ['Scripted', 404, 'application/json'],
  ['Vast picture', 404, 'application/json'],
  ['Vast photograph', 404, 'application/json'],
  // The browser shows the part that exists.
  ['Endless markers', 200, 'image/jpeg'],
  ['Truncated', 200, 'image/jpeg'],
  ['Renamed', 200, 'image/png'],
] as const)('a hostile poster does no harm: %s', async (title, status, type) => {
  const response = await picture((await entryOf(title))?.poster ?? '');
  expect(response).toMatchObject({ status, type });
  expect(response.headers['x-content-type-options']).toBe('nosniff');
});

test('the resolution of a title is known before anybody has opened it', async () => {
  const height = async () => (await entryOf('Both'))?.height;
  await vi.waitFor(async () => expect(await height()).toBe(360), { timeout: 20_000 });
});
