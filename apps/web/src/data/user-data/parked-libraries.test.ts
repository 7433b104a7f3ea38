import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const cells = new Map<string, string>();
/** Characters. */
let room = Infinity;

beforeEach(() => {
  cells.clear();
  room = Infinity;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const others = [...cells].filter(([name]) => name !== key);
      const used = others.reduce((sum, [, text]) => sum + text.length, 0);
      if (used + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      cells.set(key, value);
    },
    removeItem: (key: string) => void cells.delete(key),
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./claim-library.ts')),
  ...(await import('./bookmarks.ts')),
});

test('a library that does not fit on a full disk twice is parked nevertheless', async () => {
  const { saveBookmark, parkLibrary } = await load();
  for (let id = 1; id <= 50; id += 1)
    saveBookmark({ tmdbId: String(id), type: 'movie', title: `Film ${id}` });
  const used = [...cells.values()].reduce((sum, text) => sum + text.length, 0);
  room = Math.round(used * 1.5);
  parkLibrary('ada', 'all');

  // The page is closed, and another one opened.
  vi.resetModules();
  const later = await load();
  expect(later.bookmarksStore.getState().bookmarks).toEqual({});
  later.restoreLibrary('ada');
  expect(Object.keys(later.bookmarksStore.getState().bookmarks)).toHaveLength(50);
});
