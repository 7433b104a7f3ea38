import { expect, test } from 'vitest';
import { pathOfHash } from './hash-path.ts';

test.each([
  ['#/media/tmdb-movie-550-fight-club', '/media/tmdb-movie-550-fight-club'],
  ['#/browse/living%20dead?x=1', '/browse/living%20dead?x=1'],
  ['#/', '/'],
  ['#//evil.example/media', '/evil.example/media'],
  ['#section', undefined],
  ['', undefined],
])('an old link %s leads to %s', (hash, path) => {
  expect(pathOfHash(hash)).toBe(path);
});
