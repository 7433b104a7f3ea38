// Detects openings and recaps in synthetic seasons, and none in seasons without: `node
// scripts/bench/skip-detection.ts`.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readFingerprint } from '../../apps/api/src/media-library/segments/fingerprint.ts';
import { withRecaps } from '../../apps/api/src/media-library/segments/season-recaps.ts';
import {
  seasonSegments,
  type EpisodeAudio,
} from '../../apps/api/src/media-library/segments/season-segments.ts';
import {
  DECOY_SEASONS,
  seasonWithoutRecaps,
  seasonWithRecaps,
  type MadeEpisode,
} from '../../tests/support/recap-season.ts';
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

/** The opening varies in time and volume, and follows a cold open. Every third season has two cuts of it. */
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
  // The sound of a studio logo, which is too short for an opening.
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

type Episodes = readonly { readonly sounds: readonly Sound[] }[];

async function soundsOf(episodes: Episodes, name: string): Promise<readonly EpisodeAudio[]> {
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
    const none = new Uint32Array();
    const rest = { middle: none, middleFrom: 0, end: none, endFrom: 0 };
    sounds.push({ episodes: [index + 1], duration: 4 * SECONDS, beginning, ...rest });
    await rm(join(folder, file));
    await rm(join(folder, `${file}.wav`));
  }
  server.close();
  return sounds;
}

async function detect({ episodes }: MadeSeason, name: string) {
  const sounds = await soundsOf(episodes, name);
  const started = performance.now();
  const segments = await seasonSegments(sounds, signal);
  return { segments, ms: performance.now() - started };
}

async function detectRecaps(episodes: readonly MadeEpisode[], name: string) {
  const sounds = await soundsOf(episodes, name);
  const common = await seasonSegments(sounds, signal);
  const started = performance.now();
  const found = await withRecaps(
    sounds.map((audio, at) => ({ audio, segments: common[at] ?? [] })),
    [],
    signal,
  );
  const recaps = found.map((segments) => segments.find(({ kind }) => kind === 'recap'));
  return { recaps, ms: performance.now() - started };
}

const text = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(' ');

async function measureIntros(): Promise<boolean> {
  let [right, all, falseSkips, matching] = [0, 0, 0, 0];
  for (let season = 0; season < 10; season += 1) {
    const made = seasonWithIntro(season);
    const { segments, ms } = await detect(made, `season-${season}`);
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
    console.log(`season ${season}: starts off by ${text(errors)} s, ends by ${text(ends)} s`);
  }
  for (let season = 0; season < 20; season += 1) {
    const { segments, ms } = await detect(seasonWithout(season), `decoy-${season}`);
    matching += ms;
    falseSkips += segments.flat().length;
  }
  console.log(`starts within 2 s: ${right} of ${all}; false skips in 20 decoys: ${falseSkips}`);
  console.log(`comparing took ${(matching / 30).toFixed(0)} ms for each season`);
  return right >= 0.95 * all && falseSkips === 0;
}

const RECAP_SEASONS = 12;

async function measureRecaps(): Promise<boolean> {
  let [right, all, falseSkips, matching] = [0, 0, 0, 0];
  for (let season = 0; season < RECAP_SEASONS; season += 1) {
    const made = seasonWithRecaps(season);
    const { recaps, ms } = await detectRecaps(made, `recap-${season}`);
    matching += ms;
    const errors = made.flatMap(({ recap }, at) => {
      const found = recaps[at];
      if (!recap) falseSkips += found ? 1 : 0;
      const isFound = recap && found;
      return recap
        ? [isFound ? [found.start - recap.start, found.end - recap.end] : [Number.NaN, Number.NaN]]
        : [];
    });
    all += errors.length;
    right += errors.filter((each) => each.every((error) => Math.abs(error) <= 2)).length;
    const [starts, ends] = [0, 1].map((side) => text(errors.map((each) => each[side] ?? 0)));
    console.log(`season ${season}: recaps start off by ${starts} s, end by ${ends} s`);
  }
  for (let season = 0; season < DECOY_SEASONS; season += 1) {
    const { recaps, ms } = await detectRecaps(seasonWithoutRecaps(season), `no-recap-${season}`);
    matching += ms;
    const found = recaps.flatMap((recap) => (recap ? [recap] : []));
    falseSkips += found.length;
    for (const { start, end } of found) {
      console.log(`decoy ${season}: a false recap from ${start} to ${end} s`);
    }
  }
  console.log(`recaps within 2 s: ${right} of ${all}; false ones: ${falseSkips}`);
  const seasons = RECAP_SEASONS + DECOY_SEASONS;
  console.log(`finding clips took ${(matching / seasons).toFixed(0)} ms for each season`);
  return right >= 0.9 * all && falseSkips === 0;
}

const { signal } = new AbortController();
const folder = await mkdtemp(join(tmpdir(), 'matinee-skip-'));
try {
  const results = [await measureIntros(), await measureRecaps()];
  if (results.includes(false)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
