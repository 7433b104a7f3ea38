// A file that the server repackages: how soon its first segment is there, how soon a seek is, and what it costs. The
// browser's share is not measured. Usage: node scripts/bench/library.ts [rounds].
import { execFile } from 'node:child_process';
import { link, mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDisk } from '../../apps/api/src/media-library/folder/disk.ts';
import { createRemuxer, type Remuxer } from '../../apps/api/src/media-library/remux/remuxer.ts';
import { createFfmpegCheck } from '../../apps/api/src/media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '../../apps/api/src/media-library/transcode/transcoder.ts';
import { median, quantile, verdict } from './support/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SECONDS = 120;
const GOALS = {
  firstMs: 700,
  convertedMs: 1_200,
  encodedMs: 4_000,
  seekMs: 500,
  corePercentPerMbit: 3,
  memoryMb: 400,
};
const VIEWERS = 20;
const VIEWED_SEGMENTS = 6;
const PACE_MS = 4_000;

/** Looked for once, when the server starts. */
const transcoder = createTranscoder(createFfmpegCheck('auto'));
await transcoder.findFfmpeg();

const BASE = `library:bench/${'b'.repeat(32)}/`;
const FILE = 'movie.mkv';
const { signal } = new AbortController();

const read = async (remuxer: Remuxer, child: string, file = FILE): Promise<Buffer> => {
  const options = { method: 'GET', headers: {}, signal } as const;
  return await buffer((await remuxer.open(BASE + child, file, options)).body);
};

/** 1080p H.264 with B-frames at about 8 Mbit/s, and AAC. */
async function createMovie(path: string): Promise<void> {
  const words = (text: string): string[] => text.split(' ');
  await promisify(execFile)('ffmpeg', [
    ...words('-hide_banner -loglevel error -nostdin -y'),
    ...words(`-f lavfi -i testsrc2=s=1920x1080:r=24:d=20 -f lavfi -i sine=d=20`),
    ...words('-vf noise=alls=12:allf=t -c:v libx264 -preset ultrafast -bf 2 -g 48'),
    ...words('-b:v 8M -maxrate 8M -bufsize 8M -pix_fmt yuv420p -c:a aac'),
    `${path}.part.mkv`,
  ]);
  const copies = ['-stream_loop', String(SECONDS / 20 - 1), '-i', `${path}.part.mkv`];
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...copies, '-c', 'copy', path]);
}

async function firstSegmentMs(folder: string, file = FILE, variant = 'video'): Promise<number> {
  // Without the running ffmpeg of the round before.
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

function row(name: string, measured: number, goal: number, unit: string): void {
  const ratio = (measured / goal).toFixed(2);
  const text = `${measured.toFixed(2)} ${unit}`.padStart(12);
  console.log(
    `  ${name.padEnd(34)}${text}${ratio.padStart(8)} of the goal  ${verdict(measured <= goal)}`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'matinee-bench-library-'));
try {
  const path = join(folder, FILE);
  await createMovie(path);
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

  // Each with a file of its own, at the speed of playback.
  const names = Array.from({ length: VIEWERS }, (_, viewer) => `viewer-${viewer}.mkv`);
  for (const name of names) await link(path, join(folder, name));
  const many = createRemuxer(createDisk(folder), transcoder);
  const waits: number[] = [];
  let peak = 0;
  await Promise.all(
    names.map(async (name, viewer) => {
      await setTimeout((viewer / VIEWERS) * PACE_MS);
      await read(many, 'video.m3u8', name);
      for (let index = 0; index < VIEWED_SEGMENTS; index += 1) {
        const from = performance.now();
        await read(many, `video/${index}.m4s`, name);
        const ms = performance.now() - from;
        waits.push(ms);
        peak = Math.max(peak, process.memoryUsage().rss);
        await setTimeout(Math.max(0, PACE_MS - ms));
      }
    }),
  );
  many.close();
  row(`${VIEWERS} at once, slowest segment`, Math.max(...waits), PACE_MS, 'ms');
  row(`${VIEWERS} at once, memory`, peak / 1e6, GOALS.memoryMb, 'MB');
} finally {
  await rm(folder, { recursive: true });
}
