// Measures a file that the server repackages: the time until its first segment, the time of a seek, and the cost.
// Excludes the browser's time. Usage: node scripts/bench/library.ts [rounds].
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createDisk } from '../../apps/api/src/media-library/folder/disk.ts';
import { createRemuxer, type Remuxer } from '../../apps/api/src/media-library/remux/remuxer.ts';
import { createFfmpegCheck } from '../../apps/api/src/media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '../../apps/api/src/media-library/transcode/transcoder.ts';
import { createMovie } from './support/movie.ts';
import { median, quantile, row } from './support/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SECONDS = 120;
const GOALS = {
  firstMs: 700,
  convertedMs: 1_200,
  encodedMs: 4_000,
  seekMs: 500,
  corePercentPerMbit: 3,
};

/** Searches ffmpeg once, like a starting server. */
const transcoder = createTranscoder(createFfmpegCheck('auto'));
await transcoder.findFfmpeg();

const BASE = `library:bench/${'b'.repeat(32)}/`;
const FILE = 'movie.mkv';
const { signal } = new AbortController();

const read = async (remuxer: Remuxer, child: string, file = FILE): Promise<Buffer> => {
  const options = { method: 'GET', headers: {}, signal } as const;
  return await buffer((await remuxer.open(BASE + child, file, options)).body);
};

async function firstSegmentMs(folder: string, file = FILE, variant = 'video'): Promise<number> {
  // Don't reuse the ffmpeg process of the previous round.
  const fresh = createTranscoder(transcoder.findFfmpeg);
  const remuxer = createRemuxer(createDisk(folder), fresh);
  const from = performance.now();
  const init = variant === 'video' ? 'init' : '0';
  for (const child of [
    'master.m3u8',
    `${variant}.m3u8`,
    `${variant}/${init}.mp4`,
    `${variant}/0.m4s`,
  ]) {
    await read(remuxer, child, file);
  }
  const ms = performance.now() - from;
  remuxer.close();
  fresh.close();
  return ms;
}

const folder = await mkdtemp(join(tmpdir(), 'matinee-bench-library-'));
try {
  const path = join(folder, FILE);
  await createMovie(path, SECONDS);
  const mbits = ((await stat(path)).size * 8) / SECONDS / 1e6;
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  console.log(`1080p at ${mbits.toFixed(1)} Mbit/s, ${availableParallelism()} cores, load ${load}`);

  const firsts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) firsts.push(await firstSegmentMs(folder));

  const remuxer = createRemuxer(createDisk(folder), transcoder);
  const count = (await read(remuxer, 'video.m3u8')).toString().split('#EXTINF').length - 1;
  const cpuBefore = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await read(remuxer, `video/${index}.m4s`);
  const { user, system } = process.cpuUsage(cpuBefore);
  const percent = ((user + system) / 1e6 / SECONDS / mbits) * 100;
  remuxer.close();

  const seeks: number[] = [];
  const seeker = createRemuxer(createDisk(folder), transcoder);
  await read(seeker, 'video.m3u8');
  for (let seek = 0; seek < count; seek += 1) {
    const from = performance.now();
    await read(seeker, `video/${(seek * 7) % count}.m4s`);
    if (seek < count) seeks.push(performance.now() - from);
  }
  seeker.close();

  const ffmpeg = promisify(execFile);
  const words = (text: string): string[] => text.split(' ');
  const inputs = ['-loglevel', 'error', '-i', path, '-t', '30'];
  await ffmpeg('ffmpeg', [...inputs, ...words('-c:v copy -c:a ac3'), join(folder, 'ac3.mkv')]);
  await ffmpeg('ffmpeg', [
    ...inputs,
    ...words('-c:v mpeg4 -q:v 3 -c:a mp3'),
    join(folder, 'old.avi'),
  ]);
  const converted: number[] = [];
  const encoded: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    converted.push(await firstSegmentMs(folder, 'ac3.mkv'));
    encoded.push(await firstSegmentMs(folder, 'old.avi', 'h264-720'));
  }
  transcoder.close();

  row('click to first segment, p50', median(firsts), GOALS.firstMs, 'ms');
  row('the same with AC-3 to AAC, p50', median(converted), GOALS.convertedMs, 'ms');
  row('the same as H.264 in 720p, p50', median(encoded), GOALS.encodedMs, 'ms');
  row('seek to segment, p95', quantile(seeks, 0.95), GOALS.seekMs, 'ms');
  row('core per Mbit/s', percent, GOALS.corePercentPerMbit, '%');
} finally {
  await rm(folder, { recursive: true });
}
