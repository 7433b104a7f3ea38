import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./library-file.ts')),
  ...(await import('./bookmarks.ts')),
  ...(await import('./progress.ts')),
});
const film = { type: 'movie' as const, title: 'A film', releaseYear: 1968, tmdbId: '9' };

test('a library goes into a file and comes out of it in another browser, ready to be sent', async () => {
  const one = await load();
  one.addBookmark({ tmdbId: '1', type: 'show', title: 'A series' }, 1_000);
  one.saveProgress(film, { watched: 60, duration: 600 }, 2_000);
  const { name, text } = one.libraryFile(new Date('2026-11-21T10:00:00Z'));
  expect(name).toBe('matinee-library-2026-11-21.json');
  expect(text).not.toContain('updateQueue');

  vi.resetModules();
  vi.stubGlobal('localStorage', undefined);
  const other = await load();
  expect(other.readLibraryFile(text)).toEqual({ bookmarks: 1, titles: 1 });
  expect(other.bookmarksStore.getState()).toMatchObject({
    bookmarks: { 1: { title: 'A series', updatedAt: 1_000 } },
    updateQueue: [{ action: 'add', tmdbId: '1' }],
  });
  expect(other.watchedSeconds(film)).toBe(60);
  expect(other.progressStore.getState().updateQueue).toHaveLength(1);
  expect(other.readLibraryFile(text)).toEqual({ bookmarks: 0, titles: 0 });
});

test('what is newer here stays', async () => {
  const { saveProgress, libraryFile, readLibraryFile, watchedSeconds } = await load();
  saveProgress(film, { watched: 60, duration: 600 }, 2_000);
  const { text } = libraryFile(new Date());
  saveProgress(film, { watched: 90, duration: 600 }, 3_000);
  expect(readLibraryFile(text)).toEqual({ bookmarks: 0, titles: 0 });
  expect(watchedSeconds(film)).toBe(90);
});

test('an export of an account server is read, too', async () => {
  const { readLibraryFile, bookmarksStore, progressStore } = await load();
  const meta = { title: 'A film', year: 1968, type: 'movie' };
  const updatedAt = '2026-11-21T01:53:27.000Z';
  const place = { season: { id: null, number: null }, episode: { id: null, number: null } };
  const content = {
    format: 'matinee-export',
    version: 1,
    bookmarks: [{ tmdbId: '1', meta, group: ['A'], favoriteEpisodes: [], updatedAt }],
    progress: [{ id: 'x', tmdbId: '9', meta, ...place, duration: '600', watched: '60', updatedAt }],
  };
  expect(readLibraryFile(JSON.stringify(content))).toEqual({ bookmarks: 1, titles: 1 });
  expect(bookmarksStore.getState().bookmarks['1']).toMatchObject({ group: ['A'] });
  expect(progressStore.getState().items['9']?.progress).toEqual({ watched: 60, duration: 600 });
});

test.each([
  ['', 'unreadable'],
  ['text', 'unreadable'],
  ['{}', 'unreadable'],
  ['[]', 'unreadable'],
  ['{"format":"matinee-library","version":"1"}', 'unreadable'],
  ['{"format":"matinee-library","version":2,"bookmarks":{},"progress":{}}', 'newer'],
])('%j changes nothing and is called %s', async (text, outcome) => {
  const { addBookmark, bookmarksStore, readLibraryFile } = await load();
  addBookmark({ tmdbId: '1', type: 'show', title: 'A series' }, 1_000);
  const before = bookmarksStore.getState();
  expect(readLibraryFile(text)).toBe(outcome);
  expect(bookmarksStore.getState()).toBe(before);
});

test('a file that is larger than any library is not read at all', async () => {
  const { readLibraryBlob } = await load();
  const text = () => Promise.reject(new Error('It was read'));
  const film = Object.assign(new Blob(['{}']), { text });
  expect(await readLibraryBlob(film)).toBe('unreadable');
  Object.defineProperty(film, 'size', { value: 65 * 1024 * 1024 });
  expect(await readLibraryBlob(film)).toBe('tooLarge');
});

test('what cannot be read of a file costs nothing else of it', async () => {
  const { bookmarksStore, readLibraryFile } = await load();
  const content = {
    format: 'matinee-library',
    version: 1,
    bookmarks: { bookmarks: { 1: { title: 'A film', type: 'movie', updatedAt: 1 }, 2: 'what?' } },
    progress: 'gone',
  };
  expect(readLibraryFile(JSON.stringify(content))).toEqual({ bookmarks: 1, titles: 0 });
  expect(Object.keys(bookmarksStore.getState().bookmarks)).toEqual(['1']);
});
