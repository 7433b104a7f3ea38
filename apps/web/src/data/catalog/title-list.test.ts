import { afterEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { popularMovies, titleList } from './title-list.ts';

afterEach(() => vi.unstubAllGlobals());

const movie = (id: number, title: string, more = {}) => ({
  id,
  title,
  original_title: title,
  original_language: 'en',
  release_date: '1960-01-01',
  poster_path: null,
  ...more,
});

/** Responds in the requested language, and lists the requests. */
function answering(responses: Readonly<Record<string, readonly object[]>>) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    const language = new URL(input, 'http://localhost').searchParams.get('language') ?? '';
    requested.push(language);
    const results = responses[language];
    return results
      ? Response.json({ page: 1, results, total_pages: 7, total_results: 130 })
      : Response.json({ status_message: 'down' }, { status: 502 });
  });
  return requested;
}

const list = (language: string) =>
  titleList({
    path: '/movie/popular',
    kind: 'movie',
    language,
    query: { page: 1 },
    signal: new AbortController().signal,
  });
const names = async (language: string) => (await list(language)).titles.map(({ title }) => title);

test('translated titles are shown in the interface language, with one request', async () => {
  const requested = answering({ 'de-DE': [movie(1, 'Die Nacht', { original_title: 'Night' })] });
  expect(await names('de-DE')).toEqual(['Die Nacht']);
  expect(requested).toEqual(['de-DE']);
});

test('untranslated titles are shown in English', async () => {
  const foreign = movie(2, '기생충', { original_language: 'ko' });
  answering({
    'de-DE': [movie(1, 'Die Nacht', { original_title: 'Night' }), foreign],
    'en-US': [movie(1, 'Night'), movie(2, 'Parasite', { original_language: 'ko' })],
  });
  expect(await names('de-DE')).toEqual(['Die Nacht', 'Parasite']);
});

test('without a response in English the names stay unchanged', async () => {
  answering({ 'de-DE': [movie(2, '기생충', { original_language: 'ko' })] });
  expect(await names('de-DE')).toEqual(['기생충']);
});

test('titles in their own language are not requested again', async () => {
  const requested = answering({ 'de-DE': [movie(1, 'Metropolis', { original_language: 'de' })] });
  expect(await names('de-DE')).toEqual(['Metropolis']);
  expect(requested).toHaveLength(1);
});

test('a list has the numbers of pages and titles, and leaves out invalid entries', async () => {
  answering({ 'en-US': [movie(1, 'Night'), { id: 'x' }] });
  expect(await list('en-US')).toMatchObject({ pages: 7, total: 130, titles: [{ tmdbId: '1' }] });
});

test('an empty list is requested again after a minute, others after an hour', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const lists: object[][] = [[], [movie(1, 'Night')]];
  const fetched = vi.fn(async () => Response.json({ results: lists.shift() ?? [] }));
  vi.stubGlobal('fetch', fetched);
  const visit = async () => (await client.fetchQuery(popularMovies('en-US'))).length;
  expect([await visit(), await visit()]).toEqual([0, 0]);
  vi.setSystemTime(Date.now() + 60_000);
  expect([await visit(), await visit()]).toEqual([1, 1]);
  vi.setSystemTime(Date.now() + 59 * 60_000);
  expect(await visit()).toBe(1);
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
