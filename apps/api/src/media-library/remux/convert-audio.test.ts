import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureMedia } from '../../../../../tests/support/media.ts';
import { difference, soundOf } from '../../../../../tests/support/sound-difference.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from './remuxer.ts';

const run = promisify(execFile);
const SECONDS = 14;
const FILES: Readonly<Record<string, readonly string[]>> = {
  'ac3.mkv': ['-c:a', 'ac3', '-b:a', '192k'],
  'eac3.mkv': ['-c:a', 'eac3', '-b:a', '192k'],
  'dts.mkv': ['-c:a', 'dca', '-strict', '-2'],
  'truehd.mkv': ['-c:a', 'truehd', '-strict', '-2'],
  'mp2.mkv': ['-c:a', 'mp2', '-b:a', '192k'],
  'pcm.mov': ['-c:a', 'pcm_s16le'],
  'pcm-24.mkv': ['-c:a', 'pcm_s24le'],
  'surround.mkv': ['-c:a', 'ac3', '-ac', '6', '-b:a', '384k'],
  'late.mkv': ['-c:a', 'ac3', '-b:a', '192k', '-af', 'asetpts=PTS+1.37/TB'],
  'rate-44100.mkv': ['-c:a', 'ac3', '-ar', '44100', '-b:a', '192k'],
};
const signal = new AbortController().signal;

let folder = '';
let remuxer: Remuxer;

beforeAll(async () => {
  // Installs ffmpeg where it is missing.
  await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-audio-'));
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${SECONDS}`];
  // Each second differs from the others, so that a shift shows.
  const sound = `aevalsrc=0.2*sin(2*PI*(50+7*t)*t):s=48000:d=${SECONDS}`;
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p'];
  for (const [name, options] of Object.entries(FILES)) {
    const inputs = [...picture, '-f', 'lavfi', '-i', sound];
    await run('ffmpeg', ['-v', 'error', ...inputs, ...video, ...options, join(folder, name)]);
  }
  remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('auto')));
}, 120_000);

afterAll(async () => {
  remuxer.close();
  await rm(folder, { recursive: true });
});

async function open(file: string, child: string): Promise<Buffer> {
  const hash = 'h'.repeat(32);
  const { body } = await remuxer.open(`library:x/${hash}/${child}`, file, {
    method: 'GET',
    headers: {},
    signal,
  });
  return Buffer.concat(await body.toArray());
}

/** All segments in a row. */
async function remuxed(file: string): Promise<string> {
  const playlist = (await open(file, 'video.m3u8')).toString();
  const count = playlist.match(/#EXTINF/g)?.length ?? 0;
  expect(count).toBeGreaterThan(2);
  const parts = [await open(file, 'video/init.mp4')];
  for (let at = 0; at < count; at += 1) parts.push(await open(file, `video/${at}.m4s`));
  const path = join(folder, `${file}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

test.each(Object.keys(FILES))('%s sounds the same, at the same time', async (file) => {
  const [before, after] = await Promise.all([
    soundOf(join(folder, file)),
    remuxed(file).then(soundOf),
  ]);
  expect(before.samples.length - after.samples.length).toBeLessThan(2_048);
  // Matroska rounds times to a millisecond, which is 48 samples, and encoders of some formats begin with up to 10 ms.
  const offset = before.start - after.start;
  const shifts = Array.from({ length: 540 }, (_, at) => offset + at - 490);
  const differenceAt = (seconds: number, shift: number): number => {
    const from = Math.round(seconds * 48_000) - before.start;
    return difference(before.samples, after.samples, { from, to: from + 9_600, shift });
  };
  // Below the frequency whose period is longer than the range.
  const differences = shifts.map((shift) => differenceAt(1.6, shift));
  const shift = shifts[differences.indexOf(Math.min(...differences))] ?? 0;
  // The sound of two segments on both sides of their border.
  for (const border of [4, 8, 12])
    expect(differenceAt(border - 0.1, shift), `at ${border} s`).toBeLessThan(0.12);
});
