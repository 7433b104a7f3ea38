import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureMedia } from '../../../../../tests/support/media.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { splitArguments } from '#media-library/ffmpeg/split-arguments.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createDisk } from './disk.ts';
import { createScannedLibrary, type ScannedLibrary } from './folder-library.ts';

const FILES: Readonly<Record<string, string>> = {
  'Plain (2001).mp4': '-c:v libx264 -preset ultrafast -c:a aac',
  'Surround (2001).mp4': '-c:v libx264 -preset ultrafast -c:a ac3',
  'Old (2001).mp4': '-c:v mpeg4 -c:a aac',
  'Web (2001).webm': '-c:v libvpx -deadline realtime -c:a libvorbis',
};
const signal = new AbortController().signal;
let folder = '';

beforeAll(async () => {
  await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-direct-'));
  const inputs = '-v error -f lavfi -i testsrc2=s=320x180:r=25:d=6 -f lavfi -i sine=d=6';
  for (const [name, codecs] of Object.entries(FILES)) {
    const options = splitArguments(`${inputs} -pix_fmt yuv420p ${codecs}`);
    await promisify(execFile)('ffmpeg', [...options, join(folder, name)]);
  }
});

afterAll(() => rm(folder, { recursive: true }));

async function scanned(mode: 'auto' | 'off'): Promise<ScannedLibrary> {
  const transcoder = createTranscoder(createFfmpegCheck(mode));
  const log = { info: () => undefined, warn: () => undefined };
  const store = createDisk(folder);
  const library = createScannedLibrary({ store, prefix: 'library:direct/', transcoder, log });
  const stop = library.start();
  onTestFinished(async () => {
    transcoder.close();
    await stop();
  });
  await library.refresh();
  return library;
}

function urlOf(library: ScannedLibrary, title: string): string {
  const media = { type: 'movie', title, releaseYear: 2001, tmdbId: '1' } as const;
  const [video] = library.find(media);
  if (!video) throw new Error(`${title} is missing`);
  return video.url;
}

async function playlistOf(library: ScannedLibrary, title: string): Promise<string | undefined> {
  const { playlist } = await library.inspect(urlOf(library, title), signal);
  if (playlist === undefined) return undefined;
  const { body } = await library.open(playlist, { method: 'GET', headers: {}, signal });
  return Buffer.concat(await body.toArray()).toString();
}

test('a file is converted only if browsers do not play its codecs', async () => {
  const library = await scanned('auto');
  expect(await playlistOf(library, 'Plain')).toBeUndefined();
  expect(await playlistOf(library, 'Web')).toBeUndefined();
  expect(await playlistOf(library, 'Surround')).toMatch(/CODECS="avc1\.\w+,mp4a\.40\.2"/);
  expect(await playlistOf(library, 'Old')).toContain('h264-180.m3u8');
  const { height, seconds } = await library.inspect(urlOf(library, 'Plain'), signal);
  expect({ height, seconds: Math.round(seconds ?? 0) }).toEqual({ height: 180, seconds: 6 });
});

test('without ffmpeg it is sent as it is, because some browsers play it', async () => {
  const library = await scanned('off');
  for (const title of ['Plain', 'Surround', 'Old']) {
    const facts = await library.inspect(urlOf(library, title), signal);
    expect(facts.height).toBe(180);
    expect([facts.unplayable, facts.playlist]).toEqual([undefined, undefined]);
  }
});
