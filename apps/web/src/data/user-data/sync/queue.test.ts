import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { resetStore } from '#data/storage/testing/reset-store.ts';
import { updateBookmarks, bookmarksStore } from '../bookmarks.ts';
import { historyStore, updateHistory, type HistoryItem } from '../history.ts';
import { hasRejected } from './flush.ts';
import { clearRejected, markRejected, shiftPendingTimes } from './queue.ts';

const NOW = 10_000;
const seen = (tmdbId: string, updatedAt: number, isNew: boolean): HistoryItem => ({
  tmdbId,
  type: 'movie',
  title: `Film ${tmdbId}`,
  watched: 1,
  duration: 2,
  completed: false,
  updatedAt,
  isNew,
});
const kept = (tmdbId: string, updatedAt: number) => ({
  tmdbId,
  title: `Film ${tmdbId}`,
  type: 'movie' as const,
  updatedAt,
});

beforeEach(() => {
  const [one, two] = [kept('1', 4_000), kept('2', 4_000)];
  updateBookmarks((state) => ({
    ...state,
    bookmarks: { 1: one, 2: two },
    updateQueue: [{ ...one, id: 'a', action: 'add' }],
  }));
  updateHistory((state) => ({
    ...state,
    items: { '1/': seen('1', 4_000, true), '2/': seen('2', 4_000, false) },
  }));
});

afterEach(() => {
  resetStore(bookmarksStore);
  resetStore(historyStore);
});

const times = () => {
  const { bookmarks, updateQueue } = bookmarksStore.getState();
  const { items } = historyStore.getState();
  return {
    bookmarks: Object.values(bookmarks).map(({ updatedAt }) => updatedAt),
    queue: updateQueue.map(({ updatedAt }) => updatedAt),
    history: Object.values(items).map(({ updatedAt }) => updatedAt),
  };
};

test('pending changes get their true time, and nothing else changes', () => {
  shiftPendingTimes(-1_000, NOW);
  expect(times()).toEqual({ bookmarks: [3_000, 4_000], queue: [3_000], history: [3_000, 4_000] });
});

test('a future time is replaced by the present', () => {
  shiftPendingTimes(90_000, NOW);
  expect(times()).toEqual({ bookmarks: [NOW, 4_000], queue: [NOW], history: [NOW, 4_000] });
});

test.each(['a', 'history/1//4000'])('a rejected change counts while it is stored: %s', (id) => {
  onTestFinished(clearRejected);
  expect(hasRejected('user')).toBe(false);
  markRejected(id);
  expect(hasRejected('user')).toBe(true);
  updateBookmarks((state) => ({ ...state, updateQueue: [] }));
  updateHistory((state) => ({ ...state, items: {} }));
  expect(hasRejected('user')).toBe(false);
});
