// NFO files and backgrounds beside videos: their facts take precedence over the movie database.
import { listLibraryTitles } from '@matinee/shared/contract/library';
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';

const NIGHT = 'Movies/Night of the Living Dead (1968) [tmdbid-10331]';
const HILLBILLIES = 'Shows/The Beverly Hillbillies (1962) [tmdbid-1930]';
const OWN_PICTURE = /^\/library\/pictures\//;

let disk = '';
let tmdb: Awaited<ReturnType<typeof startTmdb>>;
let database: TestDatabase;
let server: TestApp;

async function put(path: string, content: string | Buffer = path): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('a picture')]);

const get = async (path: string) => (await request(server.url).get(`/catalogue/3${path}`)).body;

const open = async (): Promise<TestApp> => {
  const app = await startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
    TMDB_READ_API_KEY: TMDB_KEY,
  });
  await vi.waitUntil(() => app.deps.isLibraryComplete(), { timeout: 20_000 });
  return app;
};

async function listed(title: string) {
  const { body } = await request(server.url).get('/library/titles').query({ limit: 200 });
  return listLibraryTitles.reply.parse(body).titles.find((each) => each.title === title);
}

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-notes-'));
  await put(`${NIGHT}/Night of the Living Dead.mkv`);
  await put(
    `${NIGHT}/movie.nfo`,
    `<movie><title>Our favorite night</title><plot>Grandpa's cut.</plot><year>1968</year>
     <genre>Comedy</genre><rating>9.5</rating><runtime>71</runtime></movie>`,
  );
  await put(`${NIGHT}/poster.jpg`, jpeg);
  await put(`${NIGHT}/fanart.jpg`, jpeg);
  await put(`${HILLBILLIES}/Season 1/Hillbillies S01E01.mkv`);
  await put(
    `${HILLBILLIES}/Season 1/Hillbillies S01E01.nfo`,
    '<episodedetails><title>Oil!</title><plot>They move.</plot></episodedetails>',
  );
  await put(`${HILLBILLIES}/Season 1/Hillbillies S01E02.mkv`);
  await put('Recordings/MOV_0001.mkv');
  await put(
    'Recordings/MOV_0001.nfo',
    `<movie><title>Grandma's birthday</title><plot>Cake and candles.</plot>
     <genre>Family</genre><runtime>12</runtime></movie>`,
  );
  tmdb = await startTmdb();
  database = await createTestDatabase();
  server = await open();
}, 60_000);

afterAll(async () => {
  await server.close();
  await tmdb.close();
  await database.drop();
  await rm(disk, { recursive: true });
});

const OUR_NIGHT = {
  title: 'Our favorite night',
  overview: "Grandpa's cut.",
  vote_average: 9.5,
  // Bookmarks store the poster, so it is one that other clients can show.
  poster_path: '/night.png',
  backdrop_path: expect.stringMatching(OWN_PICTURE),
};

test('notes and a background win over TMDB on the page of a movie and in searches', async () => {
  expect(await get('/movie/10331')).toMatchObject({
    ...OUR_NIGHT,
    original_title: 'Night of the Living Dead',
    release_date: expect.stringMatching(/^1968-/),
    genres: [{ id: 35, name: 'Comedy' }],
    runtime: 71,
    imdb_id: expect.stringMatching(/^tt/),
  });
  const { results } = await get('/search/multi?query=night%20of%20the%20living');
  expect(results[0]).toMatchObject({ ...OUR_NIGHT, id: 10_331, genre_ids: [35] });
});

test('notes win in the library, whose other facts are from TMDB', async () => {
  await vi.waitFor(
    async () =>
      expect(await listed('Our favorite night')).toMatchObject({
        id: 10_331,
        year: 1968,
        rating: 9.5,
        runtime: 71,
      }),
    { timeout: 20_000 },
  );
});

test("a poster of the folder is shown in the library, with TMDB's for bookmarks", async () => {
  await vi.waitFor(
    async () =>
      expect(await listed('Our favorite night')).toMatchObject({
        poster: expect.stringMatching(OWN_PICTURE),
        tmdbPoster: '/night.png',
      }),
    { timeout: 20_000 },
  );
  expect(await listed("Grandma's birthday")).toMatchObject({ tmdbPoster: null });
});

test('notes of an episode win over TMDB, and other episodes keep its texts', async () => {
  const { episodes } = await get('/tv/1930/season/1');
  expect(episodes.slice(0, 2)).toMatchObject([
    { episode_number: 1, name: 'Oil!', overview: 'They move.' },
    { episode_number: 2, name: expect.stringMatching(/\w/) },
  ]);
});

test('notes with nothing but a title name a home video', async () => {
  const video = await listed("Grandma's birthday");
  expect(video?.id).toBeGreaterThanOrEqual(FIRST_LOCAL_ID);
  expect(await get(`/movie/${video?.id}`)).toMatchObject({
    title: "Grandma's birthday",
    overview: 'Cake and candles.',
    runtime: 12,
    genres: [{ id: 10_751, name: 'Family' }],
  });
});

test('notes that change or go are followed, even after a start', async () => {
  const { id = 0 } = (await listed("Grandma's birthday")) ?? {};
  const becomes = (title: string, overview: string) =>
    vi.waitFor(async () => expect(await get(`/movie/${id}`)).toMatchObject({ title, overview }), {
      timeout: 20_000,
    });
  await put('Recordings/MOV_0001.nfo', "<movie><title>Grandma's party</title></movie>");
  await becomes("Grandma's party", '');
  await server.close();
  server = await open();
  await becomes("Grandma's party", '');
  await rm(join(disk, 'Recordings/MOV_0001.nfo'));
  await becomes('MOV 0001', '');
  await rm(join(disk, NIGHT, 'movie.nfo'));
  await vi.waitFor(
    async () => {
      const { title, overview, runtime } = await get('/movie/10331');
      expect({ title, runtime }).toEqual({ title: 'Night of the Living Dead', runtime: 96 });
      expect(overview).not.toBe("Grandpa's cut.");
      expect(await listed('Night of the Living Dead')).toBeDefined();
    },
    { timeout: 20_000 },
  );
});
