// Recaps of a show in the operator's folder, found by the sound of its earlier episodes.
import { Timeline, type Segment } from '@matinee/shared/media/timeline';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { scrapeSource, textOf } from '../support/scrape-client.ts';
import { writeEpisode, type Sound } from '../support/season-sound.ts';

const SHOW = 'Own Show (1972) [tmdbid-77002]';

const talk = (seed: number, seconds: number, rest: Partial<Sound> = {}): Sound => ({
  kind: 'speech',
  seed,
  seconds,
  gain: 0.5,
  ...rest,
});

/** Seed, start and length of each clip. They have another gain, and music continues beneath them. */
function recap(clips: readonly (readonly [number, number, number])[]): readonly Sound[] {
  let from = 0;
  return clips.map(([seed, start, seconds]) => {
    const beneath: Sound = { kind: 'music', seed: 9, from, seconds, gain: 0.06 };
    from += seconds;
    return talk(seed, seconds, { from: start, gain: 0.35, beneath });
  });
}

const FIRST_RECAP = recap([
  [1, 90, 5],
  // Two clips from the middle of the file.
  [1, 172, 6],
  [1, 190, 7],
  [1, 600, 5],
]);
const SECOND_RECAP = recap([
  [2, 100, 6],
  [1, 70, 5],
  [2, 30, 8],
  [2, 60, 6],
]);
const FILES: readonly (readonly [string, readonly Sound[]])[] = [
  ['Season 1/S01E01.mkv', [talk(1, 660)]],
  ['Season 1/S01E02.mkv', [...FIRST_RECAP, talk(2, 140)]],
  // A single clip is no recap.
  ['Season 1/S01E03.mkv', [talk(3, 20), ...recap([[1, 60, 9]]), talk(4, 140)]],
  ['Season 2/S02E01.mkv', [talk(5, 4), ...SECOND_RECAP, talk(6, 140)]],
];

let database: TestDatabase;
let disk = '';

beforeAll(async () => {
  database = await createTestDatabase();
  disk = await mkdtemp(join(tmpdir(), 'matinee-recaps-'));
  for (const [at, [name, sounds]] of FILES.entries()) {
    const sound = at % 2 === 0 ? ['aac', '-b:a', '64k'] : ['ac3', '-b:a', '96k'];
    await writeEpisode(join(disk, SHOW, name), sounds, sound);
  }
}, 120_000);

afterAll(async () => {
  await database.drop();
  await rm(disk, { recursive: true });
});

async function open(): Promise<TestApp> {
  const server = await startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    LOG_LEVEL: 'info',
  });
  const isScanned = () => server.log.join().includes('4 videos in');
  await vi.waitUntil(isScanned, { timeout: 20_000 });
  return server;
}

async function segmentsOf(
  server: TestApp,
  [season, episode]: readonly [number, number],
): Promise<readonly Segment[]> {
  const [stream] = await scrapeSource(server.url, {
    id: 'folder',
    type: 'show',
    title: 'Own Show',
    releaseYear: '1972',
    tmdbId: '77002',
    seasonNumber: String(season),
    seasonTmdbId: `7710${season}`,
    episodeNumber: String(episode),
    episodeTmdbId: `772${season}${episode}`,
  });
  return Timeline.parse(JSON.parse(await textOf(stream?.timeline))).segments ?? [];
}

/** Waits without reading the files, since that would delay the detection. */
async function untilDetected(server: TestApp): Promise<void> {
  const isDetected = async (): Promise<boolean> => {
    const rows = await server.deps.database.prisma.librarySegments.findMany();
    const recaps = rows.filter(({ segments }) => JSON.stringify(segments).includes('recap'));
    return rows.filter(({ version }) => version === 2).length === FILES.length && recaps.length > 1;
  };
  await vi.waitUntil(isDetected, { timeout: 90_000, interval: 500 });
}

async function expectRecaps(server: TestApp): Promise<void> {
  for (const [place, start, end] of [
    [[1, 2], 0, 23],
    [[2, 1], 4, 29],
  ] as const) {
    const found = (await segmentsOf(server, place)).find(({ kind }) => kind === 'recap');
    expect(found).toBeDefined();
    expect(Math.abs((found?.start ?? 0) - start)).toBeLessThan(2);
    expect(Math.abs((found?.end ?? 0) - end)).toBeLessThan(2);
  }
}

test('a recap is found by its clips of earlier episodes and of the season before', async () => {
  const server = await open();
  try {
    await untilDetected(server);
    await expectRecaps(server);
    expect(await segmentsOf(server, [1, 1])).toEqual([]);
    expect(await segmentsOf(server, [1, 3])).toEqual([]);
  } finally {
    await server.close();
  }
}, 180_000);

test('results of an older version keep their intros and get recaps', async () => {
  const intro = { kind: 'intro', start: 100, end: 120 } as const;
  const older = await open();
  await untilDetected(older);
  await older.deps.database.prisma.librarySegments.updateMany({
    data: { version: 1, segments: [intro] },
  });
  await older.close();
  const server = await open();
  try {
    await untilDetected(server);
    await expectRecaps(server);
    expect(await segmentsOf(server, [1, 2])).toContainEqual(intro);
    expect(await segmentsOf(server, [1, 3])).toEqual([intro]);
  } finally {
    await server.close();
  }
}, 240_000);
