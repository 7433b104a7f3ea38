// Collections: movies of a set that notes name, and folders that contain several movies.
import type { LibraryCollection } from '@matinee/shared/contract/library';
import { isGenericFolder } from '@matinee/sources/sources/folder/parse-path';
import { hash } from 'node:crypto';
import type { LibraryIndex } from './index/library-index.ts';
import {
  folderOf,
  type FileRecord,
  type AvailableTitle,
  type TitleRecord,
} from './index/library-records.ts';

export interface Collections {
  /** Sorted by name. */
  readonly all: () => readonly LibraryCollection[];
  /** Undefined if there is no such collection. */
  readonly titlesOf: (id: string) => ReadonlySet<AvailableTitle> | undefined;
}

interface CollectionsOptions {
  readonly index: Pick<LibraryIndex, 'all' | 'filesInFolder'>;
  readonly posterOf: (record: TitleRecord) => string | null;
}

interface Collection {
  readonly name: string;
  readonly titles: ReadonlySet<AvailableTitle>;
}

const MAX_POSTERS = 4;
const COLLATOR = new Intl.Collator('en', { numeric: true });

export function createCollections({ index, posterOf }: CollectionsOptions): Collections {
  let known: readonly AvailableTitle[] = [];
  let collections: ReadonlyMap<string, Collection> = new Map();
  let listed: readonly LibraryCollection[] = [];

  function update(): void {
    const titles = index.all();
    if (titles === known) return;
    known = titles;
    const movies = titles.filter(({ record }) => record.kind === 'movie');
    const sets = setsOf(movies);
    const folders = foldersOf(index, movies).filter(
      ([, { titles: some }]) => ![...sets.values()].some((set) => isSubset(some, set.titles)),
    );
    collections = new Map([...sets, ...folders].filter(([, { titles: some }]) => some.size > 1));
    listed = [...collections]
      .map(([id, { name, titles: some }]) => ({
        id,
        name,
        count: some.size,
        posters: [...some].flatMap(({ record }) => posterOf(record) ?? []).slice(0, MAX_POSTERS),
      }))
      .toSorted((a, b) => COLLATOR.compare(a.name, b.name));
  }

  return {
    all: () => {
      update();
      return listed;
    },
    titlesOf: (id) => {
      update();
      return collections.get(id)?.titles;
    },
  };
}

const idOf = (key: string): string => hash('sha256', key, 'base64url').slice(0, 16);

function setsOf(movies: readonly AvailableTitle[]): ReadonlyMap<string, Collection> {
  const named = Map.groupBy(
    movies.filter(({ record }) => record.setName !== null),
    ({ record }) => record.setName?.toLowerCase() ?? '',
  );
  return new Map(
    [...named].map(([key, some]) => [
      idOf(`set ${key}`),
      { name: some[0]?.record.setName ?? key, titles: new Set(some) },
    ]),
  );
}

function foldersOf(
  index: CollectionsOptions['index'],
  movies: readonly AvailableTitle[],
): readonly (readonly [string, Collection])[] {
  const found = new Map<string, { name: string; titles: Set<AvailableTitle> }>();
  for (const title of movies)
    for (const file of title.files) {
      const folder = collectionFolder(index, file);
      const name = folder.slice(folder.lastIndexOf('/') + 1);
      if (name === '' || isGenericFolder(name)) continue;
      const key = `${file.store}/${folder}`;
      const collection = found.get(key) ?? { name, titles: new Set() };
      found.set(key, collection);
      collection.titles.add(title);
    }
  return [...found].map(([key, collection]) => [idOf(`folder ${key}`), collection] as const);
}

/** Returns the folder that contains a movie's folder, or the movie itself among others. */
function collectionFolder(index: CollectionsOptions['index'], file: FileRecord): string {
  const folder = folderOf(file);
  const isAlone = index
    .filesInFolder(file.store, folder)
    .every(
      (other) =>
        other.titleId === file.titleId || other.extra !== null || other.missingSince !== null,
    );
  return isAlone ? folder.slice(0, Math.max(0, folder.lastIndexOf('/'))) : folder;
}

const isSubset = (some: ReadonlySet<AvailableTitle>, all: ReadonlySet<AvailableTitle>): boolean =>
  [...some].every((title) => all.has(title));
