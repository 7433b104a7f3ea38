import { expect, test } from 'vitest';
import { legacyTitle } from './redirects.ts';

test.each([
  ['tmdb-show-1396-breaking-bad', { is: 'renamed', slug: 'tmdb-tv-1396-breaking-bad' }],
  ['tmdb-show-1396', { is: 'renamed', slug: 'tmdb-tv-1396' }],
  ['JW-movie-10-the-matrix', { is: 'lost', type: 'movie', words: 'the matrix' }],
  ['JW-show-77-house-of-cards', { is: 'lost', type: 'show', words: 'house of cards' }],
  ['JW-show-77', { is: 'lost', type: 'show', words: '' }],
  ['tmdb-movie-603-the-matrix', undefined],
  ['tmdb-tv-1396-breaking-bad', undefined],
  ['JW-song-1-x', undefined],
])('the old slug %s names %j', (slug, expected) => {
  expect(legacyTitle(slug)).toEqual(expected);
});
