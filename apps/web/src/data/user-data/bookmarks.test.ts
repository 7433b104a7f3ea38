import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const KEY = '__MW::bookmarks';
let cells: Map<string, string>;

beforeEach(() => {
  cells = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./bookmarks.ts');
const stored = () => JSON.parse(cells.get(KEY) ?? '{}') as { state: never; version: 0 };
const movie = (tmdbId: string) => ({ tmdbId, type: 'movie' as const, title: `Film ${tmdbId}` });

describe('a bookmark', () => {
  test('is stored in the format of movie-web clients', async () => {
    const { saveBookmark } = await load();
    saveBookmark({ ...movie('9'), year: 1968, poster: 'https://image.example/w342/a.jpg' }, 1000);
    const item = {
      title: 'Film 9',
      year: 1968,
      poster: 'https://image.example/w342/a.jpg',
      type: 'movie',
      updatedAt: 1000,
    };
    expect(stored()).toMatchObject({
      version: 0,
      state: {
        bookmarks: { 9: item },
        updateQueue: [{ id: expect.stringMatching(/^\d+$/), action: 'add', tmdbId: '9', ...item }],
      },
    });
  });

  test('can be restored with its groups and position, and the restored one wins over the removal', async () => {
    const { saveBookmark, removeBookmark, setBookmarkGroups, moveBookmark, ...bookmarks } =
      await load();
    saveBookmark(movie('1'), 1);
    saveBookmark(movie('2'), 2);
    setBookmarkGroups('1', ['Sunday', 'Sunday'], 3);
    moveBookmark('1', ['2', '1'], '2');
    const undo = removeBookmark('1', 4);
    expect(bookmarks.bookmarksStore.getState().bookmarks['1']).toBeUndefined();
    expect(bookmarks.bookmarksStore.getState().updateQueue.at(-1)).toMatchObject({
      action: 'delete',
      tmdbId: '1',
      updatedAt: 4,
    });
    undo();
    const state = bookmarks.bookmarksStore.getState();
    expect(state.bookmarks['1']).toMatchObject({ title: 'Film 1', group: ['Sunday'] });
    expect(state.updateQueue.filter(({ tmdbId }) => tmdbId === '1')).toMatchObject([
      { action: 'add', group: ['Sunday'] },
    ]);
    expect(state.updateQueue.at(-1)?.updatedAt).toBeGreaterThan(4);
    expect(bookmarks.orderedBookmarks(state)).toEqual(['1', '2']);
  });

  test('that does not exist is not removed', async () => {
    const { removeBookmark, bookmarksStore } = await load();
    removeBookmark('1', 1)();
    expect(bookmarksStore.getState()).toMatchObject({ bookmarks: {}, updateQueue: [] });
  });
});

test('the newest come first, then the others in their dragged order', async () => {
  const { saveBookmark, moveBookmark, orderedBookmarks, bookmarksStore } = await load();
  const order = () => orderedBookmarks(bookmarksStore.getState());
  for (const id of ['1', '2', '3']) saveBookmark(movie(id), Number(id));
  expect(order()).toEqual(['3', '2', '1']);
  moveBookmark('1', order(), '3');
  expect(order()).toEqual(['1', '3', '2']);
  moveBookmark('1', order(), undefined);
  expect(order()).toEqual(['3', '2', '1']);
  moveBookmark('1', order(), 'gone');
  saveBookmark(movie('4'), 4);
  expect(order()).toEqual(['4', '3', '2', '1']);
});

test('groups are those in use, in the chosen order, then by name', async () => {
  const { saveBookmark, setBookmarkGroups, setGroupOrder, bookmarkGroups, bookmarksStore } =
    await load();
  saveBookmark(movie('1'), 1);
  saveBookmark(movie('2'), 1);
  setBookmarkGroups('1', ['Zombies', 'Art', 'Mist'], 2);
  setBookmarkGroups('2', ['Art'], 2);
  setBookmarkGroups('3', ['Nothing'], 2);
  setGroupOrder(['Old', 'Mist', 'Mist']);
  expect(bookmarkGroups(bookmarksStore.getState())).toEqual(['Mist', 'Art', 'Zombies']);
  expect(bookmarksStore.getState().isGroupOrderNew).toBe(true);
});

describe('stored data', () => {
  const item = { title: 'Old', type: 'movie', updatedAt: 5 };

  test('one unreadable title affects no other, unknown fields stay, and a backup is kept', async () => {
    const bookmarks = { 1: { ...item, rating: 4 }, 2: { type: 'opera' } };
    const text = JSON.stringify({ state: { bookmarks, updateQueue: [{ id: 7 }] }, version: 0 });
    cells.set(KEY, text);
    const { bookmarksStore } = await load();
    expect(bookmarksStore.getState().bookmarks).toEqual({ 1: { ...item, rating: 4 } });
    expect(cells.get(`BACKUP-v0-${KEY}`)).toBe(text);
  });

  test('removals and additions of another tab are applied, and nothing is sent twice', async () => {
    const { saveBookmark, bookmarksStore } = await load();
    saveBookmark(movie('1'), 1);
    saveBookmark(movie('2'), 2);
    const state = { bookmarks: { 2: item, 3: item }, updateQueue: [] };
    cells.set(KEY, JSON.stringify({ state, version: 0 }));
    saveBookmark(movie('4'), 9);
    const { bookmarks, updateQueue } = bookmarksStore.getState();
    expect(Object.keys(bookmarks)).toEqual(['2', '3', '4']);
    expect(updateQueue.map(({ tmdbId }) => tmdbId)).toEqual(['4']);
  });
});
