import { describe, expect, test } from 'vitest';
import { matchRoute } from './tmdb-allowlist.ts';

const HOUR_MS = 3_600_000;

const ttlMs = (path: string, query: Record<string, string> = {}) => {
  const matched = matchRoute(path, query);
  return matched.allowed ? matched.call.ttlMs : undefined;
};

describe('cache times', () => {
  test.each([
    '/movie/603',
    '/collection/2344',
    '/tv/1396',
    '/tv/1396/season/1',
    '/genre/movie/list',
  ])('details such as %s are cached for a day', (path) => {
    expect(ttlMs(path)).toBe(24 * HOUR_MS);
  });

  test('lookups by IMDb id are cached for a day', () => {
    expect(ttlMs('/find/tt0133093', { external_source: 'imdb_id' })).toBe(24 * HOUR_MS);
  });

  test('searches are cached for an hour', () => {
    expect(ttlMs('/search/multi', { query: 'matrix' })).toBe(HOUR_MS);
  });

  test.each(['/movie/popular', '/tv/top_rated', '/movie/now_playing', '/trending/tv/week'])(
    'lists such as %s, which change daily, are cached for an hour',
    (path) => {
      expect(ttlMs(path)).toBe(HOUR_MS);
    },
  );
});

test('the order of the parameters does not matter', () => {
  const [one, other] = [
    matchRoute('/discover/movie', { page: '2', with_genres: '27', language: 'en-US' }),
    matchRoute('/discover/movie', { language: 'en-US', with_genres: '27', page: '2' }),
  ];
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});
