import { beforeEach, expect, test } from 'vitest';
import { forgetSearches, recentSearchesStore, rememberSearch } from './recent-searches.ts';

const searches = () => recentSearchesStore.getState().searches;
beforeEach(forgetSearches);

test('the latest search comes first, and none twice however it is written', () => {
  for (const text of ['night', 'charade', ' Night ']) rememberSearch(text);
  expect(searches()).toEqual(['Night', 'charade']);
});

test('eight are kept', () => {
  for (let number = 1; number <= 12; number += 1) rememberSearch(`search ${number}`);
  expect(searches()).toHaveLength(8);
  expect(searches()[0]).toBe('search 12');
});

test('nothing is no search', () => {
  rememberSearch('   ');
  expect(searches()).toEqual([]);
});

test('they can be forgotten', () => {
  rememberSearch('night');
  forgetSearches();
  expect(searches()).toEqual([]);
});
