import type { Fetcher } from '@matinee/sources/source';
import { expect, test, vi } from 'vitest';
import { createCatalog } from './catalog.ts';

const patient = new AbortController().signal;
const MINUTE_MS = 60_000;

/** Responds without titles first, and with titles afterwards. */
function setUp() {
  let now = 1_000_000;
  const lists: object[][] = [[]];
  const fetch = vi.fn<Fetcher>(async (url) => {
    const results = lists.shift() ?? [{ id: 1 }];
    return { status: 200, headers: {}, finalUrl: url, body: JSON.stringify({ results }) };
  });
  const urls = { primary: 'http://primary.test/3', fallback: 'http://fallback.test/3' };
  const { get } = createCatalog({ key: 'key', urls, fetch, now: () => now, log: vi.fn() });
  const count = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const { results }: { results: object[] } = JSON.parse((await get(path, query, patient)).body);
    return results.length;
  };
  return { count, fetch, pass: (ms: number) => void (now += ms) };
}

test.each(['/movie/popular', '/tv/top_rated', '/movie/now_playing', '/trending/tv/week'])(
  '%s without titles is requested again',
  async (path) => {
    const { count, fetch } = setUp();
    expect(await count(path)).toBe(0);
    expect(await count(path)).toBe(1);
    expect(await count(path)).toBe(1);
    expect(fetch).toHaveBeenCalledTimes(2);
  },
);

test('a search without results is cached for a minute', async () => {
  const { count, fetch, pass } = setUp();
  const search = () => count('/search/multi', { query: 'night' });
  expect(await search()).toBe(0);
  pass(MINUTE_MS - 1);
  expect(await search()).toBe(0);
  expect(fetch).toHaveBeenCalledTimes(1);
  pass(2);
  expect(await search()).toBe(1);
  pass(MINUTE_MS);
  expect(await search()).toBe(1);
  expect(fetch).toHaveBeenCalledTimes(2);
});
