import { expect, test } from 'vitest';
import type { BookmarkItem } from '#data/user-data/bookmarks.ts';
import type { ProgressItem } from '#data/user-data/progress.ts';
import { bookmarked } from './bookmark-list.ts';

const NOW = new Date('2026-11-21T12:00:00');

const kept = (title: string, updatedAt: number, year?: number): BookmarkItem => ({
  title,
  type: 'movie',
  updatedAt,
  year,
});

const watched = (updatedAt: number): ProgressItem => ({
  title: '',
  type: 'movie',
  updatedAt,
  seasons: {},
  episodes: {},
  progress: { watched: 600, duration: 6_000 },
});

const bookmarks = {
  1: kept('One', 10, 1950),
  2: kept('Two', 20, 2026),
  3: kept('Three', 30, 2027),
};
const ids = (order: readonly string[], items: Record<string, ProgressItem> = {}) =>
  bookmarked({ bookmarks, order }, items, NOW).map(({ tmdbId }) => tmdbId);

test('what was kept or watched last comes first', () => {
  expect(ids([])).toEqual(['3', '2', '1']);
  expect(ids([], { 1: watched(99) })).toEqual(['1', '3', '2']);
});

test('what was dragged stays where it was put, behind what is new', () => {
  expect(ids(['1', '2', '3'])).toEqual(['1', '2', '3']);
  expect(ids(['2', '1'])).toEqual(['3', '2', '1']);
  expect(ids(['1', '2', '3'], { 3: watched(99) })).toEqual(['1', '2', '3']);
});

test('a bookmark carries how far it was watched', () => {
  const [first] = bookmarked({ bookmarks, order: ['1'] }, { 1: watched(5) }, NOW).toReversed();
  expect(first).toMatchObject({ tmdbId: '1', percentage: 10 });
});

test('a title of a year to come, or of none, is not out yet, unless it has been watched', () => {
  const released = (items: Record<string, ProgressItem>, state: typeof bookmarks) =>
    bookmarked({ bookmarks: state, order: ['1', '2', '3'] }, items, NOW).map(
      ({ isReleased }) => isReleased,
    );
  expect(released({}, bookmarks)).toEqual([true, true, false]);
  expect(released({}, { ...bookmarks, 1: kept('One', 1) })).toEqual([false, true, false]);
  expect(released({ 3: watched(1) }, bookmarks)).toEqual([true, true, true]);
});

test('a poster that an earlier client wrote with two slashes is the same picture', () => {
  const poster = 'https://image.example/t/p/w342//one.png';
  const state = { bookmarks: { 1: { ...kept('One', 1), poster } }, order: [] };
  expect(bookmarked(state, {}, NOW)[0]?.poster).toBe('https://image.example/t/p/w342/one.png');
});
