import { expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import {
  canonicalRoute,
  isCanonical,
  parseStartTime,
  parseRoute,
  routePath,
} from './watch-title.ts';

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

const movie: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const season = { number: 1, title: 'Season 1', tmdbId: '31' };
const episode = { number: 3, title: 'The Third', tmdbId: '303' };
const show: ShowMeta = {
  ...movie,
  type: 'show',
  season,
  episode,
  episodes: [episode],
  seasons: [season],
};

test('a path is canonical if it names exactly the episode, or only the movie', () => {
  const slug = 'tmdb-tv-33333-pioneer-one';
  expect(canonicalRoute(slug, show)).toEqual({ slug, seasonId: '31', episodeId: '303' });
  expect(isCanonical({ slug, seasonId: '31', episodeId: '303' }, show)).toBe(true);
  expect(isCanonical({ slug, seasonId: '31' }, show)).toBe(false);
  expect(isCanonical({ slug, seasonId: '31', episodeId: '999' }, show)).toBe(false);
  expect(isCanonical({ slug }, movie)).toBe(true);
  expect(isCanonical({ slug, seasonId: '1', episodeId: '2' }, movie)).toBe(false);
  expect(routePath({ slug: 'tmdb-tv-1-a/b', seasonId: '2', episodeId: '3' })).toBe(
    '/media/tmdb-tv-1-a%2Fb/2/3',
  );
});
