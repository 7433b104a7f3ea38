// Files on a network share, and files that change during playback.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDestination } from '#proxy/destination.ts';
import { createHttpClient } from '#proxy/http-client.ts';
import { ensureContainerMedia } from '../../../../../tests/support/container-media.ts';
import {
  startWebdav,
  WEBDAV_PASSWORD,
  WEBDAV_USER,
} from '../../../../../tests/support/fakes/webdav.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createWebdav } from '#media-library/webdav/webdav.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from './remuxer.ts';

const run = promisify(execFile);
const options = { method: 'GET', headers: {}, signal: new AbortController().signal } as const;

async function read(remuxer: Remuxer, file: string, child: string): Promise<Buffer> {
  const url = `library:test/${'a'.repeat(32)}/${child}`;
  return await buffer((await remuxer.open(url, file, options)).body);
}

function remuxerOf(store: Pick<FileStore, 'open'>): Remuxer {
  const remuxer = createRemuxer(store, createTranscoder(createFfmpegCheck('off')));
  onTestFinished(remuxer.close);
  return remuxer;
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-share-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function share(media: string): Promise<FileStore> {
  const names = ['h264-aac.mkv', 'edit-list.mov', 'h264-aac.ts'];
  const files = Object.fromEntries(names.map((name) => [name, { file: join(media, name) }]));
  const fake = await startWebdav({ files });
  const upstream = createHttpClient(createDestination({ exempt: [fake.host] }));
  onTestFinished(async () => {
    await upstream.close();
    await fake.close();
  });
  return createWebdav({
    url: `${fake.url}/dav/films`,
    user: WEBDAV_USER,
    password: WEBDAV_PASSWORD,
    upstream,
    userAgent: 'test',
  });
}

test('a share gives the same segments as a disk', { timeout: 300_000 }, async () => {
  const media = await ensureContainerMedia();
  // An init segment contains its creation time.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const [near, far] = [remuxerOf(createDisk(media)), remuxerOf(await share(media))];
  for (const file of ['h264-aac.mkv', 'edit-list.mov', 'h264-aac.ts']) {
    for (const child of ['master.m3u8', 'video.m3u8', 'video/init.mp4', 'video/3.m4s']) {
      const [one, other] = [await read(near, file, child), await read(far, file, child)];
      expect(other.equals(one), `${file} ${child}`).toBe(true);
    }
  }
});

test('a segment needs only its part of a file', { timeout: 300_000 }, async () => {
  const media = await ensureContainerMedia();
  const folder = await temporary();
  const source = ['-stream_loop', '15', '-i', join(media, 'h264-aac.mkv'), '-c', 'copy'];
  await run('ffmpeg', ['-loglevel', 'error', ...source, join(folder, 'long.mkv')]);
  const disk = createDisk(folder);
  let bytes = 0;
  const starts: number[] = [];
  const remuxer = remuxerOf({
    open: async (path, asked) => {
      const response = await disk.open(path, asked);
      bytes += Number(response.headers['content-length'] ?? 0);
      starts.push(Number(/\d+/.exec(asked.headers.range ?? '')?.[0]));
      return response;
    },
  });
  await read(remuxer, 'long.mkv', 'video.m3u8');
  await read(remuxer, 'long.mkv', 'video/70.m4s');
  const { size } = await stat(join(folder, 'long.mkv'));
  expect(bytes).toBeLessThan(size / 4);
  await read(remuxer, 'long.mkv', 'video/40.m4s');
  starts.length = 0;
  await read(remuxer, 'long.mkv', 'video/60.m4s');
  // The first frame of the file, which each segment needs, is cached.
  expect(Math.min(...starts)).toBeGreaterThan(size / 4);
});

test('a file that is replaced is opened anew', { timeout: 300_000 }, async () => {
  const media = await ensureContainerMedia();
  const folder = await temporary();
  const path = join(folder, 'film.mkv');
  await copyFile(join(media, 'h264-aac.mkv'), path);
  const remuxer = remuxerOf(createDisk(folder));
  expect((await read(remuxer, 'film.mkv', 'master.m3u8')).toString()).toContain('avc1');
  await rm(path);
  await copyFile(join(media, 'vp9-opus.mkv'), path);
  expect((await read(remuxer, 'film.mkv', 'master.m3u8')).toString()).toContain('vp09');
});
