import { expect, test } from 'vitest';
import { parseStartTime, parseRoute, routePath } from './route-params.ts';

test.each([
  ['/media/tmdb-movie-550-fight-club', { slug: 'tmdb-movie-550-fight-club' }],
  ['/media/tmdb-movie-550-fight-club/', { slug: 'tmdb-movie-550-fight-club' }],
  ['/media/tmdb-tv-7-x/31', { slug: 'tmdb-tv-7-x', seasonId: '31' }],
  ['/media/tmdb-tv-7-x/31/301', { slug: 'tmdb-tv-7-x', seasonId: '31', episodeId: '301' }],
  ['/media/tmdb-movie-5-%C3%A9t%C3%A9', { slug: 'tmdb-movie-5-été' }],
])('the path %s is parsed', (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});

test.each(['/', '/media', '/media/', '/browse/media', '/media/a/1/2/3', '/media/%E0%A4%A'])(
  'the path %s names none',
  (path) => {
    expect(parseRoute(path)).toBeUndefined();
  },
);

test('building a path and parsing it gives the same route', () => {
  const route = { slug: 'tmdb-tv-7-50%-off/été', seasonId: '31', episodeId: '301' };
  expect(parseRoute(routePath(route))).toEqual(route);
});

test.each([
  ['192', 192],
  ['0', 0],
  ['3:30', 210],
  ['1:30:02', 5402],
  ['90:00', 3540],
  ['0:75', 75],
  ['1:75', 119],
  ['2:0:90', 7290],
  ['1:2:3:4', 7384],
  ['1h', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1:', undefined],
  ['1.5', undefined],
  ['٣', undefined],
  ['9'.repeat(400), undefined],
  [null, undefined],
])('t=%s starts at %s', (text, seconds) => {
  expect(parseStartTime(text)).toBe(seconds);
});
