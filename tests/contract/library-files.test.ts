// The files and extras of titles in the operator's folders, with the facts of their headers.
import { listTitleFiles, type TitleFiles } from '@matinee/shared/contract/library-files';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { ensureContainerMedia } from '../support/container-media.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { withClient } from '../support/database-server.ts';
import { register } from '../support/identity.ts';
import { ensureMedia } from '../support/media.ts';

let disk = '';
let database: TestDatabase;
let server: TestApp;

async function put(path: string, source: string): Promise<void> {
  const target = join(disk, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
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

async function filesOf(
  query: Readonly<Record<string, string | number>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TitleFiles> {
  const { body } = await request(server.url).get('/library/files').set(headers).query(query);
  return listTitleFiles.reply.parse(body);
}

async function titles(section: string) {
  const { body } = await request(server.url).get('/library/titles').query({ section });
  return body.titles;
}

const play = (query: Readonly<Record<string, string | number>>) =>
  request(server.url)
    .get('/scrape/source')
    .query({ id: 'folder', type: 'movie', title: 'Own Reel', releaseYear: 1971, ...query })
    .buffer();

const REEL = 'Movies/Own Reel (1971) [tmdbid-77001]';

beforeAll(async () => {
  const media = await ensureMedia();
  const containers = await ensureContainerMedia();
  disk = await mkdtemp(join(tmpdir(), 'matinee-own-'));
  await put(`${REEL}/Own Reel (1971) [tmdbid-77001] - 360p.mp4`, media.video360);
  const cut = `${REEL}/Own Reel (1971) [tmdbid-77001] {edition-Director's Cut} 180p.mkv`;
  await put(cut, join(containers, 'two-audio.mkv'));
  await writeFile(join(disk, REEL, 'Own Reel (1971) [tmdbid-77001] - broken.mkv'), 'no movie');
  await put(`${REEL}/Own Reel (1971)-trailer.mp4`, media.video360);
  await put(`${REEL}/Behind The Scenes/Painting the set.mp4`, media.video360);
  await put('Movies/Alone (2001).mp4', media.video360);
  await put('Movies/Beside (2002).mp4', media.video720);
  await put('Movies/Beside (2002)-featurette.mp4', media.video360);
  const show = 'Shows/The Long Walk (2019)';
  await put(`${show}/Season 01/The Long Walk S01E01.mkv`, join(containers, 'hevc-aac.mkv'));
  await put(`${show}/Season 02/The Long Walk S02E01.mp4`, media.video360);
  await put(`${show}/extras/Outtakes.mp4`, media.video360);
  database = await createTestDatabase();
  server = await open();
});

afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(disk, { recursive: true });
});

test('a movie has its versions, with what their headers tell, and no paths', async () => {
  const { files } = await filesOf({ kind: 'movie', id: 77_001 });
  const [sharp, cut, broken] = files;
  expect(sharp).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    season: null,
    episodes: [],
    edition: null,
    container: 'MP4',
    size: expect.any(Number),
    isPlayable: true,
    media: {
      seconds: expect.closeTo(60, 0),
      video: { codec: 'H.264', width: 640, height: 360, isHdr: false },
      audio: [{ codec: 'AAC', channels: 2, language: null }],
      hasCover: false,
    },
  });
  expect(cut).toMatchObject({
    edition: "Director's Cut",
    container: 'MKV',
    media: { video: { height: 180 }, audio: [{ codec: 'AAC' }, { codec: 'AAC' }] },
  });
  expect(broken?.media).toEqual({ seconds: null, video: null, audio: [], hasCover: false });
  expect(files).toHaveLength(3);
});

test('administrators also read where the files are, below the folder', async () => {
  const admin = await register(server);
  const { files, extras } = await filesOf({ kind: 'movie', id: 77_001 }, admin.headers);
  const folder = basename(disk);
  expect(files[0]?.path).toBe(`${folder}/${REEL}/Own Reel (1971) [tmdbid-77001] - 360p.mp4`);
  expect(extras[0]?.path).toMatch(`${folder}/`);
  const other = await register(server);
  const shown = await filesOf({ kind: 'movie', id: 77_001 }, other.headers);
  expect(JSON.stringify(shown)).not.toContain('Movies/');
});

test('facts are remembered over a restart, and read again after the file changed', async () => {
  const [before] = (await filesOf({ kind: 'movie', id: 77_001 })).files;
  await server.close();
  const { rows } = await withClient(database.url, (client) =>
    client.query("SELECT media FROM library_files WHERE path LIKE '%360p.mp4'"),
  );
  expect(rows[0]?.media).toEqual(before?.media);
  await put(`${REEL}/Own Reel (1971) [tmdbid-77001] - 360p.mp4`, (await ensureMedia()).video720);
  server = await open();
  const [after] = (await filesOf({ kind: 'movie', id: 77_001 })).files;
  expect(after?.media?.video?.height).toBe(720);
});

test('the chosen version plays, and no other', async () => {
  const { files } = await filesOf({ kind: 'movie', id: 77_001 });
  const cut = files.find(({ edition }) => edition !== null)?.id ?? '';
  const { text } = await play({ tmdbId: 77_001, file: cut });
  expect(text).toMatch(/event: completed/);
  expect(text).toContain('"type":"hls"');
  expect(text).not.toContain('"type":"file"');
  const { text: gone } = await play({ tmdbId: 77_001, file: 'AAAAAAAAAAAAAAAAAAAAAA' });
  expect(gone).toMatch(/event: error/);
});

test('extras are listed with their title, and play by their own ids', async () => {
  const { extras } = await filesOf({ kind: 'movie', id: 77_001 });
  expect(extras).toMatchObject([
    { kind: 'behindTheScenes', name: 'Painting the set', seconds: expect.closeTo(60, 0) },
    { kind: 'trailer', name: '' },
  ]);
  const { text } = await play({ tmdbId: extras[0]?.id ?? 0 });
  expect(text).toMatch(/event: completed/);
  const beside = (await titles('movies')).find(
    ({ title }: { title: string }) => title === 'Beside',
  );
  expect((await filesOf({ kind: 'movie', id: beside.id })).extras).toMatchObject([
    { kind: 'featurette', name: '' },
  ]);
  const alone = (await titles('movies')).find(({ title }: { title: string }) => title === 'Alone');
  expect((await filesOf({ kind: 'movie', id: alone.id })).extras).toEqual([]);
});

test('a show has the files of each season, and its extras', async () => {
  const [show] = await titles('shows');
  const { files, extras } = await filesOf({ kind: 'tv', id: show.id, season: 1 });
  expect(files).toMatchObject([{ season: 1, episodes: [1], media: { video: { codec: 'HEVC' } } }]);
  expect(extras).toMatchObject([{ kind: 'other', name: 'Outtakes' }]);
});

test('extras are neither in lists nor in searches', async () => {
  expect(await titles('videos')).toEqual([]);
  const { body } = await request(server.url)
    .get('/catalogue/3/search/multi')
    .query({ query: 'Painting the set' });
  expect(body.results).toEqual([]);
});
