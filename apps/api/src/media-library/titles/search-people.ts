// Finds titles by their directors and actors. Each person is indexed once, regardless of the number of titles.
import MiniSearch, { type Options } from 'minisearch';

interface Person {
  readonly id: number;
  readonly name: string;
}

export interface PeopleSearch {
  readonly add: (title: string, people: readonly string[]) => void;
  /** `people`: the people that the title was added with. */
  readonly remove: (title: string, people: readonly string[]) => void;
  /** Returns the titles of the people whose names match best. */
  readonly search: (words: string) => readonly string[];
}

/** Limits the matches, because thousands of people may share a first name. */
const MAX_PEOPLE = 20;

/** `options`: how to compare words. */
export function createPeopleSearch(
  options: Pick<Options<Person>, 'processTerm' | 'searchOptions'>,
): PeopleSearch {
  const names = new MiniSearch<Person>({ ...options, fields: ['name'], storeFields: ['name'] });
  const known = new Map<string, { readonly id: number; readonly titles: Set<string> }>();
  let lastId = 0;
  return {
    add: (title, people) => {
      for (const name of people) {
        const person = known.get(name);
        if (person) person.titles.add(title);
        else {
          lastId += 1;
          known.set(name, { id: lastId, titles: new Set([title]) });
          names.add({ id: lastId, name });
        }
      }
    },
    remove: (title, people) => {
      for (const name of people) {
        const person = known.get(name);
        if (!person?.titles.delete(title) || person.titles.size > 0) continue;
        known.delete(name);
        names.discard(person.id);
      }
    },
    search: (words) => {
      const found = names.search(words).slice(0, MAX_PEOPLE);
      const titles = found.flatMap(({ name }) => [...(known.get(String(name))?.titles ?? [])]);
      return [...new Set(titles)];
    },
  };
}
