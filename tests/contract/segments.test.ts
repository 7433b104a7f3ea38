// Openings and credits of a show in the operator's folder, found by its sound.
import { Timeline, type Segment } from '@matinee/shared/media/timeline';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { scrapeSource, textOf } from '../support/scrape-client.ts';
import { writeEpisode, type Sound } from '../support/season-sound.ts';

const SECONDS = 100;
/** The start of each episode's opening, and its gain. */
const OPENINGS = [
  [2.5, 0.8],
  [0, 0.4],
  [6.2, 0.6],
] as const;
const OPENING_SECONDS = 17;
const CREDITS_SECONDS = 24;

const show = join('Own Show (1972) [tmdbid-77002]', 'Season 1');
let database: TestDatabase;
let disk = '';

beforeAll(async () => {
  database = await createTestDatabase();
  disk = await mkdtemp(join(tmpdir(), 'matinee-season-'));
  for (const [at, [start, gain]] of OPENINGS.entries()) {
    const music = (seed: number, seconds: number, loud = 0.8): Sound => ({
      kind: 'music',
      seed,
      seconds,
      gain: loud,
    });
    const story = SECONDS - start - OPENING_SECONDS - CREDITS_SECONDS;
    const sounds = [
      music(10 * at + 11, start),
      music(1, OPENING_SECONDS, gain),
      music(10 * at + 12, story),
      music(2, CREDITS_SECONDS),
    ];
    const path = join(disk, show, `S01E0${at + 1}.mkv`);
    await writeEpisode(path, sounds, ['aac', '-b:a', '64k']);
  }
}, 120_000);

afterAll(async () => {
  await database.drop();
  await rm(disk, { recursive: true });
});

async function open(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const server = await startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    LOG_LEVEL: 'info',
    ...environment,
  });
  const isScanned = () => server.log.join().includes('3 videos in');
  await vi.waitUntil(isScanned, { timeout: 20_000 });
  return server;
}

/** The segments once the server knows the content of the file. */
async function segmentsOf(server: TestApp, episode: number): Promise<readonly Segment[]> {
  const [stream] = await scrapeSource(server.url, {
    id: 'folder',
    type: 'show',
    title: 'Own Show',
    releaseYear: '1972',
    tmdbId: '77002',
    seasonNumber: '1',
    seasonTmdbId: '77100',
    episodeNumber: String(episode),
    episodeTmdbId: `7710${episode}`,
  });
  return await vi.waitUntil(
    async () => Timeline.parse(JSON.parse(await textOf(stream?.timeline))).segments,
    { timeout: 20_000, interval: 200 },
  );
}

async function expectSegments(server: TestApp): Promise<void> {
  for (const [at, [start]] of OPENINGS.entries()) {
    const segments = await segmentsOf(server, at + 1);
    expect(segments.map(({ kind }) => kind)).toEqual(['intro', 'credits']);
    const [intro, credits] = segments;
    expect(Math.abs((intro?.start ?? 0) - start)).toBeLessThan(2);
    expect(Math.abs((intro?.end ?? 0) - start - OPENING_SECONDS)).toBeLessThan(3);
    expect(Math.abs((credits?.start ?? 0) - SECONDS + CREDITS_SECONDS)).toBeLessThan(2);
    expect(credits?.end).toBeCloseTo(SECONDS, 0);
  }
}

test('the parts that all episodes share are found in the background, and stay when files are renamed', async () => {
  const server = await open();
  try {
    const { librarySegments } = server.deps.database.prisma;
    await vi.waitUntil(async () => (await librarySegments.count()) === OPENINGS.length, {
      timeout: 60_000,
      interval: 200,
    });
    await expectSegments(server);
  } finally {
    await server.close();
  }
  for (const at of OPENINGS.keys()) {
    const name = join(disk, show, `S01E0${at + 1}`);
    await rename(`${name}.mkv`, `${name} 1080p.mkv`);
  }
  const later = await open({ SEGMENT_DETECTION: 'off' });
  try {
    await expectSegments(later);
  } finally {
    await later.close();
  }
}, 120_000);
