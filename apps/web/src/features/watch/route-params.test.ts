import { expect, test } from 'vitest';
import { placeOf, placePath } from './route-params.ts';

test.each([
  ['/media/tmdb-movie-550-fight-club', { slug: 'tmdb-movie-550-fight-club' }],
  ['/media/tmdb-movie-550-fight-club/', { slug: 'tmdb-movie-550-fight-club' }],
  ['/media/tmdb-tv-7-x/31', { slug: 'tmdb-tv-7-x', seasonId: '31' }],
  ['/media/tmdb-tv-7-x/31/301', { slug: 'tmdb-tv-7-x', seasonId: '31', episodeId: '301' }],
  ['/media/tmdb-movie-5-%C3%A9t%C3%A9', { slug: 'tmdb-movie-5-été' }],
])('the path %s is parsed', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test.each(['/', '/media', '/media/', '/browse/media', '/media/a/1/2/3', '/media/%E0%A4%A'])(
  'the path %s names none',
  (path) => {
    expect(placeOf(path)).toBeUndefined();
  },
);

test('building a path and parsing it gives the same route', () => {
  const place = { slug: 'tmdb-tv-7-50%-off/été', seasonId: '31', episodeId: '301' };
  expect(placeOf(placePath(place))).toEqual(place);
});
