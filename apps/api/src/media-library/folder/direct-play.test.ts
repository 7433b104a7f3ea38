import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseCapabilities } from '@matinee/shared/media/capabilities';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureMedia } from '../../../../../tests/support/media.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { splitArguments } from '#media-library/ffmpeg/arguments.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createDisk } from './disk.ts';
import { createScannedLibrary, type ScannedLibrary } from './folder-library.ts';

const H264 = '-c:v libx264 -preset ultrafast';
const HEVC = '-c:v libx265 -preset ultrafast -x265-params log-level=error';
const FILES: Readonly<Record<string, string>> = {
  'Plain (2001).mp4': '-c:v libx264 -preset ultrafast -c:a aac',
  'Large (2001).mp4': '-s 848x480 -c:v libx264 -preset ultrafast -c:a aac',
  'Two (2001).mp4': `-map 0:v -map 1:a -map 1:a -metadata:s:a:0 language=eng -metadata:s:a:1 language=ger -s 848x480 ${H264} -c:a aac`,
  'Surround (2001).mp4': '-c:v libx264 -preset ultrafast -c:a ac3 -ar 48000',
  'Old (2001).mp4': '-c:v mpeg4 -c:a aac',
  'Web (2001).webm': '-c:v libvpx -deadline realtime -c:a libvorbis',
  'Disc (2001).mkv': '-c:v libx264 -preset ultrafast -c:a dca -strict -2',
  'Deep (2001).mkv': `${HEVC} -c:a eac3 -ac 6`,
  'Tagged (2001).mp4': `${HEVC} -tag:v hvc1 -c:a ac3`,
  'Open (2001).mkv': `${H264} -x264-params keyint=25:open-gop=1:bframes=3:b-adapt=0 -c:a aac`,
  'Open (2001).ts': `${H264} -x264-params keyint=25:open-gop=1:bframes=3:b-adapt=0 -c:a aac`,
  'Refresh (2001).mkv': `${H264} -x264-params keyint=25:intra-refresh=1 -c:a aac`,
  'Closed (2001).ts': `${H264} -g 25 -c:a aac`,
  'Broadcast (2001).ts': '-c:v mpeg2video -c:a mp2',
  'Ten (2001).mp4': '-c:v libx264 -preset ultrafast -profile:v high10 -c:a aac',
};
const signal = new AbortController().signal;
let folder = '';

beforeAll(async () => {
  await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-direct-'));
  const inputs = '-v error -f lavfi -i testsrc2=s=320x180:r=25:d=6 -f lavfi -i sine=d=6';
  for (const [name, codecs] of Object.entries(FILES)) {
    const options = splitArguments(`${inputs} ${codecs}`);
    const depth = ['-pix_fmt', name.startsWith('Ten') ? 'yuv420p10le' : 'yuv420p'];
    await promisify(execFile)('ffmpeg', [...options, ...depth, join(folder, name)]);
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

const movie = (title: string) =>
  ({ type: 'movie', title, releaseYear: 2001, tmdbId: '1' }) as const;

function urlOf(library: ScannedLibrary, title: string): string {
  const [video] = library.find(movie(title));
  if (!video) throw new Error(`${title} is missing`);
  return video.url;
}

async function inspect(library: ScannedLibrary, title: string, words?: string) {
  const capabilities = words === undefined ? undefined : parseCapabilities(words);
  return await library.inspect(urlOf(library, title), { capabilities, signal });
}

async function playlistOf(
  library: ScannedLibrary,
  title: string,
  words?: string,
): Promise<string | undefined> {
  const { playlist } = await inspect(library, title, words);
  if (playlist === undefined) return undefined;
  return await read(library, playlist);
}

async function bytesOf(library: ScannedLibrary, url: string): Promise<Buffer> {
  const { body } = await library.open(url, { method: 'GET', headers: {}, signal });
  return Buffer.concat(await body.toArray());
}

async function read(library: ScannedLibrary, url: string): Promise<string> {
  return (await bytesOf(library, url)).toString();
}

test('a file is converted only if browsers do not play its codecs', async () => {
  const library = await scanned('auto');
  expect(await playlistOf(library, 'Plain')).toBeUndefined();
  expect(await playlistOf(library, 'Web')).toBeUndefined();
  expect(await playlistOf(library, 'Surround')).toMatch(/CODECS="avc1\.\w+,mp4a\.40\.2"/);
  expect(await playlistOf(library, 'Old')).toContain('h264-180.m3u8');
  const { height, seconds } = await inspect(library, 'Plain');
  expect({ height, seconds: Math.round(seconds ?? 0) }).toEqual({ height: 180, seconds: 6 });
});

test('without ffmpeg it is sent as it is, because some browsers play it', async () => {
  const library = await scanned('off');
  for (const title of ['Plain', 'Old']) {
    const facts = await inspect(library, title);
    expect(facts.height).toBe(180);
    expect([facts.unplayable, facts.playlist]).toEqual([undefined, undefined]);
  }
  expect(await playlistOf(library, 'Surround')).toMatch(/CODECS="avc1\.\w+,mp4a\.40\.2"/);
});

const CHROME = 'avc,avc-4k,vp9,av1,aac,mp3,opus,flac,webm';
const SAFARI = 'avc,avc-4k,hevc,hevc-10,vp9,aac,mp3,opus,flac,ac3,eac3,surround,hdr';

test('each browser gets the tracks that it decodes as they are', async () => {
  const library = await scanned('auto');
  expect(await playlistOf(library, 'Plain', CHROME)).toBeUndefined();
  expect(await playlistOf(library, 'Tagged', SAFARI)).toBeUndefined();
  const deep = await playlistOf(library, 'Deep', SAFARI);
  expect(deep).toMatch(/CODECS="hvc1\.1\.[\w.]+,ec-3"/);
  expect(deep).not.toContain('h264-180');
  // The server encodes the video, and mixes the sound down to two channels.
  expect(await playlistOf(library, 'Deep', CHROME)).not.toContain('hvc1');
  expect(await playlistOf(library, 'Deep', CHROME)).toContain('h264-180.m3u8');
  expect(await playlistOf(library, 'Tagged', CHROME)).toContain('h264-180.m3u8');
  expect(await playlistOf(library, 'Ten', CHROME)).toContain('h264-180.m3u8');
  expect(await playlistOf(library, 'Broadcast', CHROME)).toContain('h264-180.m3u8');
  expect(await playlistOf(library, 'Ten', `${CHROME},avc-10`)).toBeUndefined();
  // This browser plays no WebM.
  expect(await playlistOf(library, 'Web', SAFARI)).toContain('h264-180.m3u8');
});

test('a file that is sent as it is has lower qualities, which ffmpeg makes while they play', async () => {
  const library = await scanned('auto');
  const { playlist, lowerQualities = {} } = await inspect(library, 'Large', CHROME);
  expect(playlist).toBeUndefined();
  expect(Object.keys(lowerQualities)).toEqual(['360']);
  const master = await read(library, lowerQualities['360'] ?? '');
  expect(master.match(/#EXT-X-STREAM-INF/g)).toHaveLength(1);
  expect(master).not.toContain('#EXT-X-MEDIA');
  const [step = ''] = /^library:.*h264-360\.m3u8$/m.exec(master) ?? [];
  const lines = (await read(library, step)).split('\n');
  const seconds = lines.flatMap((line) => /^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? []).map(Number);
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeCloseTo(6, 1);
  const [init = '', media = ''] = lines.flatMap((line) => /library:[^"]+\/1\.\w+/.exec(line) ?? []);
  const path = join(folder, 'lower.part');
  const parts = await Promise.all([init, media].map((url) => bytesOf(library, url)));
  await writeFile(path, Buffer.concat(parts));
  const entries = ['-show_entries', 'stream=codec_name,height'];
  const options = ['-v', 'error', ...entries, '-of', 'csv=p=0', '-f', 'mp4', path];
  const { stdout } = await promisify(execFile)('ffprobe', options);
  expect(stdout).toMatch(/^h264,360\naac\s*$/);
});

test('its lower qualities, and a playlist of itself, have all of its sound tracks', async () => {
  const library = await scanned('auto');
  const { lowerQualities = {}, allAudio = '' } = await inspect(library, 'Two', CHROME);
  for (const [address, step] of [
    [allAudio, 'video'],
    [lowerQualities['360'] ?? '', 'h264-360'],
  ] as const) {
    const master = await read(library, address);
    expect(master.match(/LANGUAGE="\w+"/g)).toEqual(['LANGUAGE="en"', 'LANGUAGE="de"']);
    expect(master.match(/^library:.*/gm)).toEqual([expect.stringMatching(`/${step}.m3u8$`)]);
    const [, second = ''] = /URI="([^"]+)"/.exec(master) ?? [];
    const [init = ''] = /library:[^"]+\.mp4/.exec(await read(library, second)) ?? [];
    expect((await bytesOf(library, init)).toString('latin1')).toContain('mp4a');
  }
  expect((await inspect(library, 'Large', CHROME)).allAudio).toBeUndefined();
  const missing = (lowerQualities['360'] ?? '').replace('360', '720');
  await expect(read(library, missing)).rejects.toThrow("doesn't have this quality");
});

test('a small file has none, and without ffmpeg no file has', async () => {
  expect((await inspect(await scanned('auto'), 'Plain', CHROME)).lowerQualities).toEqual({});
  expect((await inspect(await scanned('off'), 'Large', CHROME)).lowerQualities).toEqual({});
});

test('AC-3 is copied into segments for browsers that decode it', async () => {
  const library = await scanned('off');
  const master = await playlistOf(library, 'Deep', SAFARI);
  const video = /^library:.*video\.m3u8$/m.exec(master ?? '')?.[0] ?? '';
  const base = video.replace('.m3u8', '');
  const part = (child: string): Promise<Buffer> => bytesOf(library, `${base}/${child}`);
  const path = join(folder, 'copied.part');
  await writeFile(path, Buffer.concat([await part('init.mp4'), await part('0.m4s')]));
  const entries = ['-show_entries', 'stream=codec_name,codec_tag_string,channels'];
  const options = ['-v', 'error', ...entries, '-of', 'csv=p=0', '-f', 'mp4', path];
  const { stdout } = await promisify(execFile)('ffprobe', options);
  expect(stdout).toMatch(/^hevc,hvc1,*\neac3,ec-3,6,*\s*$/);
});

test('without ffmpeg the codec that the browser lacks is named', async () => {
  const library = await scanned('off');
  for (const [title, format, part] of [
    ['Tagged', 'HEVC', 'video'],
    ['Deep', 'HEVC', 'video'],
    ['Disc', 'DTS', 'audio'],
    ['Ten', 'H.264', 'video'],
    ['Broadcast', 'MPEG-2', 'video'],
  ] as const) {
    const { unplayable } = await inspect(library, title, CHROME);
    expect({ title, ...unplayable }).toMatchObject({ title, format, part });
    const options = { method: 'GET', headers: { range: 'bytes=0-3' }, signal } as const;
    const { status, body } = await library.open(unplayable?.url ?? '', options);
    expect([status, Buffer.concat(await body.toArray()).length]).toEqual([206, 4]);
  }
});

test.each(['auto', 'off'] as const)(
  'groups of frames that depend on others are copied, with ffmpeg "%s"',
  async (mode) => {
    const library = await scanned(mode);
    for (const { url } of [...library.find(movie('Open')), ...library.find(movie('Closed'))]) {
      const capabilities = parseCapabilities(CHROME);
      const { playlist = '' } = await library.inspect(url, { capabilities, signal });
      expect(await read(library, playlist)).toContain('/video.m3u8');
    }
  },
);

test('with ffmpeg video without frames to begin at is encoded, because Chromium cannot seek in it', async () => {
  const master = await playlistOf(await scanned('auto'), 'Refresh', CHROME);
  expect(master).toContain('h264-180.m3u8');
  expect(master).not.toContain('/video.m3u8');
});
