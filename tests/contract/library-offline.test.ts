// TMDB's texts, seasons and pictures of own titles are kept for times when TMDB can't be reached.
import { getLibrarySummary } from '@matinee/shared/contract/library';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { ensureMedia } from '../support/media.ts';
import { z } from 'zod';

const NIGHT = 'Movies/Night of the Living Dead (1968) [tmdbid-10331]';
const HILLBILLIES = 'Shows/The Beverly Hillbillies (1962) [tmdbid-1930]';
const PICTURES = ['night.png', 'night-wide.png', 'hillbillies.png', 'hillbillies-specials.png'];

let disk = '';
let database: TestDatabase;
let tmdb: Awaited<ReturnType<typeof startTmdb>>;
let server: TestApp;

async function put(path: string): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, path);
}

async function open(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
    TMDB_IMAGE_URL: tmdb.url,
    TMDB_READ_API_KEY: TMDB_KEY,
    ...environment,
  });
  await vi.waitUntil(() => app.deps.isLibraryComplete(), { timeout: 20_000 });
  return app;
}

/** The details, as a page requests them. */
const get = async (path: string, language = 'en-US') =>
  request(server.url)
    .get(`/catalogue/3${path}`)
    .query(
      path.includes('/season/')
        ? { language }
        : { language, append_to_response: 'credits,external_ids,similar,videos' },
    );

async function picturesFolder(): Promise<string> {
  const { body } = await request(server.url).get('/library/summary');
  return getLibrarySummary.reply.parse(body).pictures ?? '';
}

const picture = async (name: string) =>
  request(server.url)
    .get(`${await picturesFolder()}/${name}`)
    .buffer();

let online: { readonly movie: unknown; readonly season: unknown; readonly german: unknown };

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-offline-'));
  await put(`${NIGHT}/Night of the Living Dead (1968).mkv`);
  await put(`${HILLBILLIES}/Season 1/Hillbillies S01E01.mkv`);
  await put(`${HILLBILLIES}/Season 1/Hillbillies S01E02.mkv`);
  await put(`${HILLBILLIES}/Specials/Hillbillies S00E01.mkv`);
  tmdb = await startTmdb({ poster: (await ensureMedia()).poster });
  database = await createTestDatabase();
  server = await open();
  for (const name of PICTURES)
    await vi.waitUntil(async () => (await picture(name)).status === 200, { timeout: 30_000 });
  online = {
    movie: (await get('/movie/10331')).body,
    season: (await get('/tv/1930/season/1')).body,
    german: (await get('/movie/10331', 'de-DE')).body,
  };
  await get('/movie/10331', 'en-GB');
  await server.close();
  tmdb.behave('down');
  // Nothing is cached in its memory.
  server = await open();
}, 90_000);

afterAll(async () => {
  await server.close();
  await tmdb.close();
  await database.drop();
  await rm(disk, { recursive: true });
});

test('a movie has its texts, people and pictures while TMDB is away', async () => {
  const { status, body } = await get('/movie/10331');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: 10_331,
    overview: 'What happens in Night of the Living Dead.',
    runtime: 96,
    poster_path: '/night.png',
    backdrop_path: '/night-wide.png',
    external_ids: { imdb_id: 'tt0063350' },
    credits: { cast: [{ name: 'Judith O’Dea' }, { name: 'Duane Jones' }] },
    similar: { results: [] },
    videos: { results: [] },
  });
  expect(body.genres).toEqual(
    z.object({ genres: z.array(z.unknown()) }).parse(online.movie).genres,
  );
});

test('its texts are in a language in which it was looked at before, and otherwise in English', async () => {
  const { status, body } = await get('/movie/10331', 'de-DE');
  expect(status).toBe(200);
  const { similar: _none, videos: _left, ...texts } = z.looseObject({}).parse(online.german);
  expect(texts).toMatchObject({ overview: 'Was in Night of the Living Dead geschieht.' });
  expect(body).toMatchObject(texts);
  for (const language of ['fr-FR', 'en-GB'])
    expect((await get('/movie/10331', language)).body).toMatchObject({
      overview: 'What happens in Night of the Living Dead.',
    });
});

test('seasons have the ids, names and pictures that they have with TMDB', async () => {
  const { body } = await get('/tv/1930');
  expect(body.seasons).toMatchObject([
    { id: 930_100, season_number: 0, poster_path: '/hillbillies-specials.png' },
    { id: 930_110, season_number: 1 },
  ]);
  const season = await get('/tv/1930/season/1');
  expect(season.status).toBe(200);
  expect(season.body).toEqual(online.season);
});

test.each(PICTURES)('%s is served from here', async (name) => {
  const { status, type, body, headers } = await picture(name);
  expect({ status, type }).toEqual({ status: 200, type: 'image/png' });
  expect(Buffer.from(body).subarray(1, 4).toString()).toBe('PNG');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('other pictures are not, nor are any at a forged address', async () => {
  const folder = await picturesFolder();
  const forged = folder.replace(/pictures\/(.)/, (_, one) => `pictures/${one === 'A' ? 'B' : 'A'}`);
  for (const path of [`${folder}/topper.png`, `${folder}/movie`, `${forged}/night.png`])
    expect((await request(server.url).get(path)).status).toBe(404);
});

test('a title that is not held stays unknown', async () => {
  expect((await get('/movie/44875')).status).toBe(502);
});

test('a TMDB that does not respond holds up no page for long', async () => {
  tmdb.behave({ slowMs: 60_000 });
  const started = performance.now();
  expect((await get('/tv/1930/season/0')).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(45_000);
  tmdb.behave('down');
});

test('visitors who may not watch learn no address of pictures', async () => {
  const closed = await open({ OWN_SOURCES: 'accounts' });
  try {
    const { body } = await request(closed.url).get('/library/summary');
    expect(getLibrarySummary.reply.parse(body).pictures).toBeUndefined();
  } finally {
    await closed.close();
  }
});
