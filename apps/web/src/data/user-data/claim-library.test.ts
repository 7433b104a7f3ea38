import { afterEach, beforeEach, expect, test } from 'vitest';
import { bookmarksStore, updateBookmarks } from './bookmarks.ts';
import { historyStore, updateHistory, type HistoryItem } from './history.ts';
import { clearLibrary, parkLibrary, claimLibrary } from './claim-library.ts';
import { progressStore, saveProgress } from './progress.ts';
import { mergeRemoteHistory } from './sync/merge.ts';
import { updateSession } from '#data/session.ts';

/** Changes were sent to another server. */
const seen: HistoryItem = {
  tmdbId: '10331',
  type: 'movie',
  title: 'Night of the Living Dead',
  watched: 5_700,
  duration: 5_760,
  completed: true,
  updatedAt: 1_000,
  isNew: false,
};
const localEntries = () => Object.keys(historyStore.getState().items);

beforeEach(() => {
  updateSession({ libraryOwner: 'ada' });
  updateHistory((state) => ({ ...state, items: { '10331/': seen } }));
});
afterEach(() => {
  // Also clears progress that is not in the history yet.
  clearLibrary();
  updateSession({ libraryOwner: null });
});

test('logging in on another server uploads the library, and its empty response deletes nothing', () => {
  claimLibrary('ada');
  const { items } = historyStore.getState();
  expect(Object.keys(mergeRemoteHistory(items, { rows: [], asOf: 9_999 }))).toEqual(['10331/']);
});

test('the library of another account is parked until that account returns', () => {
  claimLibrary('bob');
  expect(localEntries()).toEqual([]);
  claimLibrary('ada');
  const { items } = historyStore.getState();
  expect(Object.keys(mergeRemoteHistory(items, { rows: [], asOf: 9_999 }))).toEqual(['10331/']);
});

test('data kept from an ended session is older than later changes', () => {
  const removal = { id: 'a', action: 'delete' as const, tmdbId: '1', updatedAt: 1_000 };
  updateBookmarks((state) => ({ ...state, bookmarks: {}, updateQueue: [removal] }));
  watch(100, 1_000);
  parkLibrary('ada', 'pending');
  const again = { title: 'Film 1', type: 'movie' as const, updatedAt: 2_000 };
  updateBookmarks((state) => ({ ...state, bookmarks: { 1: again } }));
  watch(200, 2_000);
  claimLibrary('ada');
  expect(bookmarksStore.getState().updateQueue).toMatchObject([
    { action: 'add', tmdbId: '1', updatedAt: 2_000 },
  ]);
  expect(progressStore.getState().updateQueue).toMatchObject([
    { tmdbId: '9', updatedAt: 2_000, progress: { watched: 200 } },
  ]);
});

test('data kept from an ended session stays if no changes followed', () => {
  const removal = { id: 'a', action: 'delete' as const, tmdbId: '1', updatedAt: 1_000 };
  updateBookmarks((state) => ({ ...state, bookmarks: {}, updateQueue: [removal] }));
  watch(100, 1_000);
  parkLibrary('ada', 'pending');
  claimLibrary('ada');
  expect(bookmarksStore.getState().updateQueue).toEqual([removal]);
  expect(progressStore.getState().updateQueue).toMatchObject([
    { tmdbId: '9', updatedAt: 1_000, progress: { watched: 100 } },
  ]);
});

function watch(watched: number, at: number): void {
  const meta = { type: 'movie' as const, title: 'Film', releaseYear: 1968, tmdbId: '9' };
  saveProgress(meta, { watched, duration: 5_760 }, at);
}
