// In-memory tables of records with the lookups that scans and lists need.
import type { TmdbKind } from '@matinee/shared/media/media';
import { folderOf, type FileRecord, type TitleRecord } from './library-records.ts';
import { fallbackKeys } from './parsed-title.ts';

export interface FileTable {
  readonly at: (store: string, path: string) => FileRecord | undefined;
  readonly inStore: (store: string) => readonly FileRecord[];
  readonly all: () => readonly FileRecord[];
  readonly inFolder: (store: string, folder: string) => readonly FileRecord[];
  readonly missingOfSize: (size: number) => readonly FileRecord[];
  readonly ofTitle: (title: TitleRecord) => readonly FileRecord[];
  /** Replaces the record with the same path. */
  readonly put: (file: FileRecord) => void;
  readonly remove: (file: FileRecord) => void;
}

export function createFileTable(): FileTable {
  const byStore = new Map<string, Map<string, FileRecord>>();
  const byFolder = new Map<string, Set<FileRecord>>();
  const missing = new Map<number, Set<FileRecord>>();
  // Most titles have one file. An array needs much less memory than a set.
  const byTitle: ByKind<Map<number, readonly FileRecord[]>> = { movie: new Map(), tv: new Map() };

  const inStore = (store: string): Map<string, FileRecord> => {
    const known = byStore.get(store) ?? new Map<string, FileRecord>();
    byStore.set(store, known);
    return known;
  };

  function remove({ store, path }: FileRecord): void {
    const before = inStore(store).get(path);
    if (!before) return;
    inStore(store).delete(path);
    const ofTitle = byTitle[before.kind];
    const others = ofTitle.get(before.titleId)?.filter((file) => file !== before) ?? [];
    if (others.length > 0) ofTitle.set(before.titleId, others);
    else ofTitle.delete(before.titleId);
    deleteFrom(byFolder, folderKey(store, folderOf(before)), before);
    if (before.size !== null) deleteFrom(missing, before.size, before);
  }

  return {
    at: (store, path) => byStore.get(store)?.get(path),
    inStore: (store) => [...inStore(store).values()],
    all: () => [...byStore.values()].flatMap((files) => [...files.values()]),
    inFolder: (store, folder) => [...(byFolder.get(folderKey(store, folder)) ?? [])],
    missingOfSize: (size) => [...(missing.get(size) ?? [])],
    ofTitle: ({ kind, id }) => byTitle[kind].get(id) ?? [],
    put: (file) => {
      remove(file);
      inStore(file.store).set(file.path, file);
      const ofTitle = byTitle[file.kind];
      ofTitle.set(file.titleId, [...(ofTitle.get(file.titleId) ?? []), file]);
      addTo(byFolder, folderKey(file.store, folderOf(file)), file);
      if (file.missingSince !== null && file.size !== null) addTo(missing, file.size, file);
    },
    remove,
  };
}

type ByKind<T> = Readonly<Record<TmdbKind, T>>;

const folderKey = (store: string, folder: string): string => `${store}/${folder}`;

/** Titles of one kind. */
export interface TitleTable {
  readonly get: (id: number) => TitleRecord | undefined;
  readonly withKey: (key: string) => TitleRecord | undefined;
  readonly withTmdbId: (tmdbId: number) => readonly TitleRecord[];
  /** Returns the TMDB ID of titles that have this among their `fallbackKeys`, if all have the same ID. */
  readonly tmdbIdOfFallback: (key: string) => number | undefined;
  readonly all: () => readonly TitleRecord[];
  /** Replaces the record with the same id. */
  readonly put: (title: TitleRecord) => void;
  readonly remove: (title: TitleRecord) => void;
}

export function createTitleTable(): TitleTable {
  const byId = new Map<number, TitleRecord>();
  const byKey = new Map<string, number>();
  const byTmdbId = new Map<number, Set<number>>();
  const byFallbackKey = new Map<string, Set<number>>();
  const get = (id: number | undefined) => (id === undefined ? undefined : byId.get(id));

  function remove({ id }: TitleRecord): void {
    const before = byId.get(id);
    if (!before) return;
    byId.delete(id);
    byKey.delete(before.key);
    if (before.tmdbId === null) return;
    deleteFrom(byTmdbId, before.tmdbId, id);
    for (const key of fallbackKeys(before)) deleteFrom(byFallbackKey, key, id);
  }

  return {
    get,
    withKey: (key) => get(byKey.get(key)),
    withTmdbId: (tmdbId) => [...(byTmdbId.get(tmdbId) ?? [])].flatMap((id) => get(id) ?? []),
    tmdbIdOfFallback: (key) => {
      const ids = new Set([...(byFallbackKey.get(key) ?? [])].map((id) => get(id)?.tmdbId));
      const [tmdbId] = ids;
      return ids.size === 1 ? (tmdbId ?? undefined) : undefined;
    },
    all: () => [...byId.values()],
    put: (title) => {
      remove(title);
      byId.set(title.id, title);
      byKey.set(title.key, title.id);
      if (title.tmdbId === null) return;
      addTo(byTmdbId, title.tmdbId, title.id);
      for (const key of fallbackKeys(title)) addTo(byFallbackKey, key, title.id);
    },
    remove,
  };
}

function addTo<K, T>(sets: Map<K, Set<T>>, key: K, value: T): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

function deleteFrom<K, T>(sets: Map<K, Set<T>>, key: K, value: T): void {
  const known = sets.get(key);
  known?.delete(value);
  if (known?.size === 0) sets.delete(key);
}
