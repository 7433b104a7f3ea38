import { beforeEach, expect, test } from 'vitest';
import { historyStore, updateHistory, type HistoryItem } from '#data/library/history.ts';
import { mergeRemoteHistory } from '#data/library/remote-history.ts';
import { updateSession } from '#data/session.ts';
import { adoptLibrary } from './adopt-library.ts';

/** Another server has been told. */
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
const here = () => Object.keys(historyStore.getState().items);

beforeEach(() => {
  updateSession({ libraryOwner: 'ada' });
  updateHistory((state) => ({ ...state, items: { '10331/': seen } }));
});

test('who comes back on another server tells it what the first one knew, and loses none of it to its silence', () => {
  adoptLibrary('ada');
  const { items } = historyStore.getState();
  expect(Object.keys(mergeRemoteHistory(items, { rows: [], asOf: 9_999 }))).toEqual(['10331/']);
});

test('what somebody else has watched is put aside until they are back', () => {
  adoptLibrary('bob');
  expect(here()).toEqual([]);
  adoptLibrary('ada');
  const { items } = historyStore.getState();
  expect(Object.keys(mergeRemoteHistory(items, { rows: [], asOf: 9_999 }))).toEqual(['10331/']);
});
