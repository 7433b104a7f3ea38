import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import { expect, test } from 'vitest';
import type { BookmarkItem } from '#data/user-data/bookmark-schema.ts';
import type { ProgressItem } from '#data/user-data/progress-schema.ts';
import { bookmarkedTitles, unfinishedTitles } from './library-titles.ts';

const movie: ProgressItem = {
  title: 'Carnival of Souls',
  year: 1962,
  type: 'movie',
  progress: { watched: 1_200, duration: 4_800 },
  updatedAt: 10,
  seasons: {},
  episodes: {},
};

interface Watched {
  readonly number: number;
  readonly watched: number;
  readonly updatedAt: number;
}

function show(...watched: readonly Watched[]): ProgressItem {
  const episodes = watched.map(({ number, watched: seconds, updatedAt }) => ({
    id: `90${number}`,
    number,
    title: `Episode ${number}`,
    seasonId: '71',
    updatedAt,
    progress: { watched: seconds, duration: 1_500 },
  }));
  return {
    title: 'Bonanza',
    type: 'show',
    updatedAt: 20,
    seasons: { '71': { id: '71', number: 1, title: 'Season 1' } },
    episodes: Object.fromEntries(episodes.map((episode) => [episode.id, episode])),
  };
}

test('a half-watched movie is listed with its percentage', () => {
  expect(unfinishedTitles({ '5': movie })).toEqual([
    {
      type: 'movie',
      tmdbId: '5',
      title: 'Carnival of Souls',
      year: 1962,
      poster: undefined,
      percentage: 25,
    },
  ]);
});

test.each([
  ['opened only briefly', 19],
  ['almost finished', 4_681],
])('a movie that was %s is not listed', (_, watched) => {
  expect(unfinishedTitles({ '5': { ...movie, progress: { watched, duration: 4_800 } } })).toEqual(
    [],
  );
});

test('a movie without a position is not listed', () => {
  expect(unfinishedTitles({ '5': { ...movie, progress: undefined } })).toEqual([]);
});

test('a show is listed at the episode watched last', () => {
  const item = show(
    { number: 2, watched: 1_490, updatedAt: 5 },
    { number: 3, watched: 300, updatedAt: 9 },
  );
  expect(unfinishedTitles({ '7': item })[0]).toMatchObject({
    percentage: 20,
    episode: { seasonId: '71', episodeId: '903', season: 1, number: 3 },
  });
});

test('a show whose first episode was only glanced at is not listed', () => {
  expect(unfinishedTitles({ '7': show({ number: 1, watched: 12, updatedAt: 5 }) })).toEqual([]);
});

test('a show without episodes is not listed', () => {
  expect(unfinishedTitles({ '7': show() })).toEqual([]);
});

test('the title watched last comes first', () => {
  const items = {
    '5': movie,
    '6': { ...movie, updatedAt: 30 },
    '7': show({ number: 2, watched: 60, updatedAt: 1 }),
  };
  expect(unfinishedTitles(items).map(({ tmdbId }) => tmdbId)).toEqual(['6', '7', '5']);
});

test('the double slash that earlier clients wrote into poster URLs is removed', () => {
  const poster = 'https://image.tmdb.org/t/p/w342//carnival.jpg';
  const [item] = unfinishedTitles({ '5': { ...movie, poster } });
  expect(item?.poster).toBe('https://image.tmdb.org/t/p/w342/carnival.jpg');
});

const NOW = new Date('2026-11-21T12:00:00');

const bookmark = (title: string, updatedAt: number, year?: number): BookmarkItem => ({
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
  1: bookmark('One', 10, 1950),
  2: bookmark('Two', 20, 2026),
  3: bookmark('Three', 30, 2027),
};
const ids = (order: readonly string[], items: Record<string, ProgressItem> = {}) =>
  bookmarkedTitles({ bookmarks, order }, items, NOW).map(({ tmdbId }) => tmdbId);

test('the bookmark added or watched last comes first', () => {
  expect(ids([])).toEqual(['3', '2', '1']);
  expect(ids([], { 1: watched(99) })).toEqual(['1', '3', '2']);
});

test('dragged bookmarks keep their order, behind new ones', () => {
  expect(ids(['1', '2', '3'])).toEqual(['1', '2', '3']);
  expect(ids(['2', '1'])).toEqual(['3', '2', '1']);
  expect(ids(['1', '2', '3'], { 3: watched(99) })).toEqual(['1', '2', '3']);
});

test('a bookmark has its watched percentage', () => {
  const [first] = bookmarkedTitles(
    { bookmarks, order: ['1'] },
    { 1: watched(5) },
    NOW,
  ).toReversed();
  expect(first).toMatchObject({ tmdbId: '1', percentage: 10 });
});

test('a bookmark with a future year or none is unreleased, unless it was watched', () => {
  const released = (items: Record<string, ProgressItem>, state: typeof bookmarks) =>
    bookmarkedTitles({ bookmarks: state, order: ['1', '2', '3'] }, items, NOW).map(
      ({ isReleased }) => isReleased,
    );
  expect(released({}, bookmarks)).toEqual([true, true, false]);
  expect(released({}, { ...bookmarks, 1: bookmark('One', 1) })).toEqual([false, true, false]);
  expect(released({ 3: watched(1) }, bookmarks)).toEqual([true, true, true]);
});

test('a bookmark of the site’s own library needs no year', () => {
  const id = String(FIRST_LOCAL_ID + 7);
  const state = { bookmarks: { [id]: bookmark('Our summer', 1) }, order: [] };
  expect(bookmarkedTitles(state, {}, NOW)[0]?.isReleased).toBe(true);
});

test('the double slash in the poster URL of a bookmark is removed', () => {
  const poster = 'https://image.example/t/p/w342//one.png';
  const state = { bookmarks: { 1: { ...bookmark('One', 1), poster } }, order: [] };
  expect(bookmarkedTitles(state, {}, NOW)[0]?.poster).toBe(
    'https://image.example/t/p/w342/one.png',
  );
});
