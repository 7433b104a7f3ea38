// The choices of the library page, which its URL contains.
import { LibrarySection, LibrarySort } from '@matinee/shared/contract/library';
import type { LibraryQuery } from '#data/catalog/library.ts';
import { paths } from '#paths.ts';

export type LibraryFilter = 'genre' | 'decade' | 'height' | 'source';
const NUMBERS = ['genre', 'decade', 'height'] as const;

/** Leaves out invalid choices. */
export function readAddress(search: URLSearchParams): LibraryQuery {
  const numbers = NUMBERS.flatMap((name) => {
    const text = search.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? [[name, Number(text)] as const] : [];
  });
  const source = search.get('source');
  return {
    section: LibrarySection.safeParse(search.get('section')).data,
    sort: LibrarySort.safeParse(search.get('sort')).data ?? 'added',
    ...Object.fromEntries(numbers),
    ...(source ? { source } : {}),
  };
}

/** Collections have an address like a section. */
export const isCollections = (search: URLSearchParams): boolean =>
  search.get('section') === 'collections';
export const collectionsPath = `${paths.library}?section=collections`;

/** A change of the section keeps the order, and drops filters that the new section may not have. */
export const sectionPath = (section: LibrarySection, { sort }: LibraryQuery): string =>
  `${paths.library}?${new URLSearchParams({ section, sort })}`;

export const filtersOf = ({ genre, decade, height, source }: LibraryQuery) =>
  [genre, decade, height, source].filter((value) => value !== undefined).length;
