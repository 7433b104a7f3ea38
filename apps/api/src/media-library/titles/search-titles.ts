// Searches the titles of the folders, forgiving typing errors.
import { setImmediate, setTimeout } from 'node:timers/promises';
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { LibraryIndex } from './library-index.ts';
import type { HeldTitle } from './library-records.ts';
import { createPeopleSearch } from './search-people.ts';

export interface LibrarySearch {
  /** Best first. */
  readonly search: (query: string, max: number) => readonly HeldTitle[];
  /** Reads the titles, which the first search does otherwise; then their people, while other requests are served. */
  readonly prepare: () => Promise<void>;
}

interface Document {
  readonly id: string;
  readonly title: string;
  readonly originalTitle: string;
  readonly year: string;
}

/** Longer words than names have, and more of them, only take time. */
const MAX_WORDS = 10;
const MAX_WORD = 30;

/** The first requests of a new start are for titles. */
const PEOPLE_AFTER_MS = 200;
const TITLES_AT_ONCE = 1_000;

const processTerm = (term: string): string | null => folded(term).slice(0, MAX_WORD) || null;

const SEARCH = {
  prefix: true,
  // One error in words of four to seven letters, two in longer ones.
  fuzzy: (term: string) => (/^\d+$/.test(term) ? false : Math.min(2, Math.floor(term.length / 4))),
  combineWith: 'AND',
} as const satisfies SearchOptions;

export function createLibrarySearch(index: Pick<LibraryIndex, 'all'>): LibrarySearch {
  const documents = new MiniSearch<Document>({
    fields: ['title', 'originalTitle', 'year'],
    processTerm,
    searchOptions: { ...SEARCH, boost: { title: 2 } },
  });
  const people = createPeopleSearch({ processTerm, searchOptions: SEARCH });
  let known: readonly HeldTitle[] = [];
  let byId = new Map<string, HeldTitle>();
  let isPreparing = false;
  /** The titles whose people are indexed, and the people of those that have any. */
  let knownOfPeople = known;
  const peopleOf = new Map<string, readonly string[]>();

  /** Adds what is new, and replaces what has another name. */
  function update(): void {
    const titles = index.all();
    if (titles === known) return;
    const next = new Map(titles.map((title) => [idOf(title), title]));
    for (const [id, before] of byId) if (!hasSameName(next.get(id), before)) documents.discard(id);
    for (const [id, title] of next)
      if (!hasSameName(byId.get(id), title)) documents.add(documentOf(id, title));
    known = titles;
    byId = next;
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
    update();
    if (byId.size === 0) return;
    isPreparing = true;
    await setTimeout(PEOPLE_AFTER_MS, undefined, { ref: false });
    const titles = [...byId];
    for (let at = 0; at < titles.length; at += TITLES_AT_ONCE) {
      for (const [id, { record }] of titles.slice(at, at + TITLES_AT_ONCE))
        setPeople(id, record.people);
      await setImmediate();
    }
    isPreparing = false;
  }

  return {
    prepare,
    search: (query, max) => {
      update();
      updatePeople();
      const words = query.split(/\s+/).slice(0, MAX_WORDS).join(' ');
      const ids = new Set(documents.search(words).map(({ id }) => String(id)));
      if (ids.size < max) for (const id of people.search(words)) ids.add(id);
      const found = [...ids].flatMap((id) => byId.get(id) ?? []);
      const exact = folded(query.trim());
      const isExact = ({ record }: HeldTitle): boolean => folded(record.title) === exact;
      return [...found.filter(isExact), ...found.filter((title) => !isExact(title))].slice(0, max);
    },
  };
}

const NOBODY: readonly string[] = [];

const idOf = ({ record, id }: HeldTitle): string => `${record.kind}/${id}`;

function hasSameName(a: HeldTitle | undefined, b: HeldTitle): boolean {
  if (a === b || a === undefined) return a === b;
  return (
    a.record.title === b.record.title &&
    a.record.originalTitle === b.record.originalTitle &&
    a.record.year === b.record.year
  );
}

const documentOf = (id: string, { record }: HeldTitle): Document => ({
  id,
  title: record.title,
  originalTitle: record.originalTitle === record.title ? '' : (record.originalTitle ?? ''),
  year: String(record.year ?? ''),
});

/** Without accents, apostrophes and case. */
const folded = (text: string): string =>
  (isPlain(text) ? text : text.normalize('NFKD').replaceAll(/[\p{M}'’]/gu, '')).toLowerCase();

const isPlain = (text: string): boolean => /^[a-z\d ]*$/i.test(text);
