// Searches in the operator's library by people and original titles, from NFO files and from TMDB.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';

const Found = z.object({
  results: z.array(z.looseObject({ title: z.string().optional(), name: z.string().optional() })),
});

let disk = '';
let server: TestApp;

const notes = (tag: string, fields: string): string => `<${tag}>${fields}</${tag}>`;
const actor = (name: string): string => `<actor><name>${name}</name><role>Someone</role></actor>`;

async function put(folder: string, name: string, text: string): Promise<void> {
  await mkdir(join(disk, folder), { recursive: true });
  await writeFile(join(disk, folder, name), text);
}

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'matinee-people-'));
  const lamps = 'Lamps (1999)';
  const people = `<director>Ada Weber</director>${actor('Jón Kettle')}${actor('')}`;
  const title = '<title>Lamps</title><originaltitle>Lampuyöt</originaltitle>';
  await put(lamps, 'Lamps (1999).mkv', 'a');
  await put(lamps, 'movie.nfo', notes('movie', `${title}<year>1999</year>${people}`));
  const show = 'Long Walk (2019)';
  await put(`${show}/Season 1`, 'Long Walk S01E01.mkv', 'b');
  const guest = `<season>1</season><episode>1</episode>${actor('Only Once')}`;
  await put(`${show}/Season 1`, 'Long Walk S01E01.nfo', notes('episodedetails', guest));
  const walk = `<title>Long Walk</title><year>2019</year>${actor('Jón Kettle')}`;
  await put(show, 'tvshow.nfo', notes('tvshow', walk));
  await put('', 'Kettle Songs (2003).mkv', 'c');
  const crowd = Array.from({ length: 900 }, (_, at) =>
    actor(`${at < 20 ? 'Early Bird' : 'Late Owl'} ${at} ${'x'.repeat(200)}`),
  );
  await put('Crowd (2001)', 'Crowd (2001).mkv', 'd');
  await put(
    'Crowd (2001)',
    'movie.nfo',
    notes('movie', `<title>Crowd</title><year>2001</year>${crowd.join('')}`),
  );
  await put('', 'Night of the Living Dead (1968) [tmdbid-10331].mkv', 'e');
  server = await startTestApp({
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
  });
  await vi.waitUntil(() => server.deps.isLibraryComplete(), { timeout: 20_000 });
}, 60_000);

afterAll(async () => {
  await server.close();
  await rm(disk, { recursive: true });
});

async function search(app: TestApp, query: string): Promise<readonly string[]> {
  const { body } = await request(app.url).get('/catalogue/3/search/multi').query({ query });
  return Found.parse(body).results.map(({ title, name }) => title ?? name ?? '');
}

test.each([
  ['an actor', 'jon kettle', ['Lamps', 'Long Walk']],
  ['a director, with a typing error', 'ada wber', ['Lamps']],
  ['an original title, without accents', 'lampuyot', ['Lamps']],
  [
    'a name that is also in a title, which comes first',
    'kettle',
    ['Kettle Songs', 'Lamps', 'Long Walk'],
  ],
  ["an episode's guest, who is not kept", 'only once', []],
  ['one of the first people of a long list', 'early bird', ['Crowd']],
  ['one of the others', 'late owl', []],
])('%s', async (_, query, titles) => {
  const found = await search(server, query);
  expect(found.toSorted()).toEqual([...titles].toSorted());
  if (titles.length > 2) expect(found[0]).toBe(titles[0]);
});

test('titles that TMDB knows are found by its directors and actors', async () => {
  const tmdb = await startTmdb();
  const matched = await startTestApp({
    MEDIA_FOLDERS: disk,
    DISABLED_SOURCES: BUILT_IN_SOURCES,
    TMDB_URL: `${tmdb.url}/3`,
    TMDB_FALLBACK_URL: `${tmdb.url}/3`,
    TMDB_READ_API_KEY: TMDB_KEY,
  });
  try {
    const isFound = async () =>
      (await search(matched, 'duane jones')).includes('Night of the Living Dead');
    await vi.waitUntil(isFound, { timeout: 20_000, interval: 200 });
  } finally {
    await matched.close();
    await tmdb.close();
  }
});
