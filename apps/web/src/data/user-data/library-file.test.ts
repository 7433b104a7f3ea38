import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { captionStore, saveCaptions } from '#data/preferences/captions.ts';
import { playbackStore } from '#data/preferences/playback.ts';
import { qualityStore, setQuality } from '#data/preferences/player.ts';
import { applySettingsFile } from '#data/preferences/settings-file.ts';
import { setTheme, themeStore } from '#data/preferences/theme.ts';
import { sessionStore } from '#data/session.ts';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { bookmarksStore, saveBookmark } from './bookmarks.ts';
import { historyStore } from './history.ts';
import { libraryFile, readLibraryBlob, readLibraryFile } from './library-file.ts';
import { progressStore, saveProgress, storeProgress, watchedSeconds } from './progress.ts';

/** Opens a browser with an empty storage. */
function openOtherBrowser(): void {
  storeProgress();
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  resetStore(bookmarksStore);
  resetStore(captionStore);
  resetStore(historyStore);
  resetStore(playbackStore);
  resetStore(progressStore);
  resetStore(qualityStore);
  resetStore(sessionStore);
  resetStore(themeStore);
}

beforeEach(openOtherBrowser);
afterEach(() => {
  openOtherBrowser();
  vi.unstubAllGlobals();
});

const movie = { type: 'movie' as const, title: 'A film', releaseYear: 1968, tmdbId: '9' };

test('an exported library can be imported in another browser and is queued for sync', () => {
  saveBookmark({ tmdbId: '1', type: 'show', title: 'A series' }, 1_000);
  saveProgress(movie, { watched: 60, duration: 600 }, 2_000);
  const { name, text } = libraryFile(new Date('2026-11-21T10:00:00Z'));
  expect(name).toBe('matinee-library-2026-11-21.json');
  expect(text).not.toContain('updateQueue');

  openOtherBrowser();
  expect(readLibraryFile(text)).toMatchObject({ bookmarks: 1, titles: 1, watched: 1 });
  expect(bookmarksStore.getState()).toMatchObject({
    bookmarks: { 1: { title: 'A series', updatedAt: 1_000 } },
    updateQueue: [{ action: 'add', tmdbId: '1' }],
  });
  expect(watchedSeconds(movie)).toBe(60);
  expect(progressStore.getState().updateQueue).toHaveLength(1);
  expect(readLibraryFile(text)).toMatchObject({ bookmarks: 0, titles: 0, watched: 0 });
});

test('the watch history is imported, and queued for the current account', () => {
  saveProgress(movie, { watched: 60, duration: 600 }, 2_000);
  storeProgress();
  const { text } = libraryFile(new Date());

  openOtherBrowser();
  expect(readLibraryFile(text)).toMatchObject({ watched: 1 });
  const watched = { title: 'A film', watched: 60, updatedAt: 2_000, isNew: true };
  expect(historyStore.getState().items).toMatchObject({ '9/': watched });
  expect(readLibraryFile(text)).toMatchObject({ watched: 0 });
});

test('settings are exported, and imported only on request', () => {
  setTheme('red');
  setQuality('720');
  saveCaptions({ overrideCasing: true, delay: 3 });
  const { text } = libraryFile(new Date());

  openOtherBrowser();
  const read = readLibraryFile(text);
  expect(themeStore.getState().theme).toBeNull();
  if (typeof read === 'string' || !read.settings) throw new Error('It has no settings');
  applySettingsFile(read.settings);
  expect(themeStore.getState().theme).toBe('red');
  expect(qualityStore.getState().quality).toMatchObject({
    automaticQuality: false,
    lastChosenQuality: '720',
  });
  expect(captionStore.getState()).toMatchObject({ overrideCasing: true, delay: 0 });
});

test('invalid settings do not affect the rest of a file', () => {
  const bookmarks = { bookmarks: { 1: { title: 'A film', type: 'movie', updatedAt: 1 } } };
  const file = { format: 'matinee-library', version: 1, bookmarks, progress: {} };
  const of = (settings: unknown) => readLibraryFile(JSON.stringify({ ...file, settings }));
  expect(of('red')).toMatchObject({ bookmarks: 1, settings: undefined });
  const values = { applicationTheme: 'red', proxyUrls: 7, febboxKey: 4 };
  const read = of({ values, captions: 'large', quality: { lastChosenQuality: 'best' } });
  if (typeof read === 'string' || !read.settings) throw new Error('It has no settings');
  applySettingsFile(read.settings);
  expect(themeStore.getState().theme).toBe('red');
});

test('newer local data stays', () => {
  saveProgress(movie, { watched: 60, duration: 600 }, 2_000);
  const { text } = libraryFile(new Date());
  saveProgress(movie, { watched: 90, duration: 600 }, 3_000);
  expect(readLibraryFile(text)).toMatchObject({ bookmarks: 0, titles: 0, watched: 0 });
  expect(watchedSeconds(movie)).toBe(90);
});

test('an export of an account server can be imported, too', () => {
  const meta = { title: 'A film', year: 1968, type: 'movie' };
  const updatedAt = '2026-11-21T01:53:27.000Z';
  const place = { season: { id: null, number: null }, episode: { id: null, number: null } };
  const content = {
    format: 'matinee-export',
    version: 1,
    bookmarks: [{ tmdbId: '1', meta, group: ['A'], favoriteEpisodes: [], updatedAt }],
    progress: [{ id: 'x', tmdbId: '9', meta, ...place, duration: '600', watched: '60', updatedAt }],
    watchHistory: [
      { tmdbId: '9', meta, ...place, duration: 600, watched: 60, watchedAt: updatedAt },
    ],
    settings: { values: { applicationTheme: 'blue' }, updatedAt },
  };
  expect(readLibraryFile(JSON.stringify(content))).toMatchObject({
    bookmarks: 1,
    titles: 1,
    watched: 1,
    settings: { values: { applicationTheme: 'blue' } },
  });
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
])('%j changes nothing, with the error %s', (text, outcome) => {
  saveBookmark({ tmdbId: '1', type: 'show', title: 'A series' }, 1_000);
  const before = bookmarksStore.getState();
  expect(readLibraryFile(text)).toBe(outcome);
  expect(bookmarksStore.getState()).toBe(before);
});

test('a file that is larger than any library is not read', async () => {
  const text = () => Promise.reject(new Error('It was read'));
  const movie = Object.assign(new Blob(['{}']), { text });
  expect(await readLibraryBlob(movie)).toBe('unreadable');
  Object.defineProperty(movie, 'size', { value: 65 * 1024 * 1024 });
  expect(await readLibraryBlob(movie)).toBe('tooLarge');
});

test('unreadable entries do not affect the rest of a file', () => {
  const content = {
    format: 'matinee-library',
    version: 1,
    bookmarks: { bookmarks: { 1: { title: 'A film', type: 'movie', updatedAt: 1 }, 2: 'what?' } },
    progress: 'gone',
  };
  expect(readLibraryFile(JSON.stringify(content))).toMatchObject({
    bookmarks: 1,
    titles: 0,
    watched: 0,
  });
  expect(Object.keys(bookmarksStore.getState().bookmarks)).toEqual(['1']);
});
