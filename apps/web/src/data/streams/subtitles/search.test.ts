import { afterEach, expect, test, vi } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { findSubtitles } from './search.ts';

const MOVIE: MovieMeta = {
  type: 'movie',
  title: 'Detour',
  releaseYear: 1945,
  tmdbId: '20367',
  imdbId: 'tt0037638',
};
const EPISODE: ShowMeta = {
  type: 'show',
  title: 'Bonanza',
  releaseYear: 1959,
  tmdbId: '2119',
  season: { number: 1, title: '', tmdbId: '10' },
  episode: { number: 3, title: '', tmdbId: '11' },
  episodes: [],
  seasons: [],
};
const ROW = {
  id: 'subdl-1',
  source: 'subdl',
  language: 'de',
  label: 'German',
  hearingImpaired: false,
  format: 'srt',
  url: '/subtitles/file/ticket',
};

const { signal } = new AbortController();

function respond(body: unknown, status = 200) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('a movie is searched by both its ids', async () => {
  const fetched = respond([ROW]);
  expect(await findSubtitles(MOVIE, signal)).toEqual([ROW]);
  expect(fetched.mock.calls[0]?.[0]).toBe('/subtitles/search?tmdbId=20367&imdbId=tt0037638');
});

test('an episode is searched by season and episode number', async () => {
  const fetched = respond([]);
  await findSubtitles(EPISODE, signal);
  expect(fetched.mock.calls[0]?.[0]).toBe('/subtitles/search?tmdbId=2119&season=1&episode=3');
});

test('an instance without subtitles has none for this title', async () => {
  respond({ message: 'Not found.' }, 404);
  expect(await findSubtitles(MOVIE, signal)).toEqual([]);
});

test.each([
  ['a denied request', { message: 'Too many requests.' }, 429],
  ['nonsense', [{ id: 1 }], 200],
])('%s is a failure', async (_name, body, status) => {
  respond(body, status);
  await expect(findSubtitles(MOVIE, signal)).rejects.toThrow();
});
