import { expect, test } from 'vitest';
import { destinationOf, keptSearch } from './destination.ts';

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

test('everything but the open dialog is handed on', () => {
  expect(keptSearch(new URLSearchParams('m=skip&redirect=%2Fa&x=1'))).toBe('redirect=%2Fa&x=1');
});
