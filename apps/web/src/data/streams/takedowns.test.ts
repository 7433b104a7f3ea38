import { expect, test } from 'vitest';
import { isRemoved } from './takedowns.ts';

test.each([
  ['movie-10331', true],
  ['series-10331', false],
  ['movie-1033', false],
  ['movie-10331-night', true],
  ['', false],
])('the entry "%s" removes the film 10331: %s', (entry, removed) => {
  expect(isRemoved({ type: 'movie', tmdbId: '10331' }, [entry])).toBe(removed);
});

test('series are listed under their own word', () => {
  expect(isRemoved({ type: 'show', tmdbId: '7' }, ['series-7'])).toBe(true);
  expect(isRemoved({ type: 'show', tmdbId: '7' }, ['show-7'])).toBe(false);
});
