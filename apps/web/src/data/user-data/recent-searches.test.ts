import { beforeEach, expect, test } from 'vitest';
import { forgetSearches, recentSearchesStore, rememberSearch } from './recent-searches.ts';

const searches = () => recentSearchesStore.getState().searches;
beforeEach(forgetSearches);

test('the latest search comes first, and none is listed twice in another spelling', () => {
  for (const text of ['night', 'charade', ' Night ']) rememberSearch(text);
  expect(searches()).toEqual(['Night', 'charade']);
});

test('eight searches are kept', () => {
  for (let number = 1; number <= 12; number += 1) rememberSearch(`search ${number}`);
  expect(searches()).toHaveLength(8);
  expect(searches()[0]).toBe('search 12');
});

test('an empty text is not a search', () => {
  rememberSearch('   ');
  expect(searches()).toEqual([]);
});

test('searches can be cleared', () => {
  rememberSearch('night');
  forgetSearches();
  expect(searches()).toEqual([]);
});
