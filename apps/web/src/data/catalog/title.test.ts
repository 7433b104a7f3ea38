import { expect, test } from 'vitest';
import { titleOf, isRemoved } from './title.ts';

const movie = {
  media_type: 'movie',
  id: 10331,
  title: 'Night of the Living Dead',
  release_date: '1968-10-04',
  poster_path: '/night.jpg',
} as const;

const now = new Date('2026-03-01T12:00:00Z');

test('a movie has its title and the year of its release', () => {
  expect(titleOf(movie, now)).toEqual({
    type: 'movie',
    tmdbId: '10331',
    title: 'Night of the Living Dead',
    year: 1968,
    isReleased: true,
    poster: 'https://image.tmdb.org/t/p/w342/night.jpg',
  });
});

test('a series has its name and the year of its first episode', () => {
  const series = { media_type: 'tv', id: 7, name: 'Bonanza', poster_path: null } as const;
  expect(titleOf({ ...series, first_air_date: '1959-09-12' }, now)).toEqual({
    type: 'show',
    tmdbId: '7',
    title: 'Bonanza',
    year: 1959,
    isReleased: true,
  });
});

test.each(['', null, undefined, 'soon'])('a date of %j gives no year', (release_date) => {
  expect(titleOf({ ...movie, release_date }, now).year).toBeUndefined();
});

test.each([
  ['2026-02-28', true],
  ['2026-03-01', true],
  ['2026-03-02', false],
  ['2031-01-01', false],
  ['soon', false],
  ['', false],
  [null, false],
  [undefined, false],
])('on the first of March 2026, a movie of %s is released: %s', (release_date, isReleased) => {
  expect(titleOf({ ...movie, release_date }, now).isReleased).toBe(isReleased);
});

test.each([
  ['movie-10331', true],
  ['series-10331', false],
  ['movie-1033', false],
  ['movie-10331-night', true],
  ['', false],
])('the entry "%s" removes movie 10331: %s', (entry, removed) => {
  expect(isRemoved({ type: 'movie', tmdbId: '10331' }, [entry])).toBe(removed);
});

test('series are listed with their own prefix', () => {
  expect(isRemoved({ type: 'show', tmdbId: '7' }, ['series-7'])).toBe(true);
  expect(isRemoved({ type: 'show', tmdbId: '7' }, ['show-7'])).toBe(false);
});
