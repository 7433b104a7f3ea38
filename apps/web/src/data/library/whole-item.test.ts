import { expect, test } from 'vitest';
import { BookmarkItem, BookmarkState } from './bookmark-schema.ts';
import { ProgressItem, ProgressState } from './progress-schema.ts';
import { isWholeBookmark, isWholeProgress } from './whole-item.ts';

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
