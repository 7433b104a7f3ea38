// The orders of the library, with titles of a folder and of a share.
import { LIBRARY_SORTS, listLibraryTitles } from '@matinee/shared/contract/library';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
