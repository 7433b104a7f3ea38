// Measures the time of a segment and the server's memory while viewers watch files that the built server repackages.
// Each viewer watches another file at the speed of playback. Needs `npm run build` and ffmpeg.
// Usage: node scripts/bench/library-viewers.ts [segments].
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { residentMb } from '../../tests/load/process-figures.ts';
import { bytesOf, scrapeSource, textOf } from '../../tests/support/scrape-client.ts';
import { copyMovie, createMovie } from './support/movie.ts';
import { startServer } from './support/server.ts';
import { quantile, row } from './support/statistics.ts';

const VIEWERS = 20;
const SECONDS = 80;
const SEGMENTS = Number(process.argv[2] ?? 15);
const PACE_MS = 4_000;
const GOALS = { segmentMs: PACE_MS, memoryMb: 400 };

const nameOf = (viewer: number): string => `Reel ${viewer} (2001) [tmdbid-${78_000 + viewer}].mkv`;

/** Returns the playlist of a viewer's movie as soon as the first scan has found the movie. */
async function playlistOf(base: string, viewer: number): Promise<string> {
  for (;;) {
    const [stream] = await scrapeSource(base, {
      id: 'folder',
      type: 'movie',
      title: `Reel ${viewer}`,
      releaseYear: '2001',
      tmdbId: String(78_000 + viewer),
    });
    if (stream?.type === 'hls') return stream.playlist;
    await setTimeout(500);
  }
}

const addressesOf = (playlist: string, base: string): string[] =>
  playlist
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new URL(line, base).href);

/** Watches at the speed of playback. Returns the time of each segment in milliseconds. */
async function watch(master: string, viewer: number): Promise<readonly number[]> {
  await setTimeout((viewer / VIEWERS) * PACE_MS);
  const [media = ''] = addressesOf(await textOf(master), master);
  const segments = addressesOf(await textOf(media), media).slice(0, SEGMENTS);
  const waits: number[] = [];
  for (const segment of segments) {
    const from = performance.now();
    await bytesOf(segment);
    waits.push(performance.now() - from);
    await setTimeout(Math.max(0, PACE_MS - (waits.at(-1) ?? 0)));
  }
  return waits;
}

const folder = await mkdtemp(join(tmpdir(), 'matinee-bench-viewers-'));
const movie = join(folder, 'source.mkv');
await createMovie(movie, SECONDS);
const films = join(folder, 'films');
await mkdir(films);
for (let viewer = 1; viewer <= VIEWERS; viewer += 1) {
  await copyMovie(movie, join(films, nameOf(viewer)), `Reel${viewer}`);
}
const server = await startServer({ MEDIA_FOLDERS: films });
let peakMb = 0;
const sampling = setInterval(() => {
  peakMb = Math.max(peakMb, residentMb(server.pid));
}, 250);
try {
  console.log(
    `${VIEWERS} viewers, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
  // Search one after another, because the server rejects many concurrent searches from one address.
  const playlists: string[] = [];
  for (let viewer = 1; viewer <= VIEWERS; viewer += 1) {
    playlists.push(await playlistOf(server.url, viewer));
  }
  const waits = (await Promise.all(playlists.map(watch))).flat();
  row('segment, p95', quantile(waits, 0.95), GOALS.segmentMs, 'ms');
  row('slowest segment', Math.max(...waits), GOALS.segmentMs, 'ms');
  row('memory', peakMb, GOALS.memoryMb, 'MB');
} finally {
  clearInterval(sampling);
  await server.stop();
  await rm(folder, { recursive: true });
}
