// The orders of the library, with titles of a folder and of a share.
import { LIBRARY_SORTS, listLibraryTitles } from '@matinee/shared/contract/library';
import {
  listLibraryTitlesByHistory,
  MAX_WATCHED_TITLES,
} from '@matinee/shared/contract/library-history';
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { startWebdav, WEBDAV_PASSWORD, WEBDAV_USER } from '../support/fakes/webdav.ts';
import type { Fake } from '../support/fakes/http.ts';

const MOVIES = [
  { title: 'The Anchor', year: 1950, rating: 6, runtime: 130, added: '2022-01-01' },
  { title: 'Below', year: 1990, rating: 9, runtime: 80, added: '2024-01-01' },
  { title: 'Élan 2', year: 1970, rating: 7, runtime: 100, added: '2023-01-01' },
  { title: 'Élan 10', year: 1980, rating: 5, runtime: 90, added: '2021-01-01' },
] as const;

let disk = '';
let share: Fake;
let server: TestApp;

const notes = ({ title, year, rating, runtime }: (typeof MOVIES)[number]): string =>
  `<movie><title>${title}</title><year>${year}</year><rating>${rating}</rating><runtime>${runtime}</runtime></movie>`;

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-sorted-'));
  const [first, ...others] = MOVIES;
  for (const movie of others) {
    const path = join(disk, `${movie.title} (${movie.year})`);
    await writeFile(`${path}.mp4`, movie.title);
    await writeFile(`${path}.nfo`, notes(movie));
    await utimes(`${path}.mp4`, new Date(movie.added), new Date(movie.added));
  }
  share = await startWebdav({
    files: {
      [`${first.title} (${first.year}).mp4`]: 'a movie',
      [`${first.title} (${first.year}).nfo`]: notes(first),
    },
  });
  server = await startTestApp({
    MEDIA_FOLDERS: disk,
    WEBDAV_URL: `${share.url}/dav/films`,
    WEBDAV_USER,
    WEBDAV_PASSWORD,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
  });
  await vi.waitUntil(() => server.deps.isLibraryComplete(), { timeout: 20_000 });
});

afterAll(async () => {
  await server.close();
  await share.close();
  await rm(disk, { recursive: true });
});

async function titlesBy(sort: string): Promise<readonly string[]> {
  const query = { section: 'movies', sort };
  const { body } = await request(server.url).get('/library/titles').query(query);
  return listLibraryTitles.reply.parse(body).titles.map(({ title }) => title);
}

test.each([
  ['title', ['The Anchor', 'Below', 'Élan 2', 'Élan 10']],
  ['year', ['Below', 'Élan 10', 'Élan 2', 'The Anchor']],
  ['oldest', ['The Anchor', 'Élan 2', 'Élan 10', 'Below']],
  ['rating', ['Below', 'Élan 2', 'The Anchor', 'Élan 10']],
  ['runtime', ['The Anchor', 'Élan 2', 'Élan 10', 'Below']],
])('by %s', async (sort, expected) => {
  expect(await titlesBy(sort)).toEqual(expected);
});

test('by the time of their files, the newest first', async () => {
  expect((await titlesBy('added')).filter((title) => title !== 'The Anchor')).toEqual([
    'Below',
    'Élan 2',
    'Élan 10',
  ]);
});

test('each order has all titles', async () => {
  for (const sort of LIBRARY_SORTS) expect(await titlesBy(sort)).toHaveLength(MOVIES.length);
});

describe('by what the browser of a visitor has watched', () => {
  const post = (body: object) => request(server.url).post('/library/titles').send(body);
  const NONE = { movies: [], shows: [] };

  test('unwatched titles come first, in each window of the list', async () => {
    const { titles } = listLibraryTitlesByHistory.reply.parse(
      (await post({ sort: 'unwatched', watched: NONE })).body,
    );
    const [first, second, ...others] = titles.map(({ id }) => id);
    // A show with the id of a movie is another title.
    const watched = { movies: [first, 1], shows: [second] };
    const window = { sort: 'unwatched', section: 'movies', offset: 1, limit: 3, watched };
    const { body } = await post(window);
    const found = listLibraryTitlesByHistory.reply.parse(body);
    expect(found.total).toBe(MOVIES.length);
    expect(found.titles.map(({ id }) => id)).toEqual([...others, first]);
  });

  test('other orders and filters are those of the list without a history', async () => {
    const query = { sort: 'title', section: 'movies', decade: 1980, limit: 1 };
    const { body: expected } = await request(server.url).get('/library/titles').query(query);
    const { body } = await post({ ...query, watched: NONE });
    expect(body).toEqual(expected);
  });

  test('visitors who may not watch the library see none of it', async () => {
    const closed = await startTestApp({ MEDIA_FOLDERS: disk, OWN_SOURCES: 'accounts' });
    await vi.waitUntil(() => closed.deps.isLibraryComplete(), { timeout: 20_000 });
    const { body } = await request(closed.url)
      .post('/library/titles')
      .send({ sort: 'unwatched', watched: NONE });
    expect(listLibraryTitlesByHistory.reply.parse(body)).toEqual({ total: 0, titles: [] });
    await closed.close();
  });

  test('a history of the largest size is read, and a larger one is rejected', async () => {
    const ids = Array.from({ length: MAX_WATCHED_TITLES }, (_, at) => FIRST_LOCAL_ID + at);
    const most = await post({ sort: 'unwatched', watched: { movies: ids, shows: ids } });
    expect(listLibraryTitlesByHistory.reply.parse(most.body).total).toBe(MOVIES.length);
    expect((await post({ watched: { movies: [...ids, 1], shows: [] } })).status).toBe(400);
    expect((await post({ watched: NONE, extra: 'a'.repeat(200_000) })).status).toBe(413);
    expect((await post({ sort: 'unwatched' })).status).toBe(400);
  });
});
