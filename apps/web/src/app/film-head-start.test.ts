import { expect, test } from 'vitest';
import { isFilm } from './film-head-start.ts';

test.each([
  ['/media/tmdb-movie-16093-carnival', true],
  ['/media/tmdb-tv-1-a/2/3', true],
  ['/', false],
  ['/mediatheque', false],
  ['/discover', false],
])('%s is opened by who watches: %s', (path, isOpened) => {
  expect(isFilm(path)).toBe(isOpened);
});
