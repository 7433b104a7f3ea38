// Parts to skip from a service that the operator names.
import { Timeline, type Segment } from '@matinee/shared/media/timeline';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { startFake, type Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { scrapeSource, textOf } from '../support/scrape-client.ts';

const MOVIE = { type: 'movie', title: 'Own Reel', releaseYear: '1971', tmdbId: '77001' };
const EPISODE = {
  type: 'show',
  title: 'Own Show',
  releaseYear: '1972',
  tmdbId: '77002',
  seasonNumber: '1',
  seasonTmdbId: '77100',
  episodeNumber: '3',
  episodeTmdbId: '77103',
};
const FILES = [
  'Own Reel (1971) [tmdbid-77001].mp4',
  'Own Show (1972) [tmdbid-77002]/Season 1/S01E03.mp4',
];

let disk = '';
let service: Fake;
let reply: object = {};
let server: TestApp;

const entry = (start_ms: number | null, end_ms: number | null, confidence = 0.9) => ({
  start_ms,
  end_ms,
  confidence,
  submission_count: 5,
});

beforeAll(async () => {
  const media = await ensureMedia();
  disk = await mkdtemp(join(tmpdir(), 'matinee-skip-'));
  for (const file of FILES) {
    await mkdir(dirname(join(disk, file)), { recursive: true });
    await copyFile(media.video360, join(disk, file));
  }
});
afterAll(() => rm(disk, { recursive: true }));
beforeEach(async () => {
  reply = { intro: [entry(null, 2_000)], credits: [entry(7_000, null)], recap: [], preview: [] };
  service = await startFake(() => ({ body: reply }));
});
afterEach(async () => {
  await server.close();
  await service.close();
});

async function open(environment: Readonly<Record<string, string>>): Promise<void> {
  server = await startTestApp({
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    SEGMENT_DETECTION: 'off',
    LOG_LEVEL: 'info',
    ...environment,
  });
  await vi.waitUntil(() => server.log.join().includes('2 videos in'), { timeout: 20_000 });
}

async function timelineOf(query: Readonly<Record<string, string>>): Promise<Timeline> {
  const [stream] = await scrapeSource(server.url, { ...query, id: 'folder' });
  return Timeline.parse(JSON.parse(await textOf(stream?.timeline)));
}

const segmentsOf = async (query: Readonly<Record<string, string>>): Promise<readonly Segment[]> =>
  (await timelineOf(query)).segments ?? [];

test('the service is asked once for the title and its length', async () => {
  await open({ SKIP_TIMES_URL: `${service.url}/` });
  const { duration = 0, segments } = await timelineOf(MOVIE);
  expect(segments).toEqual([
    { kind: 'intro', start: 0, end: 2 },
    { kind: 'credits', start: 7, end: duration },
  ]);
  expect(await segmentsOf(MOVIE)).toEqual(segments);
  const [sent, ...others] = service.requests;
  expect(others).toEqual([]);
  expect(sent?.url.pathname).toBe('/v3/media');
  expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual({
    tmdb_id: '77001',
    duration_ms: String(Math.round(duration * 1_000)),
  });
});

test('episodes are named by their show, and the most certain times win', async () => {
  reply = { intro: [entry(0, 1_000, 0.2), entry(1_000, 3_000, 0.8)] };
  await open({ SKIP_TIMES_URL: service.url });
  expect(await segmentsOf(EPISODE)).toEqual([{ kind: 'intro', start: 1, end: 3 }]);
  expect(Object.fromEntries(service.requests[0]?.url.searchParams ?? [])).toMatchObject({
    tmdb_id: '77002',
    season: '1',
    episode: '3',
  });
});

test.each([
  ['of another length', { duration_ms: 62_000, intro: [entry(0, 2_000)] }],
  ['beyond the end', { credits: [entry(50_000, 70_000)], intro: [entry(0, 2_000)] }],
  ['in another form', { intro: 'none', credits: [{ start_ms: '7' }] }],
])('times %s are left out', async (_, other) => {
  reply = other;
  await open({ SKIP_TIMES_URL: service.url });
  expect(await segmentsOf(MOVIE)).toEqual([]);
});

test('a service that fails costs nothing but the times', async () => {
  service.behave('error');
  await open({ SKIP_TIMES_URL: service.url });
  expect(await segmentsOf(MOVIE)).toEqual([]);
  expect(await segmentsOf(MOVIE)).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

test('nothing is asked while it is off', async () => {
  await open({});
  expect(await segmentsOf(MOVIE)).toEqual([]);
  expect(service.requests).toEqual([]);
});
