import { expect, test } from 'vitest';
import { destinationOf, paths, withDestination } from './paths.ts';

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
])('who wanted %j comes to %s', (redirect, path) => {
  expect(destinationOf(new URLSearchParams(redirect === null ? {} : { redirect }))).toBe(path);
});

test('a page that was asked for comes back as it was', () => {
  const login = new URL(withDestination(paths.login, '/media/a?t=60&x=%26'), 'https://here.test');
  expect(login.pathname).toBe('/login');
  expect(destinationOf(login.searchParams)).toBe('/media/a?t=60&x=%26');
});
