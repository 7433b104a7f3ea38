import { expect, test } from 'vitest';
import {
  areWholeBookmarks,
  BookmarkItem,
  BookmarkState,
  BookmarkChange,
  NO_BOOKMARKS,
} from './bookmark-schema.ts';
import {
  isAllProgressWhole,
  NO_PROGRESS,
  ProgressItem,
  ProgressState,
  ProgressChange,
} from './progress-schema.ts';
import {
  isWholeBookmark,
  isWholeBookmarkUpdate,
  isWholeProgress,
  isWholeProgressUpdate,
} from './whole-item.ts';

const film = {
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

test.each([film, series, { ...film, progress: undefined, year: undefined }])(
  '%# what is as it should be is known, and is what the schema makes of it',
  (item) => {
    expect(isWholeProgress(item)).toBe(true);
    expect(ProgressItem.parse(item)).toEqual(item);
    expect(ProgressState.parse({ items: { 7: item } }).items[7]).toEqual(item);
  },
);

const { 93: episode } = series.episodes;
test.each([
  null,
  [],
  'film',
  { ...film, title: 7 },
  { ...film, type: 'anime' },
  { ...film, updatedAt: undefined },
  { ...film, year: '1963' },
  { ...film, poster: null },
  { ...film, progress: {} },
  { ...film, progress: { watched: Infinity, duration: 1 } },
  { ...film, seasons: undefined },
  { ...film, episodes: [] },
  { ...series, seasons: { 71: { id: '71', number: 1 } } },
  { ...series, episodes: { 93: { ...episode, seasonId: undefined } } },
  { ...series, episodes: { 93: { ...episode, progress: undefined } } },
])('%# whatever the schema would change or refuse is left to it', (item) => {
  const parsed = ProgressItem.safeParse(item);
  expect(isWholeProgress(item)).toBe(false);
  const state = ProgressState.safeParse({ items: { 7: item } });
  expect(state.success).toBe(parsed.success);
  if (parsed.success) expect(state.data?.items[7]).toEqual(parsed.data);
});

const kept = { title: 'Charade', type: 'movie', year: 1963, updatedAt: 5, group: ['Classics'] };

test.each([kept, { ...kept, group: undefined, favoriteEpisodes: ['93'], more: 1 }])(
  '%# a bookmark that is as it should be is known',
  (item) => {
    expect(isWholeBookmark(item)).toBe(true);
    expect(BookmarkItem.parse(item)).toEqual(item);
    expect(BookmarkState.parse({ bookmarks: { 7: item } }).bookmarks[7]).toEqual(item);
  },
);

test.each([
  { ...kept, title: undefined },
  { ...kept, type: 'anime' },
  { ...kept, updatedAt: '5' },
  { ...kept, group: 'Classics' },
  { ...kept, favoriteEpisodes: [93] },
])('%# a bookmark that is not is left to the schema', (item) => {
  const parsed = BookmarkItem.safeParse(item);
  expect(isWholeBookmark(item)).toBe(false);
  const state = BookmarkState.safeParse({ bookmarks: { 7: item } });
  expect(state.success).toBe(parsed.success);
  if (parsed.success) expect(state.data?.bookmarks[7]).toEqual(parsed.data);
});

const told = { id: 'a', tmdbId: '7', type: 'movie', title: 'Charade', year: 1963, updatedAt: 5 };
const bookmarkUpdate = { ...told, action: 'add', group: ['Classics'], unknown: 'kept' };
const progressUpdate = {
  ...told,
  action: 'upsert',
  progress: { watched: 1, duration: 2 },
  episodeId: '93',
  episodeNumber: 3,
  isImported: true,
};

test.each([
  ['a bookmark', isWholeBookmarkUpdate, BookmarkChange, bookmarkUpdate],
  ['progress', isWholeProgressUpdate, ProgressChange, progressUpdate],
] as const)('news of %s that are as they should be are known', (_of, isWhole, schema, update) => {
  expect(isWhole(update)).toBe(true);
  expect(schema.parse(update)).toEqual(update);
  const faults = [
    { id: 7 },
    { action: 'forget' },
    { tmdbId: undefined },
    { type: 'anime' },
    { title: null },
    { year: '1963' },
    { updatedAt: undefined },
  ];
  for (const fault of faults) expect(isWhole({ ...update, ...fault })).toBe(false);
});

test.each([{ group: 'Classics' }, { favoriteEpisodes: [93] }])(
  'news of a bookmark with %j are left to the schema',
  (fault) => expect(isWholeBookmarkUpdate({ ...bookmarkUpdate, ...fault })).toBe(false),
);

test.each([
  { progress: {} },
  { episodeId: 93 },
  { seasonId: null },
  { episodeNumber: '3' },
  { seasonNumber: Infinity },
  { isImported: 1 },
])('news of progress with %j are left to the schema', (fault) =>
  expect(isWholeProgressUpdate({ ...progressUpdate, ...fault })).toBe(false),
);

test('a library of nothing is what the schema makes of nothing', () => {
  expect(BookmarkState.parse({})).toEqual(NO_BOOKMARKS);
  expect(ProgressState.parse({})).toEqual(NO_PROGRESS);
});

const bookmarks = { ...NO_BOOKMARKS, bookmarks: { 7: kept }, updateQueue: [bookmarkUpdate] };
const progress = { items: { 7: film, 8: series }, updateQueue: [progressUpdate], unknown: 'kept' };

test('a library that is as it should be is known, and is what the schema makes of it', () => {
  expect(areWholeBookmarks(bookmarks)).toBe(true);
  expect(BookmarkState.parse(bookmarks)).toEqual(bookmarks);
  expect(isAllProgressWhole(progress)).toBe(true);
  expect(ProgressState.parse(progress)).toEqual(progress);
});

test.each([
  { bookmarks: [] },
  { bookmarks: { 7: { ...kept, title: undefined } } },
  { updateQueue: {} },
  { updateQueue: [{}] },
  { order: [7] },
  { groupOrder: undefined },
  { isGroupOrderNew: 'yes' },
])('bookmarks with %j are left to the schema', (fault) =>
  expect(areWholeBookmarks({ ...bookmarks, ...fault })).toBe(false),
);

test.each([{ items: { 7: {} } }, { items: undefined }, { updateQueue: [{}] }])(
  'progress with %j is left to the schema',
  (fault) => expect(isAllProgressWhole({ ...progress, ...fault })).toBe(false),
);
