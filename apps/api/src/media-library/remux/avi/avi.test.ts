import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../../tests/support/container-media.ts';
import { rewriteAvi, type AviLayout } from '../../../../../../tests/support/rewrite-avi.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from '../remuxer.ts';

const run = promisify(execFile);
const BASE = `library:test/${'a'.repeat(32)}/`;
const { signal } = new AbortController();
let folder = '';
let remuxer: Remuxer;

interface AviRecipe {
  readonly source: string;
  /** ffmpeg's options. Unset: everything is copied. */
  readonly options?: string;
  readonly layout?: AviLayout;
}

const words = (text: string): string[] => text.split(' ');
const MAX_MP3_BYTES = 1_000;

/** Codecs with different orders of decoding and display. */
const FILES: Readonly<Record<string, AviRecipe>> = {
  'mp3.avi': { source: 'h264-mp3.mkv' },
  'open-dml.avi': { source: 'h264-mp3.mkv', layout: { parts: 3 } },
  'sliced.avi': { source: 'h264-mp3.mkv', layout: { soundBytes: MAX_MP3_BYTES } },
  'sliced-open-dml.avi': { source: 'h264-mp3.mkv', layout: { soundBytes: 100, parts: 2 } },
  'sets-outside.avi': { source: 'h264-mp3.mkv', layout: { sets: 'outside' } },
  'lengths.avi': { source: 'h264-mp3.mkv', layout: { sets: 'lengths', parts: 2 } },
  'aac.avi': { source: 'h264-aac.mkv' },
  'ac3.avi': { source: 'ac3.mkv' },
  'sliced-ac3.avi': { source: 'ac3.mkv', layout: { soundBytes: 2_500 } },
  'av1.avi': { source: 'av1-flac.mkv', options: '-c:v copy -c:a libmp3lame' },
};

beforeAll(async () => {
  const media = await ensureContainerMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-avi-'));
  for (const [
    name,
    { source, options = '-c copy -bsf:v h264_mp4toannexb', layout },
  ] of Object.entries(FILES)) {
    const path = join(folder, name);
    const input = ['-v', 'error', '-i', join(media, source)];
    await run('ffmpeg', [...input, ...words(options), path]);
    if (layout) await writeFile(path, rewriteAvi(await readFile(path), layout));
  }
  remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('off')));
}, 300_000);
afterAll(async () => {
  remuxer.close();
  await rm(folder, { recursive: true });
});

async function open(file: string, address: string): Promise<Buffer> {
  const url = address.startsWith('library:') ? address : BASE + address;
  const { body } = await remuxer.open(url, file, { method: 'GET', headers: {}, signal });
  return await buffer(body);
}

/** Returns all segments as one file. Frames have the playlist's times. */
async function remuxed(file: string): Promise<string> {
  const playlist = (await open(file, 'video.m3u8')).toString();
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
  const parts = [await open(file, init)];
  for (const url of playlist.match(/^[^#\n].*$/gm) ?? []) parts.push(await open(file, url));
  const path = join(folder, `${file}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

/** Returns the decoded frames in display order as lines of time and hash. Times count from the first frame. */
async function pictures(path: string): Promise<readonly string[]> {
  const input = ['-v', 'error', '-i', path, '-map', '0:v:0'];
  const output = words('-fps_mode passthrough -enc_time_base 1:25 -f framemd5 -');
  const { stdout, stderr } = await run('ffmpeg', [...input, ...output]);
  expect(stderr).toBe('');
  const frames = stdout.split('\n').flatMap((line) => {
    const [stream, , time, , , hash] = line.split(',').map((cell) => cell.trim());
    return stream === '0' && hash !== undefined ? [{ time: Number(time), hash }] : [];
  });
  return frames.map(({ time, hash }) => `${time - (frames[0]?.time ?? 0)} ${hash}`);
}

/** Returns the hashes of the audio packets. */
async function audioOf(path: string): Promise<readonly string[]> {
  const hashes = words('-show_data_hash md5 -show_entries packet=data_hash -of csv=p=0');
  const sound = ['-v', 'error', '-select_streams', 'a:0', ...hashes, path];
  const { stdout } = await run('ffprobe', sound);
  return stdout.match(/MD5:\w+/g) ?? [];
}

describe.each(Object.keys(FILES))('%s', (file) => {
  test('keeps each picture at its time', { timeout: 120_000 }, async () => {
    const { source = '', options } = FILES[file] ?? {};
    // ffmpeg doubles the first frame of AV1.
    const from = options ? folder : await ensureContainerMedia();
    const expected = await pictures(join(from, options ? file : source));
    expect(expected.length).toBe(600);
    expect(await pictures(await remuxed(file))).toEqual(expected);
  });
});

test.each(Object.entries(FILES).filter(([name]) => !/ac3|av1/.test(name)))(
  '%s keeps each frame of its sound',
  { timeout: 120_000 },
  async (file, { source }) => {
    const expected = await audioOf(join(await ensureContainerMedia(), source));
    const actual = await audioOf(await remuxed(file));
    expect(expected.length - actual.length).toBeLessThanOrEqual(1);
    expect(actual).toEqual(expected.slice(0, actual.length));
  },
);

test('AC-3 that is cut anywhere is converted as if it were not', { timeout: 120_000 }, async () => {
  const [whole, sliced] = await Promise.all(['ac3.avi', 'sliced-ac3.avi'].map(remuxed));
  const expected = await audioOf(whole ?? '');
  expect(expected.length).toBeGreaterThan(1_000);
  expect(await audioOf(sliced ?? '')).toEqual(expected);
});
