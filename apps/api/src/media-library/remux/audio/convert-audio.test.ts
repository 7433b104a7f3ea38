import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureMedia } from '../../../../../../tests/support/media.ts';
import { difference, soundOf } from '../../../../../../tests/support/sound-difference.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { capabilitiesCode } from '../input/codec-support.ts';
import { createRemuxer, type Remuxer } from '../remuxer.ts';

const run = promisify(execFile);
const SECONDS = 14;
type Files = Readonly<Record<string, readonly string[]>>;
const COMMON: Files = {
  'ac3.mkv': ['-c:a', 'ac3', '-b:a', '192k'],
  'dts.mkv': ['-c:a', 'dca', '-strict', '-2'],
  'surround.mkv': ['-c:a', 'ac3', '-ac', '6', '-b:a', '384k'],
  'late.mkv': ['-c:a', 'ac3', '-b:a', '192k', '-af', 'asetpts=PTS+1.37/TB'],
  'mp3-44100.mkv': ['-c:a', 'libmp3lame', '-ar', '44100', '-b:a', '128k'],
  'flac.mkv': ['-c:a', 'flac', '-ac', '6'],
};
const RARE: Files = {
  'eac3.mkv': ['-c:a', 'eac3', '-b:a', '192k'],
  'pcm-24.mkv': ['-c:a', 'pcm_s24le'],
  'vorbis.mkv': ['-c:a', 'libvorbis', '-b:a', '128k'],
  'opus.mkv': ['-c:a', 'libopus', '-b:a', '128k'],
  'truehd.mkv': ['-c:a', 'truehd', '-strict', '-2'],
  'mp2.mkv': ['-c:a', 'mp2', '-b:a', '192k'],
  'pcm.mov': ['-c:a', 'pcm_s16le'],
  'flac.mp4': ['-c:a', 'flac', '-strict', '-2'],
  'rate-44100.mkv': ['-c:a', 'ac3', '-ar', '44100', '-b:a', '192k'],
  'mp3.mkv': ['-c:a', 'libmp3lame', '-b:a', '128k'],
  'mp3-mono.mkv': ['-c:a', 'libmp3lame', '-ac', '1', '-b:a', '64k'],
};
/** `npm run test:long` converts all of them. */
const FILES: Files = { ...COMMON, ...(process.env.LONG_TESTS === undefined ? {} : RARE) };
const signal = new AbortController().signal;

/** Files that the server converts without ffmpeg. */
const WITHOUT_FFMPEG = Object.keys(FILES).filter((file) =>
  /^(?:e?ac3|surround|late|rate|mp3)/.test(file),
);

let folder = '';
let remuxer: Remuxer;
let plainRemuxer: Remuxer;

beforeAll(async () => {
  // Install ffmpeg if it is missing.
  await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-audio-'));
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${SECONDS}`];
  // Make each second different, to detect a shift.
  const sound = `aevalsrc=0.2*sin(2*PI*(50+7*t)*t):s=48000:d=${SECONDS}`;
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p'];
  for (const [name, options] of Object.entries(FILES)) {
    const inputs = [...picture, '-f', 'lavfi', '-i', sound];
    await run('ffmpeg', ['-v', 'error', ...inputs, ...video, ...options, join(folder, name)]);
  }
  remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('auto')));
  plainRemuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('off')));
}, 120_000);

afterAll(async () => {
  remuxer.close();
  plainRemuxer.close();
  await rm(folder, { recursive: true });
});

const SURROUND = capabilitiesCode(['avc', 'aac', 'surround']);
const STEREO = capabilitiesCode(['avc', 'aac']);

async function open(from: Remuxer, file: string, child: string, code = SURROUND): Promise<Buffer> {
  const url = `library:x/${'h'.repeat(32)}/${code}/${child}`;
  const { body } = await from.open(url, file, {
    method: 'GET',
    headers: {},
    signal,
  });
  return Buffer.concat(await body.toArray());
}

/** Returns all segments as one file. */
async function remuxed(file: string, from: Remuxer): Promise<string> {
  const playlist = (await open(from, file, 'video.m3u8')).toString();
  const count = playlist.match(/#EXTINF/g)?.length ?? 0;
  expect(count).toBeGreaterThan(2);
  const parts = [await open(from, file, 'video/init.mp4')];
  for (let at = 0; at < count; at += 1) parts.push(await open(from, file, `video/${at}.m4s`));
  const path = join(folder, `${file}-${from === remuxer ? 1 : 2}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

test.each(Object.keys(FILES))('%s sounds the same, at the same time', async (file) => {
  await expectSameSound(file, remuxer);
});

test.each(WITHOUT_FFMPEG)('%s sounds the same without ffmpeg', async (file) => {
  await expectSameSound(file, plainRemuxer);
});

test.each([true, false])(
  '5.1 is mixed down for two loudspeakers (ffmpeg: %s)',
  async (hasFfmpeg) => {
    const from = hasFfmpeg ? remuxer : plainRemuxer;
    const parts = ['video/init.mp4', 'video/1.m4s'].map((child) =>
      open(from, 'surround.mkv', child, STEREO),
    );
    const path = join(folder, `stereo-${hasFfmpeg}.mp4`);
    await writeFile(path, Buffer.concat(await Promise.all(parts)));
    const entries = ['-select_streams', 'a', '-show_entries', 'stream=channels', '-of', 'csv=p=0'];
    const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, path]);
    expect(stdout.trim()).toBe('2');
    // The sine is in the center channel of six, and has a fifth of the full level.
    const { samples } = await soundOf(path);
    expect(samples.reduce((loudest, sample) => Math.max(loudest, sample), 0)).toBeGreaterThan(
      2_000,
    );
  },
);

async function expectSameSound(file: string, from: Remuxer): Promise<void> {
  const [before, after] = await Promise.all([
    soundOf(join(folder, file)),
    remuxed(file, from).then(soundOf),
  ]);
  expect(before.samples.length - after.samples.length).toBeLessThan(2_400);
  // Matroska rounds times to a millisecond, which is 48 samples. Encoders begin with up to 26 ms of padding. Opus in
  // Matroska begins with 6.5 ms of padding, which ffmpeg subtracts from its times.
  const offset = before.start - after.start;
  const shifts = Array.from(
    { length: file === 'opus.mkv' ? 1_960 : 1_310 },
    (_, at) => offset + at - 1_260,
  );
  const differenceAt = (seconds: number, shift: number): number => {
    const from = Math.round(seconds * 48_000) - before.start;
    return difference(before.samples, after.samples, { from, to: from + 9_600, shift });
  };
  // Below this frequency, a period is longer than the range.
  const differences = shifts.map((shift) => differenceAt(1.6, shift));
  const shift = shifts[differences.indexOf(Math.min(...differences))] ?? 0;
  // The sound on both sides of the boundary of two segments.
  for (const border of [4, 8, 12])
    expect(differenceAt(border - 0.1, shift), `at ${border} s`).toBeLessThan(0.12);
}
