import { expect, test } from 'vitest';
import { createLibraryIndex } from './index/library-index.ts';
import { createMatcher } from './match-titles.ts';
import { parsedTitle } from './index/parsed-title.ts';

const { signal } = new AbortController();

const item = (id: number, title: string, year: number, votes = 900) => ({
  media_type: 'movie',
  id,
  title,
  original_title: title,
  release_date: `${year}-03-01`,
  vote_count: votes,
});

/** Two movies with the same name and year, and an obscure one. */
const MOVIES = [
  { ...item(1, 'Lamps', 1999), runtime: 71 },
  { ...item(2, 'Lamps', 1999), runtime: 104 },
  { ...item(3, 'Our Wedding', 2001, 3), runtime: 90 },
];

/** Matches one file, and returns the TMDB ID and the requests. */
async function matched(name: string, minutes: number | undefined) {
  const index = createLibraryIndex({ now: Date.now, isTaken: () => false });
  const [, title = '', year] = /^(.*?)(?: \((\d+)\))?$/.exec(name) ?? [];
  const claim = { titles: [title], year: year === undefined ? undefined : Number(year), ids: {} };
  const { id } = index.addTitle(parsedTitle({ kind: 'movie', claim }, `store/${name}.mkv`));
  const asked: string[] = [];
  const { matchAll } = createMatcher({
    index,
    fetchCatalog: async (path) => {
      asked.push(path);
      const movie = MOVIES.find((each) => path === `/movie/${each.id}`);
      const body = path === '/search/multi' ? { results: MOVIES } : movie;
      return { status: body ? 200 : 404, body: JSON.stringify(body ?? {}), maxAgeSeconds: 0 };
    },
    hasTmdb: true,
    secondsOf: async () => (minutes === undefined ? undefined : minutes * 60),
    now: Date.now,
    signal,
  });
  await matchAll();
  return { tmdbId: index.recordOf({ kind: 'movie', titleId: id })?.tmdbId ?? null, asked };
}

test('of two movies with the same name and year, the one with the length of the file', async () => {
  expect((await matched('Lamps (1999)', 103.4)).tmdbId).toBe(2);
  expect((await matched('Lamps (1999)', 71.9)).tmdbId).toBe(1);
});

test('the first of them, if neither has its length or the file tells none', async () => {
  expect((await matched('Lamps (1999)', 140)).tmdbId).toBe(1);
  expect((await matched('Lamps (1999)', undefined)).tmdbId).toBe(1);
});

test('a movie without a year in its name is recognized by its length', async () => {
  expect((await matched('Lamps', 104.2)).tmdbId).toBe(2);
  expect((await matched('Lamps', 90)).tmdbId).toBeNull();
});

test('home videos are not guessed, and the names of short ones are not sent', async () => {
  expect((await matched('Our Wedding', 90)).tmdbId).toBeNull();
  expect((await matched('Lamps', 12)).asked).toEqual([]);
  expect((await matched('Lamps', undefined)).asked).toEqual([]);
});
