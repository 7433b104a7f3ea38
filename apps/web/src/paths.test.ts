import { expect, test } from 'vitest';
import { destinationOf, paths, withDestination, pathOfHash } from './paths.ts';

test.each([
  ['/media/tmdb-movie-1-a?t=60', '/media/tmdb-movie-1-a?t=60'],
  ['/discover', '/discover'],
  [null, '/'],
  ['', '/'],
  ['discover', '/'],
  ['https://elsewhere.test/', '/'],
  ['//elsewhere.test/', '/'],
  ['/\\elsewhere.test/', '/'],
  ['/.//elsewhere.test/', '/'],
  ['/..//elsewhere.test', '/'],
  ['/a/..//elsewhere.test', '/'],
  ['/./\\elsewhere.test', '/'],
  ['/%2e//elsewhere.test', '/'],
  ['/.//', '/'],
  ['/./about', '/about'],
  ['javascript:alert(1)', '/'],
])('the path %j leads to %s', (redirect, path) => {
  expect(destinationOf(new URLSearchParams(redirect === null ? {} : { redirect }))).toBe(path);
});

test('a requested page is parsed unchanged', () => {
  const login = new URL(withDestination(paths.login, '/media/a?t=60&x=%26'), 'https://here.test');
  expect(login.pathname).toBe('/login');
  expect(destinationOf(login.searchParams)).toBe('/media/a?t=60&x=%26');
});

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
