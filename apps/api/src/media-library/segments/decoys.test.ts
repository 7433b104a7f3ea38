// Seasons with shared sounds, but without opening, recap or credits. LONG_TESTS adds sounds, and a season of
// twenty episodes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFileServer, type FileServer } from '#media-library/transcode/file-server.ts';
import { randomFrom, writeSound, type Sound } from '../../../../../tests/support/season-sound.ts';
import { readFingerprint } from './fingerprint.ts';
import { withRecaps } from './season-recaps.ts';
import { seasonSegments, type EpisodeAudio } from './season-segments.ts';

const EPISODES = 20;
/** The length of the beginning and of the end. */
const SECONDS = 140;
const CODECS = [
  ['-c:a', 'aac', '-b:a', '96k'],
  ['-c:a', 'ac3', '-b:a', '128k'],
  ['-c:a', 'libopus', '-b:a', '64k'],
];
const isLong = process.env.LONG_TESTS !== undefined;

let folder = '';
let server: FileServer;
const { signal } = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-decoys-'));
  server = createFileServer(createDisk(folder));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const music = (seed: number, seconds: number, rest: Partial<Sound> = {}): Sound => ({
  kind: 'music',
  seed,
  seconds,
  ...rest,
});

const LOGO = music(7, 3);
const SILENCE: Sound = { kind: 'silence', seconds: 20, seed: 0 };
const HUM: Sound = { kind: 'hum', seconds: 25, seed: 0 };

/** The show's score: quiet, under other sounds, and at a different position in each episode. */
const scored = (seed: number): Sound =>
  music(seed, 30, { gain: 0.6, beneath: music(5, 30, { gain: 0.12 }) });

function beginningOf(episode: number): readonly Sound[] {
  const seed = 1_000 * (episode + 1);
  const random = randomFrom(seed);
  return [
    LOGO,
    music(seed + 1, 5 + 20 * random()),
    scored(seed + 2),
    ...(episode % 2 === 0 ? [SILENCE] : [HUM]),
    // A tune in three episodes isn't an opening.
    ...(episode % 7 === 3 ? [music(6, 20)] : []),
    music(seed + 3, 40),
  ];
}

/** Returns any number of episodes with different music. */
function endOf(episode: number): readonly Sound[] {
  const seed = 1_000 * (episode + 1);
  const random = randomFrom(seed + 10);
  return [scored(seed + 11), SILENCE, music(seed + 12, 20 + 20 * random()), LOGO];
}

async function fingerprintOf(name: string, sounds: readonly Sound[], episode: number) {
  await writeSound(join(folder, name), sounds, CODECS[episode % CODECS.length] ?? []);
  const { url, end } = await server.share(name);
  try {
    return await readFingerprint(url, { from: 0, seconds: SECONDS }, signal);
  } finally {
    end();
  }
}

test.runIf(isLong)(
  'twenty episodes without a common opening are offered none',
  async () => {
    const sounds: EpisodeAudio[] = [];
    for (let episode = 0; episode < EPISODES; episode += 1) {
      sounds.push({
        episodes: [episode + 1],
        duration: 40 * 60,
        endFrom: 40 * 60 - SECONDS,
        middle: new Uint32Array(),
        middleFrom: SECONDS,
        beginning: await fingerprintOf(`${episode}-start.mkv`, beginningOf(episode), episode),
        end: await fingerprintOf(`${episode}-end.mkv`, endOf(episode), episode),
      });
    }
    const common = await seasonSegments(sounds, signal);
    expect(common).toHaveLength(EPISODES);
    const episodes = sounds.map((audio, at) => ({ audio, segments: common[at] ?? [] }));
    const found = await withRecaps(episodes, [], signal);
    expect(found.flatMap((segments, at) => segments.map((each) => ({ at, ...each })))).toEqual([]);
  },
  20 * 60_000,
);

test.each(isLong ? (['noise', 'hum', 'silence'] as const) : (['noise'] as const))(
  '%s in each episode is no opening',
  async (kind) => {
    const sounds: EpisodeAudio[] = [];
    for (let episode = 1; episode <= 3; episode += 1) {
      const parts = [
        music(10 * episode + 1, 10),
        { kind, seconds: 40, seed: episode },
        music(10 * episode + 2, 20),
      ];
      const beginning = await fingerprintOf(`${kind}-${episode}.mkv`, parts, episode);
      const length = { duration: 40 * 60, endFrom: 40 * 60 - SECONDS };
      const none = new Uint32Array();
      sounds.push({
        episodes: [episode],
        ...length,
        beginning,
        middle: none,
        middleFrom: 0,
        end: none,
      });
    }
    expect((await seasonSegments(sounds, signal)).flat()).toEqual([]);
  },
);
