// Searches the titles of the folders, and tolerates typing errors.
import { setImmediate, setTimeout } from 'node:timers/promises';
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { LibraryIndex } from './index/library-index.ts';
import type { AvailableTitle } from './index/library-records.ts';
import { createPeopleSearch } from './search-people.ts';

export interface LibrarySearch {
  /** Returns the best matches first. */
  readonly search: (query: string, max: number) => readonly AvailableTitle[];
  /** Indexes the titles, then their people, between other requests. */
  readonly prepare: () => Promise<void>;
}

interface Document {
  readonly id: string;
  readonly title: string;
  readonly originalTitle: string;
  readonly year: string;
}

/** Names have fewer and shorter words. More would only take time. */
const MAX_WORDS = 10;
const MAX_WORD = 30;

/** The first requests after a start are for titles. */
const PEOPLE_AFTER_MS = 200;
const TITLES_AT_ONCE = 1_000;

const processTerm = (term: string): string | null => folded(term).slice(0, MAX_WORD) || null;

const SEARCH = {
  prefix: true,
  // Allow one error in words of four to seven letters, and two in longer words.
  fuzzy: (term: string) => (/^\d+$/.test(term) ? false : Math.min(2, Math.floor(term.length / 4))),
  combineWith: 'AND',
} as const satisfies SearchOptions;

export function createLibrarySearch(index: Pick<LibraryIndex, 'all'>): LibrarySearch {
  const names = createNames();
  const { byId } = names;
  const people = createPeopleSearch({ processTerm, searchOptions: SEARCH });
  let known: readonly AvailableTitle[] = [];
  let isPreparing = false;
  /** The titles whose people are indexed. `peopleOf` has the people of those that have any. */
  let knownOfPeople = known;
  const peopleOf = new Map<string, readonly string[]>();

  function update(): void {
    const titles = index.all();
    if (titles !== known) names.replace(titles);
    known = titles;
  }

  function setPeople(id: string, names: readonly string[]): void {
    const before = peopleOf.get(id) ?? NOBODY;
    if (before === names) return;
    people.remove(id, before);
    people.add(id, names);
    if (names.length > 0) peopleOf.set(id, names);
    else peopleOf.delete(id);
  }

  function updatePeople(): void {
    if (isPreparing || knownOfPeople === known) return;
    for (const id of peopleOf.keys()) if (!byId.has(id)) setPeople(id, NOBODY);
    for (const [id, { record }] of byId) setPeople(id, record.people);
    knownOfPeople = known;
  }

  async function prepare(): Promise<void> {
    const titles = index.all();
    if (titles.length === 0) return;
    isPreparing = true;
    for (const part of parts(titles)) {
      // A search may have added all titles in the meantime.
      if (known.length > 0) break;
      part.forEach(names.add);
      await setImmediate();
    }
    update();
    await setTimeout(PEOPLE_AFTER_MS, undefined, { ref: false });
    for (const part of parts([...byId])) {
      for (const [id, { record }] of part) setPeople(id, record.people);
      await setImmediate();
    }
    isPreparing = false;
  }

  function found(words: string, max: number): readonly AvailableTitle[] {
    if (isPreparing && known.length === 0) {
      const named = index.all().filter(isNamed(words));
      if (named.length > 0) return named;
    }
    update();
    updatePeople();
    const ids = new Set(names.search(words));
    if (ids.size < max) for (const id of people.search(words)) ids.add(id);
    return [...ids].flatMap((id) => byId.get(id) ?? []);
  }

  return {
    prepare,
    search: (query, max) => {
      const titles = found(query.split(/\s+/).slice(0, MAX_WORDS).join(' '), max);
      const exact = folded(query.trim());
      const isExact = ({ record }: AvailableTitle): boolean => folded(record.title) === exact;
      return [...titles.filter(isExact), ...titles.filter((title) => !isExact(title))].slice(
        0,
        max,
      );
    },
  };
}

/** Indexes titles by their names. */
function createNames() {
  const documents = new MiniSearch<Document>({
    fields: ['title', 'originalTitle', 'year'],
    processTerm,
    searchOptions: { ...SEARCH, boost: { title: 2 } },
  });
  const byId = new Map<string, AvailableTitle>();

  function add(title: AvailableTitle): void {
    const id = idOf(title);
    const before = byId.get(id);
    if (!hasSameName(before, title)) {
      if (before) documents.discard(id);
      documents.add(documentOf(id, title));
    }
    byId.set(id, title);
  }

  /** Adds new titles, replaces renamed ones, and removes the others. */
  function replace(titles: readonly AvailableTitle[]): void {
    const left = new Set(titles.map(idOf));
    for (const id of byId.keys()) {
      if (left.has(id)) continue;
      documents.discard(id);
      byId.delete(id);
    }
    titles.forEach(add);
  }

  return {
    byId,
    add,
    replace,
    search: (words: string) => documents.search(words).map(({ id }) => String(id)),
  };
}

function* parts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += TITLES_AT_ONCE) yield all.slice(at, at + TITLES_AT_ONCE);
}

/** Compares names without the index, because building it would take too long for the first search. */
function isNamed(query: string): (title: AvailableTitle) => boolean {
  const words = folded(query).split(' ').filter(Boolean);
  return ({ record: { title, originalTitle, year } }) => {
    const name = ` ${folded(`${title} ${originalTitle ?? ''} ${year ?? ''}`)}`;
    return words.length > 0 && words.every((word) => name.includes(` ${word}`));
  };
}

const NOBODY: readonly string[] = [];

const idOf = ({ record, id }: AvailableTitle): string => `${record.kind}/${id}`;

function hasSameName(a: AvailableTitle | undefined, b: AvailableTitle): boolean {
  if (a === b || a === undefined) return a === b;
  return (
    a.record.title === b.record.title &&
    a.record.originalTitle === b.record.originalTitle &&
    a.record.year === b.record.year
  );
}

const documentOf = (id: string, { record }: AvailableTitle): Document => ({
  id,
  title: record.title,
  originalTitle: record.originalTitle === record.title ? '' : (record.originalTitle ?? ''),
  year: String(record.year ?? ''),
});

/** Removes accents, apostrophes and case. */
const folded = (text: string): string =>
  (isPlain(text) ? text : text.normalize('NFKD').replaceAll(/[\p{M}'’]/gu, '')).toLowerCase();

const isPlain = (text: string): boolean => /^[a-z\d ]*$/i.test(text);
