// Pictures of seasons among the operator's files: found by their names, described in TMDB's form, and served.
import { listLibraryTitles } from '@matinee/shared/contract/library';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';

const Season = z.looseObject({ season_number: z.number(), poster_path: z.string().nullable() });
const Show = z.looseObject({ poster_path: z.string().nullable(), seasons: z.array(Season) });
const OWN_PATH = /^\/library\/pictures\/[\w-]{22}\/tv\/\d+\/season-\d+\.jpg$/;
const WALK = 'Shows/The Long Walk (2019)';
const SHARED = 'Shows';
const HILLBILLIES = 'Shows/The Beverly Hillbillies (1962) [tmdbid-1930]';

let disk = '';
let database: TestDatabase;
let server: TestApp;

async function put(path: string, content: string | Buffer = path): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

/** Makes a picture that begins like a JPEG and contains its path. */
const jpeg = (text: string): Buffer =>
  Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(text)]);
const putPicture = (path: string): Promise<void> => put(path, jpeg(path));

const open = (environment: Readonly<Record<string, string>> = {}): Promise<TestApp> =>
  startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    ...environment,
  });

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-seasons-'));
  for (const season of ['Season 01', 'Season 02', 'Season 03', 'Season 04'])
    await put(`${WALK}/${season}/The Long Walk S${season.slice(-2)}E01.mkv`);
  await put(`${WALK}/Specials/The Long Walk S00E01.mkv`);
  await putPicture(`${WALK}/season01-poster.jpg`);
  await putPicture(`${WALK}/season-specials-poster.jpg`);
  await putPicture(`${WALK}/season02-poster.jpg`);
  await putPicture(`${WALK}/Season 02/poster.jpg`);
  await putPicture(`${WALK}/Season 03/Folder.jpg`);
  await put('Shows/Flat (2001)/Flat S01E01.mkv');
  await put('Shows/Flat (2001)/Flat S02E01.mkv');
  await putPicture('Shows/Flat (2001)/poster.jpg');
  await putPicture('Shows/Flat (2001)/season2-poster.jpg');
  await put(`${SHARED}/Castor S01E01.mkv`);
  await put(`${SHARED}/Pollux S01E01.mkv`);
  await putPicture(`${SHARED}/season01-poster.jpg`);
  await put('Shows/Forged (2004)/Season 1/Forged S01E01.mkv');
  await put('Shows/Forged (2004)/season01-poster.jpg', '<html><script>alert(1)</script>');
  await put(`${HILLBILLIES}/Season 1/Hillbillies S01E01.mkv`);
  await put(`${HILLBILLIES}/Specials/Hillbillies S00E01.mkv`);
  await putPicture(`${HILLBILLIES}/Season 1/poster.jpg`);
  database = await createTestDatabase();
  server = await open();
  await vi.waitUntil(() => server.deps.isLibraryComplete(), { timeout: 20_000 });
}, 60_000);

afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(disk, { recursive: true });
});

async function showOf(title: string, app = server) {
  const { body } = await request(app.url).get('/library/titles').query({ section: 'shows' });
  const found = listLibraryTitles.reply.parse(body).titles.find((each) => each.title === title);
  return { id: found?.id ?? 0, poster: found?.poster ?? null };
}

const seasonOf = async (id: number, season: number, app = server) =>
  Season.parse((await request(app.url).get(`/catalogue/3/tv/${id}/season/${season}`)).body);
const detailsOf = async (id: number, app = server) =>
  Show.parse((await request(app.url).get(`/catalogue/3/tv/${id}`)).body);
const picture = async (path: string | null) =>
  request(server.url)
    .get(path ?? '')
    .buffer();

test.each([
  ['beside the folders of the seasons', 1, `${WALK}/season01-poster.jpg`],
  ['in the folder of the season, which comes first', 2, `${WALK}/Season 02/poster.jpg`],
  ['named after the folder, in any case', 3, `${WALK}/Season 03/Folder.jpg`],
  ['of the specials', 0, `${WALK}/season-specials-poster.jpg`],
])('a picture %s', async (_, number, path) => {
  const { id } = await showOf('The Long Walk');
  const { poster_path } = await seasonOf(id, number);
  expect(poster_path).toMatch(OWN_PATH);
  const { status, type, body } = await picture(poster_path);
  expect({ status, type }).toEqual({ status: 200, type: 'image/jpeg' });
  expect(Buffer.from(body)).toEqual(jpeg(path));
  const { seasons } = await detailsOf(id);
  expect(seasons.find(({ season_number }) => season_number === number)?.poster_path).toBe(
    poster_path,
  );
});

test('a season without a picture has none, and its address leads nowhere', async () => {
  const { id } = await showOf('The Long Walk');
  expect((await seasonOf(id, 4)).poster_path).toBeNull();
  const first = (await seasonOf(id, 1)).poster_path ?? '';
  for (const name of ['season-4', 'season-2', 'season-99999', 'season-', 'season-1e0'])
    expect((await picture(first.replace('season-1', name))).status).toBe(404);
  const forged = first.replace(/pictures\/(.)/, (_, one) => `pictures/${one === 'A' ? 'B' : 'A'}`);
  expect((await picture(forged)).status).toBe(404);
});

test('the show has the picture of its first season without one of its own', async () => {
  const { id, poster } = await showOf('The Long Walk');
  expect(Buffer.from((await picture(poster)).body)).toEqual(jpeg(`${WALK}/season01-poster.jpg`));
  expect((await detailsOf(id)).poster_path).toBe(poster);
});

test('a folder with several seasons: its poster is that of the show', async () => {
  const { id, poster } = await showOf('Flat');
  expect((await seasonOf(id, 1)).poster_path).toBeNull();
  const second = await picture((await seasonOf(id, 2)).poster_path);
  expect(Buffer.from(second.body)).toEqual(jpeg('Shows/Flat (2001)/season2-poster.jpg'));
  expect(Buffer.from((await picture(poster)).body)).toEqual(jpeg('Shows/Flat (2001)/poster.jpg'));
});

test('a picture in a folder of several shows belongs to none of them', async () => {
  for (const title of ['Castor', 'Pollux'])
    expect((await seasonOf((await showOf(title)).id, 1)).poster_path).toBeNull();
});

test('what is no picture is not served', async () => {
  const { poster_path } = await seasonOf((await showOf('Forged')).id, 1);
  expect(poster_path).toMatch(OWN_PATH);
  expect((await picture(poster_path)).status).toBe(404);
});

test('a picture that comes or goes beside the seasons is noticed', async () => {
  const { id } = await showOf('The Long Walk');
  const added = join(disk, WALK, 'season04-poster.jpg');
  await putPicture(`${WALK}/season04-poster.jpg`);
  const becomes = (expected: RegExp | 'none') =>
    vi.waitFor(
      async () => expect((await seasonOf(id, 4)).poster_path ?? 'none').toMatch(expected),
      { timeout: 20_000 },
    );
  await becomes(OWN_PATH);
  await rename(added, join(disk, WALK, 'other.jpg'));
  await becomes('none');
});

test('a show that TMDB knows has its own pictures where there are any', async () => {
  const tmdb = await startTmdb();
  const matched = await open({
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
    TMDB_READ_API_KEY: TMDB_KEY,
  });
  try {
    await vi.waitUntil(() => matched.deps.isLibraryComplete(), { timeout: 20_000 });
    const own = await seasonOf(1930, 1, matched);
    expect(own).toMatchObject({ name: 'Season 1', poster_path: expect.stringMatching(OWN_PATH) });
    const specials = await seasonOf(1930, 0, matched);
    expect(specials.poster_path).toBe('/hillbillies-specials.png');
    const { poster_path, seasons } = await detailsOf(1930, matched);
    expect(poster_path).toBe('/hillbillies.png');
    expect(seasons.map((each) => each.poster_path)).toEqual([
      specials.poster_path,
      own.poster_path,
    ]);
    await vi.waitFor(
      async () => {
        const { poster } = await showOf('The Beverly Hillbillies', matched);
        expect(poster).toMatch(/^\/[^/]+$/);
      },
      { timeout: 20_000 },
    );
  } finally {
    await matched.close();
    await tmdb.close();
  }
});
