import { expect, test } from 'vitest';
import { BookmarkChange, BookmarkItem, BookmarkState, NO_BOOKMARKS } from './bookmark-schema.ts';
import { NO_PROGRESS, ProgressChange, ProgressItem, ProgressState } from './progress-schema.ts';

const movie = {
  title: 'Charade',
  type: 'movie',
  year: 1963,
  poster: 'https://image.example/c.jpg',
  updatedAt: 5,
  progress: { watched: 1, duration: 2, more: 3 },
  seasons: {},
  episodes: {},
  unknown: 'kept',
};
const series = {
  title: 'Bonanza',
  type: 'show',
  updatedAt: 5,
  seasons: { 71: { id: '71', number: 1, title: 'One' } },
  episodes: {
    93: {
      id: '93',
      number: 3,
      title: 'Three',
      seasonId: '71',
      updatedAt: 1,
      progress: { watched: 1, duration: 2 },
    },
  },
};

test.each([movie, series, { ...movie, progress: undefined, year: undefined }])(
  '%# valid progress stays unchanged, unknown fields included',
  (item) => expect(ProgressItem.parse(item)).toEqual(item),
);

const { 93: episode } = series.episodes;
test.each([
  null,
  [],
  'film',
  { ...movie, title: 7, type: 'anime' },
  { ...movie, episodes: [] },
  { ...series, episodes: { 93: { ...episode, seasonId: undefined } } },
])('%# progress without an id or a type is rejected', (item) => {
  expect(ProgressItem.safeParse(item).success).toBe(false);
  expect(ProgressState.safeParse({ items: { 7: item } }).success).toBe(false);
});

test.each([
  [{ title: 7 }, { title: '' }],
  [{ updatedAt: undefined }, { updatedAt: 0 }],
  [{ year: '1963' }, { year: undefined }],
  [{ poster: null }, { poster: undefined }],
  [{ progress: {} }, { progress: { watched: 0, duration: 0 } }],
  [{ seasons: undefined }, { seasons: {} }],
])('progress with %j is repaired', (fault, repaired) => {
  expect(ProgressItem.parse({ ...movie, ...fault })).toEqual({ ...movie, ...repaired });
});

const bookmark = { title: 'Charade', type: 'movie', year: 1963, updatedAt: 5, group: ['Classics'] };

test.each([bookmark, { ...bookmark, group: undefined, favoriteEpisodes: ['93'], more: 1 }])(
  '%# a valid bookmark stays unchanged, unknown fields included',
  (item) => expect(BookmarkItem.parse(item)).toEqual(item),
);

test.each([
  [{ title: undefined }, { title: '' }],
  [{ updatedAt: '5' }, { updatedAt: 0 }],
  [{ group: 'Classics' }, { group: undefined }],
  [{ favoriteEpisodes: [93] }, { favoriteEpisodes: undefined }],
])('a bookmark with %j is repaired', (fault, repaired) => {
  expect(BookmarkItem.parse({ ...bookmark, ...fault })).toEqual({ ...bookmark, ...repaired });
});

const head = { id: 'a', tmdbId: '7', type: 'movie', title: 'Charade', year: 1963, updatedAt: 5 };
const bookmarkChange = { ...head, action: 'add', group: ['Classics'], unknown: 'kept' };
const progressChange = {
  ...head,
  action: 'upsert',
  progress: { watched: 1, duration: 2 },
  episodeId: '93',
  episodeNumber: 3,
  isImported: true,
};

test.each([
  ['bookmark', BookmarkChange, bookmarkChange],
  ['progress', ProgressChange, progressChange],
] as const)(
  'a valid %s change stays unchanged, and an empty one is rejected',
  (_of, schema, change) => {
    expect(schema.parse(change)).toEqual(change);
    for (const fault of [{ id: 7 }, { action: 'forget' }, { tmdbId: undefined }])
      expect(schema.safeParse({ ...change, ...fault }).success).toBe(false);
    for (const fault of [{ type: 'anime' }, { title: null }, { year: '1963' }, { updatedAt: null }])
      expect(schema.safeParse({ ...change, ...fault }).success).toBe(true);
  },
);

test('an empty library matches its schema', () => {
  expect(BookmarkState.parse({})).toEqual(NO_BOOKMARKS);
  expect(ProgressState.parse({})).toEqual(NO_PROGRESS);
});

test('a valid library stays unchanged', () => {
  const bookmarks = { ...NO_BOOKMARKS, bookmarks: { 7: bookmark }, updateQueue: [bookmarkChange] };
  const progress = { items: { 7: movie, 8: series }, updateQueue: [progressChange], unknown: 1 };
  expect(BookmarkState.parse(bookmarks)).toEqual(bookmarks);
  expect(ProgressState.parse(progress)).toEqual(progress);
});
