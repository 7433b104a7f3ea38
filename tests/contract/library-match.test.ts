// Administrators match files to titles. The match stays when files are renamed, moved and scanned again.
import { listLibraryTitles, listSkippedFiles } from '@matinee/shared/contract/library';
import { correctMatch, type CorrectMatchRequest } from '@matinee/shared/contract/library-match';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { logIn, register } from '../support/identity.ts';
import { ensureMedia } from '../support/media.ts';

let disk = '';
let database: TestDatabase;
let server: TestApp;
let admin: Awaited<ReturnType<typeof register>>;

async function put(path: string): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile((await ensureMedia()).video360, target);
  // Makes the content of each file unique.
  await writeFile(target, path, { flag: 'a' });
}

const open = async (): Promise<TestApp> => {
  const app = await startTestApp({
    DATABASE_URL: database.url,
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    REGISTRATION: 'open',
  });
  await vi.waitUntil(() => app.deps.isLibraryComplete(), { timeout: 20_000 });
  return app;
};

/** Tokens belong to one server. */
async function restart(): Promise<void> {
  server = await open();
  admin = await logIn(server, admin.keys);
}

const send = (body: CorrectMatchRequest, member = admin) =>
  request(server.url).put('/library/match').set(member.headers).send(body);

async function correct(body: CorrectMatchRequest) {
  const response = await send(body);
  expect(response.status).toBe(200);
  return correctMatch.reply.parse(response.body);
}

async function listed(section: string) {
  const { body } = await request(server.url).get('/library/titles').query({ section });
  return listLibraryTitles.reply.parse(body).titles;
}

async function idOf(section: string, title: string): Promise<number> {
  return (await listed(section)).find((each) => each.title === title)?.id ?? 0;
}

async function unrecognized() {
  const { body } = await request(server.url).get('/library/skipped').set(admin.headers);
  return listSkippedFiles.reply.parse(body).files;
}

const details = async (path: string) => request(server.url).get(`/catalogue/3${path}`);

async function play(title: string, tmdbId: number): Promise<string | undefined> {
  const { text } = await request(server.url)
    .get('/scrape/source')
    .query({ id: 'folder', type: 'movie', title, releaseYear: 1968, tmdbId })
    .buffer();
  return /event: (completed|error)/.exec(text)?.[1];
}

/** A title of the built-in catalog. */
const SINTEL = { kind: 'movie', id: 45_745 } as const;

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-own-'));
  await put('Movies/Blender thing (2009)/Blender thing (2009).mp4');
  await put('Movies/Blender thing (2009)/Blender thing (2009) 720p.mp4');
  await put('Movies/Not a movie (2003).mp4');
  await put('Shows/Wrong Walk (2019)/Season 1/Wrong Walk S01E01.mp4');
  await put('Shows/The Long Walk (2019)/Season 1/The Long Walk S01E01.mp4');
  await put('Home/Talk 2021-05-04.mp4');
  database = await createTestDatabase();
  server = await open();
  admin = await register(server);
});

afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(disk, { recursive: true });
});

test('only administrators may correct a match', async () => {
  const body: CorrectMatchRequest = { subject: SINTEL, target: { to: 'automatic' } };
  expect((await send(body, await register(server))).status).toBe(403);
  expect((await request(server.url).put('/library/match').send(body)).status).toBe(401);
  expect((await send(body)).status).toBe(404);
});

test('a movie gets its right title, and keeps the id that bookmarks have', async () => {
  const id = await idOf('movies', 'Blender thing');
  const target = { to: 'title', ...SINTEL } as const;
  expect(await correct({ subject: { kind: 'movie', id }, target })).toEqual({
    ...SINTEL,
    title: 'Sintel',
    files: 2,
  });
  expect(await listed('movies')).toContainEqual(expect.objectContaining({ id: 45_745 }));
  expect(await play('Sintel', 45_745)).toBe('completed');
  // An earlier bookmark still works.
  expect((await details(`/movie/${id}`)).body).toMatchObject({ title: 'Sintel' });
  // The name alone doesn't make the file play as another title.
  expect(await play('Blender thing', 4_242)).toBe('error');
});

test('the correction stays when one of two files gets another name and folder', async () => {
  await server.close();
  await mkdir(join(disk, 'Elsewhere/Something else (2015)'), { recursive: true });
  await rename(
    join(disk, 'Movies/Blender thing (2009)/Blender thing (2009) 720p.mp4'),
    join(disk, 'Elsewhere/Something else (2015)/Something else (2015).mp4'),
  );
  await restart();
  const titles = await listed('movies');
  expect(titles.map(({ title }) => title)).not.toContain('Something else');
  const { body } = await request(server.url)
    .get('/library/files')
    .query({ kind: 'movie', id: 45_745 });
  expect(body.files).toHaveLength(2);
});

test('back to automatic, both are what their names say', async () => {
  await correct({ subject: SINTEL, target: { to: 'automatic' } });
  expect(await idOf('movies', 'Blender thing')).toBeGreaterThan(1e9);
  expect((await listed('movies')).map(({ id }) => id)).not.toContain(45_745);
});

test('a movie that is none becomes a home video, even after a restart', async () => {
  const id = await idOf('movies', 'Not a movie');
  await correct({ subject: { kind: 'movie', id }, target: { to: 'video' } });
  expect(await idOf('videos', 'Not a movie (2003)')).toBe(id);
  await server.close();
  await restart();
  expect(await idOf('videos', 'Not a movie (2003)')).toBe(id);
  await correct({ subject: { kind: 'movie', id }, target: { to: 'automatic' } });
  expect(await idOf('movies', 'Not a movie')).toBe(id);
});

test('an unrecognized file becomes an episode of a show in the library, and back', async () => {
  const [talk] = (await unrecognized()).filter(({ path }) => path.includes('Talk'));
  const file = talk?.file ?? '';
  const show = await idOf('shows', 'The Long Walk');
  const target = { to: 'title', kind: 'tv', id: show } as const;
  const incomplete = await send({ subject: { file }, target });
  expect(incomplete.status).toBe(400);
  await correct({ subject: { file }, target: { ...target, season: 2, episode: 3 } });
  expect((await details(`/tv/${show}/season/2`)).body).toMatchObject({
    episodes: [{ episode_number: 3 }],
  });
  expect((await unrecognized()).map(({ path }) => path)).not.toContain(talk?.path);
  expect(await listed('videos')).toEqual([]);
  await correct({ subject: { file }, target: { to: 'automatic' } });
  expect((await listed('videos')).map(({ title }) => title)).toEqual(['Talk 2021-05-04']);
  expect((await unrecognized()).map(({ path }) => path)).toContain(talk?.path);
});

test('the episodes of one show join another', async () => {
  const wrong = await idOf('shows', 'Wrong Walk');
  const show = await idOf('shows', 'The Long Walk');
  const target = { to: 'title', kind: 'tv', id: show } as const;
  await correct({ subject: { kind: 'tv', id: wrong }, target });
  expect((await listed('shows')).map(({ title }) => title)).toEqual(['The Long Walk']);
});

test('a title that the catalog lacks is refused', async () => {
  const id = await idOf('movies', 'Blender thing');
  const target = { to: 'title', kind: 'movie', id: 999_999 } as const;
  expect((await send({ subject: { kind: 'movie', id }, target })).status).toBe(404);
});
