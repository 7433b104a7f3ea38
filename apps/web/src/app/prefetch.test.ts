// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { prefetch } from './prefetch.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['/', ['/movie/popular']],
  ['/browse/living%20dead', ['/search/multi']],
  ['/browse/%20', []],
  ['/browse/%E0%A4%A', []],
  ['/browse', []],
  ['/discover', ['/movie/', '/movie/']],
  ['/media/tmdb-movie-16093-carnival', ['/movie/16093']],
  ['/media/JW-movie-1', []],
  ['/mediatheque', []],
  ['/about', []],
])('%s requests %j', (path, expected) => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return Response.json({ results: [] });
  });
  prefetch(path);
  expect(fetched).toHaveLength(expected.length);
  for (const [index, part] of expected.entries()) expect(fetched[index]).toContain(part);
});
