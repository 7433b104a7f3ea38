// Detects the openings of ten made-up seasons, and none in twenty without one: `node scripts/bench/skip-detection.ts`.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readFingerprint } from '../../apps/api/src/media-library/segments/fingerprint.ts';
import { seasonSegments } from '../../apps/api/src/media-library/segments/season-segments.ts';
import { randomFrom, writeSound, type Sound } from '../../tests/support/season-sound.ts';

interface MadeSeason {
  readonly episodes: readonly { readonly sounds: readonly Sound[]; readonly intro?: number }[];
}

const SECONDS = 150;
const EPISODES = 4;
const CODECS = [
  ['-c:a', 'aac', '-b:a', '96k'],
  ['-c:a', 'ac3', '-b:a', '96k'],
  ['-c:a', 'libmp3lame', '-b:a', '64k'],
  ['-c:a', 'libopus', '-b:a', '48k'],
];

const music = (seed: number, seconds: number, gain?: number): Sound => ({
  kind: 'music',
  seconds,
  seed,
  ...(gain !== undefined && { gain }),
});

/** The opening moves, is louder or softer, comes after a cold open, and in every third season there are two cuts of it. */
function seasonWithIntro(season: number): MadeSeason {
  const random = randomFrom(1_000 + season);
  const lengths = [18 + 60 * random(), 18 + 60 * random()];
  const hasTwoCuts = season % 3 === 2;
  const episodes = Array.from({ length: EPISODES }, (_, index) => {
    const cut = hasTwoCuts ? index % 2 : 0;
    const length = lengths[cut] ?? 30;
    const start = index === 0 && season % 2 === 0 ? 0 : random() * (SECONDS - length - 20);
    const seed = 10_000 * (season + 1) + 100 * (index + 1);
    const sounds = [
      music(seed + 1, start),
      music(season + 1 + 500 * cut, length, 0.3 + 0.6 * random()),
      music(seed + 2, SECONDS - start - length),
    ];
    return { sounds, intro: start };
  });
  return { episodes };
}

const SAME: readonly ((episode: number) => readonly Sound[])[] = [
  () => [],
  () => [{ kind: 'silence', seconds: 40, seed: 0 }],
  () => [{ kind: 'hum', seconds: 60, seed: 0 }],
  // The sound of the studio, too short for an opening.
  () => [music(77, 9)],
  (episode) => [{ kind: 'noise', seconds: 60, seed: episode }],
];

function seasonWithout(season: number): MadeSeason {
  const episodes = Array.from({ length: EPISODES }, (_, index) => {
    const seed = 900_000 + 1_000 * season + 10 * index;
    const same = SAME[season % SAME.length]?.(seed) ?? [];
    return { sounds: [music(seed + 1, 20 + season), ...same, music(seed + 2, 60)] };
  });
  return { episodes };
}

async function detect(folder: string, { episodes }: MadeSeason, name: string) {
  const { signal } = new AbortController();
  const server = createServer((request, response) => {
    response.end(readFileSync(join(folder, basename(request.url ?? ''))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const sounds = [];
  for (const [index, { sounds: parts }] of episodes.entries()) {
    const file = `${name}-${index}.mkv`;
    await writeSound(join(folder, file), parts, CODECS[index % CODECS.length] ?? []);
    const url = `http://127.0.0.1:${port}/${file}`;
    const beginning = await readFingerprint(url, { from: 0, seconds: 600 }, signal);
    const common = { episodes: [index + 1], duration: 4 * SECONDS, endFrom: 0 };
    sounds.push({ ...common, beginning, end: new Uint32Array() });
  }
  server.close();
  const started = performance.now();
  const segments = await seasonSegments(sounds, signal);
  return { segments, ms: performance.now() - started };
}

const folder = await mkdtemp(join(tmpdir(), 'matinee-skip-'));
let right = 0;
let all = 0;
let falseSkips = 0;
let matching = 0;
try {
  for (let season = 0; season < 10; season += 1) {
    const made = seasonWithIntro(season);
    const { segments, ms } = await detect(folder, made, `season-${season}`);
    matching += ms;
    const errors = made.episodes.map(({ intro = 0 }, index) => {
      const found = segments[index]?.find(({ kind }) => kind === 'intro');
      return found ? found.start - intro : Number.NaN;
    });
    all += errors.length;
    right += errors.filter((error) => Math.abs(error) <= 2).length;
    const ends = made.episodes.map(({ intro = 0, sounds }, index) => {
      const found = segments[index]?.find(({ kind }) => kind === 'intro');
      return found ? found.end - intro - (sounds[1]?.seconds ?? 0) : Number.NaN;
    });
    const text = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(' ');
    console.log(`season ${season}: starts off by ${text(errors)} s, ends by ${text(ends)} s`);
  }
  for (let season = 0; season < 20; season += 1) {
    const { segments, ms } = await detect(folder, seasonWithout(season), `decoy-${season}`);
    matching += ms;
    falseSkips += segments.flat().length;
  }
} finally {
  await rm(folder, { recursive: true });
}
console.log(`starts within 2 s: ${right} of ${all}; false skips in 20 decoys: ${falseSkips}`);
console.log(`comparing took ${(matching / 30).toFixed(0)} ms for each season`);
if (right < 0.95 * all || falseSkips > 0) process.exitCode = 1;
