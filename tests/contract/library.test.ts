// Titles of the operator's folders: listed, searched, described, played, and recognized after a move.
import {
  checkLibraryTitles,
  getLibrarySummary,
  listLibraryTitles,
  listSkippedFiles,
} from '@matinee/shared/contract/library';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { register } from '../support/identity.ts';
import { ensureMedia } from '../support/media.ts';

let media: Awaited<ReturnType<typeof ensureMedia>>;
let disk = '';
let database: TestDatabase;
let server: TestApp;

/** The first bytes, by which browsers recognize the type. */
const JPEG = Buffer.from('ffd8ffe000104a46494600', 'hex');

const Found = z.object({
  results: z.array(
    z.looseObject({
      id: z.number(),
      media_type: z.string(),
      title: z.string().optional(),
      name: z.string().optional(),
    }),
  ),
});

async function put(path: string, extra = ''): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(media.video360, target);
  // Makes the content of each file unique.
  await writeFile(target, `${path}${extra}`, { flag: 'a' });
}

const open = (environment: Readonly<Record<string, string>> = {}): Promise<TestApp> =>
  startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    ...environment,
  });

const summary = async (app: TestApp) =>
  getLibrarySummary.reply.parse((await request(app.url).get('/library/summary')).body);
const list = async (app: TestApp, query: Readonly<Record<string, string | number>>) =>
  listLibraryTitles.reply.parse((await request(app.url).get('/library/titles').query(query)).body);
const search = async (app: TestApp, query: string) =>
  Found.parse((await request(app.url).get('/catalogue/3/search/multi').query({ query })).body)
    .results;
const details = async (app: TestApp, path: string): Promise<Record<string, unknown>> =>
  (await request(app.url).get(`/catalogue/3${path}`)).body;

const scanned = (app: TestApp) =>
  vi.waitFor(
    async () => {
      const { isComplete, counts } = await summary(app);
      expect(isComplete && counts.movies > 0).toBe(true);
    },
    { timeout: 20_000 },
  );

async function idOf(app: TestApp, title: string): Promise<number> {
  const [found] = await search(app, title);
  expect(found?.title ?? found?.name).toBe(title);
  return found?.id ?? 0;
}

async function play(query: Readonly<Record<string, string | number>>): Promise<string> {
  const { text } = await request(server.url)
    .get('/scrape/source')
    .query({ id: 'folder', ...query })
    .buffer();
  return /event: (completed|error)/.exec(text)?.[1] ?? text;
}

beforeAll(async () => {
  media = await ensureMedia();
  disk = await mkdtemp(join(tmpdir(), 'matinee-own-'));
  await put('Movies/Our Summer (2024)/Our Summer (2024) 1080p.mp4');
  await writeFile(join(disk, 'Movies/Our Summer (2024)/poster.jpg'), JPEG);
  await put('Movies/Casablanca (1942) [tmdbid-289].mp4');
  await put('Shows/The Long Walk (2019)/Season 01/The Long Walk S01E01.mkv');
  await put('Shows/The Long Walk (2019)/Season 01/The Long Walk S01E02-E03.mkv');
  await writeFile(join(disk, 'Shows/The Long Walk (2019)/folder.png'), JPEG);
  await put('Home/birthday_2.mp4');
  await put('Home/Talk 2021-05-04.mp4');
  database = await createTestDatabase();
  server = await open();
  await scanned(server);
});

afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(disk, { recursive: true });
});

/** Changes one character of the address's signature. */
const forge = (address: string): string =>
  address.replace(/pictures\/(.)/, (_, first) => `pictures/${first === 'A' ? 'B' : 'A'}`);

describe('the list', () => {
  test('counts movies, shows and other videos, and tells what it can be filtered by', async () => {
    expect(await summary(server)).toEqual({
      isComplete: true,
      counts: { movies: 2, shows: 1, videos: 2 },
      collections: 1,
      genres: [],
      decades: [2020, 2010, 1940],
      sources: [{ id: expect.any(String), name: expect.stringMatching(/^matinee-own-/) }],
    });
  });

  test('is sorted by title, with letters and without leading articles', async () => {
    const movies = await list(server, { section: 'movies', sort: 'title' });
    expect(movies.titles.map(({ title }) => title)).toEqual(['Casablanca', 'Our Summer']);
    expect(movies.letters).toEqual([
      { letter: 'C', offset: 0 },
      { letter: 'O', offset: 1 },
    ]);
    const shows = await list(server, { section: 'shows', sort: 'title' });
    expect(shows.letters).toEqual([{ letter: 'L', offset: 0 }]);
  });

  test('is filtered by decade and height, and read in parts', async () => {
    const old = await list(server, { section: 'movies', decade: 1940 });
    expect(old.titles.map(({ id }) => id)).toEqual([289]);
    const sharp = await list(server, { section: 'movies', height: 1080 });
    expect(sharp.titles.map(({ title }) => title)).toEqual(['Our Summer']);
    const second = await list(server, { section: 'movies', sort: 'title', offset: 1, limit: 1 });
    expect(second).toMatchObject({ total: 2, titles: [{ title: 'Our Summer', height: 1080 }] });
  });

  test('shows a poster from the folder to those who have its address', async () => {
    const { titles } = await list(server, { section: 'movies', sort: 'title' });
    const poster = titles[1]?.poster ?? '';
    const picture = await request(server.url).get(poster).buffer();
    expect(picture.status).toBe(200);
    expect(picture.type).toBe('image/jpeg');
    expect(Buffer.from(picture.body)).toEqual(JPEG);
    const forged = await request(server.url).get(forge(poster));
    expect(forged.status).toBe(404);
    const [show] = (await list(server, { section: 'shows' })).titles;
    expect((await request(server.url).get(show?.poster ?? '')).status).toBe(200);
  });

  test('tells which titles the server can play', async () => {
    const titles = [
      { kind: 'movie', id: 289 },
      { kind: 'movie', id: 290 },
      { kind: 'tv', id: 289 },
    ];
    const { body } = await request(server.url).post('/library/holdings').send({ titles });
    expect(checkLibraryTitles.reply.parse(body)).toEqual({ titles: [{ kind: 'movie', id: 289 }] });
  });
});

describe('the catalog', () => {
  test.each(['our summer', 'Our Sumer', 'ouR súmmer', 'summer 2024', 'summ'])(
    'finds a title that only a folder has: %s',
    async (query) => {
      const [first] = await search(server, query);
      expect(first).toMatchObject({ media_type: 'movie', title: 'Our Summer' });
    },
  );

  test('describes a movie that no database knows, and its file plays', async () => {
    const id = await idOf(server, 'Our Summer');
    expect(await details(server, `/movie/${id}?append_to_response=external_ids`)).toMatchObject({
      id,
      title: 'Our Summer',
      release_date: '2024-01-02',
      poster_path: expect.stringMatching(/^\/library\/pictures\//),
      external_ids: { imdb_id: null },
    });
    const query = { type: 'movie', title: 'Our Summer', releaseYear: 2024, tmdbId: id };
    expect(await play(query)).toBe('completed');
  });

  test('describes a movie whose name has an id of TMDB, without a key', async () => {
    expect(await details(server, '/movie/289')).toMatchObject({ id: 289, title: 'Casablanca' });
  });

  test('plays a home video by its id, though its name has no year', async () => {
    const id = await idOf(server, 'birthday 2');
    const query = { type: 'movie', title: 'birthday 2', releaseYear: 2026, tmdbId: id };
    expect(await play(query)).toBe('completed');
  });

  test('describes the seasons of a show, and an episode plays', async () => {
    const id = await idOf(server, 'The Long Walk');
    const show = await details(server, `/tv/${id}?append_to_response=external_ids`);
    expect(show).toMatchObject({ name: 'The Long Walk', number_of_episodes: 3 });
    const season = await details(server, `/tv/${id}/season/1`);
    expect(season).toMatchObject({
      episodes: [{ episode_number: 1 }, { episode_number: 2 }, { episode_number: 3 }],
    });
    expect((await request(server.url).get(`/catalogue/3/tv/${id}/season/2`)).status).toBe(404);
  });
});

test('administrators learn which files are neither a movie nor an episode, and why', async () => {
  await put('Movies/Parted (1999)/Parted (1999)-cd1.mp4');
  const app = await open({ REGISTRATION: 'open' });
  try {
    await vi.waitUntil(() => app.deps.isLibraryComplete());
    const skipped = (member?: { readonly headers: Record<string, string> }, offset = 0) =>
      request(app.url)
        .get('/library/skipped')
        .query({ offset })
        .set(member?.headers ?? {});
    const admin = await register(app);
    const { body } = await skipped(admin);
    const { state, total, files } = listSkippedFiles.reply.parse(body);
    expect(state).toBe('complete');
    expect(total).toBe(files.length);
    expect(files).toContainEqual({
      folder: expect.stringMatching(/^matinee-own-/),
      path: 'Movies/Parted (1999)/Parted (1999)-cd1.mp4',
      reason: 'partOfMovie',
      file: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(files.map(({ reason }) => reason)).toContain('airDate');
    const rest = listSkippedFiles.reply.parse((await skipped(admin, 1)).body);
    expect(rest).toEqual({ state, total, files: files.slice(1) });
    expect((await skipped(await register(app))).status).toBe(403);
    expect((await skipped()).status).toBe(401);
  } finally {
    await app.close();
    await rm(join(disk, 'Movies/Parted (1999)'), { recursive: true });
  }
});

test('others than the viewers of own sources learn nothing', async () => {
  const closed = await open({ OWN_SOURCES: 'accounts' });
  try {
    await vi.waitUntil(() => closed.deps.isLibraryComplete());
    expect((await summary(closed)).counts).toEqual({ movies: 0, shows: 0, videos: 0 });
    expect((await list(closed, { section: 'movies' })).total).toBe(0);
    expect(await search(closed, 'Our Summer')).toEqual([]);
    expect((await request(closed.url).get('/catalogue/3/movie/289')).status).toBe(404);
  } finally {
    await closed.close();
  }
});

test('a title keeps its id when its file and its folder get other names, also over a restart', async () => {
  const before = await idOf(server, 'Our Summer');
  const { titles } = await list(server, { section: 'movies', sort: 'title' });
  await server.close();
  await rename(
    join(disk, 'Movies/Our Summer (2024)'),
    join(disk, 'Movies/Holidays at the Sea (2023)'),
  );
  await rename(
    join(disk, 'Movies/Holidays at the Sea (2023)/Our Summer (2024) 1080p.mp4'),
    join(disk, 'Movies/Holidays at the Sea (2023)/Holidays at the Sea (2023).mp4'),
  );
  server = await open();
  await vi.waitFor(async () => expect(await idOf(server, 'Holidays at the Sea')).toBe(before), {
    timeout: 20_000,
  });
  const after = await list(server, { section: 'movies', sort: 'added' });
  const moved = after.titles.find(({ id }) => id === before);
  expect(moved?.addedAt).toBe(titles.find(({ id }) => id === before)?.addedAt);
});

test('a folder that comes back has the same titles', async () => {
  const before = await idOf(server, 'The Long Walk');
  await rename(join(disk, 'Shows'), `${disk}-away`);
  await vi.waitFor(async () => expect((await summary(server)).counts.shows).toBe(0), {
    timeout: 20_000,
  });
  await rename(`${disk}-away`, join(disk, 'Shows'));
  await vi.waitFor(async () => expect(await idOf(server, 'The Long Walk')).toBe(before), {
    timeout: 20_000,
  });
});

test('a folder with another path has the same titles, and nothing is left of the old path', async () => {
  const before = await idOf(server, 'birthday 2');
  const { counts } = await summary(server);
  await server.close();
  const moved = `${disk}-moved`;
  await rename(disk, moved);
  server = await open({ MEDIA_FOLDERS: moved });
  try {
    await scanned(server);
    await vi.waitFor(
      async () => {
        expect(await idOf(server, 'birthday 2')).toBe(before);
        expect((await summary(server)).counts).toEqual(counts);
      },
      { timeout: 20_000 },
    );
  } finally {
    await server.close();
    await rename(moved, disk);
    server = await open();
    await scanned(server);
  }
});

test('a title that the starter catalog lacks is looked up once there is a key', async () => {
  await put('Movies/Hamilton (2020).mp4');
  const keyless = await open();
  try {
    await scanned(keyless);
    await vi.waitFor(async () => expect(await idOf(keyless, 'Hamilton')).toBeGreaterThan(1e6));
  } finally {
    await keyless.close();
  }
  const tmdb = await startTmdb();
  const hosts = { TMDB_URL: `${tmdb.url}/3`, TMDB_FALLBACK_URL: `${tmdb.url}/3` };
  const keyed = await open({ ...hosts, TMDB_READ_API_KEY: TMDB_KEY });
  try {
    await vi.waitFor(async () => expect(await idOf(keyed, 'Hamilton')).toBe(556_574), {
      timeout: 20_000,
    });
  } finally {
    await keyed.close();
    await tmdb.close();
  }
});

test('with a key, titles take the texts and the id of TMDB, and keep them while it is down', async () => {
  // The server of the other tests has no key: it would match the movie with the starter catalog, for both.
  const alone = await createTestDatabase();
  onTestFinished(() => alone.drop());
  const folder = await mkdtemp(join(tmpdir(), 'matinee-keyed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyFile(media.video360, join(folder, 'Night of the Living Dead (1968).mp4'));
  const tmdb = await startTmdb();
  const environment = {
    DATABASE_URL: alone.url,
    MEDIA_FOLDERS: folder,
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
    TMDB_READ_API_KEY: TMDB_KEY,
  };
  const keyed = await open(environment);
  try {
    await vi.waitFor(
      async () => {
        const { titles } = await list(keyed, { section: 'movies' });
        expect(titles.find(({ id }) => id === 10_331)).toMatchObject({
          title: 'Night of the Living Dead',
          poster: expect.stringMatching(/^\/\w+\.png$/),
        });
      },
      { timeout: 20_000 },
    );
  } finally {
    await keyed.close();
  }
  tmdb.behave('down');
  const offline = await open(environment);
  try {
    await scanned(offline);
    expect(await idOf(offline, 'Night of the Living Dead')).toBe(10_331);
    expect(await details(offline, '/movie/10331')).toMatchObject({
      title: 'Night of the Living Dead',
      overview: expect.stringMatching(/\w/),
    });
  } finally {
    await offline.close();
    await tmdb.close();
  }
});
