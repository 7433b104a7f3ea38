// Recent searches of this device. They are not synced.
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const KEPT = 8;

const Recent = z.lazy(() =>
  z.looseObject({ searches: z.array(z.string().min(1).max(200)).catch([]).default([]) }),
);

const persisted = createPersisted({
  key: '__MW::recentSearches',
  schema: Recent,
  empty: { searches: [] },
});

export const recentSearchesStore = persisted.store;

/** Puts the latest search first. Ignores case. */
export function rememberSearch(text: string): void {
  const search = text.trim().slice(0, 200);
  if (search === '') return;
  const isOther = (one: string) => one.toLowerCase() !== search.toLowerCase();
  persisted.update((state) => ({
    ...state,
    searches: [search, ...state.searches.filter(isOther)].slice(0, KEPT),
  }));
}

export function forgetSearches(): void {
  persisted.update((state) => ({ ...state, searches: [] }));
}
