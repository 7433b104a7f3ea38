// The operator's titles and files in memory. The database has a copy (library-rows.ts).
import { isDeepStrictEqual } from 'node:util';
import { localId, type TmdbKind } from '@matinee/shared/media/media';
import { createRecordChanges, type RecordChanges } from './record-changes.ts';
import { createAvailableTitles, type AvailableTitles } from './available-titles.ts';
import { withNotes, type FileRecord, type TitleRecord } from './library-records.ts';
import { createFileTable, createTitleTable } from './record-tables.ts';
import { fallbackKeys, type ParsedTitle } from './parsed-title.ts';

export interface LibraryIndex extends Omit<AvailableTitles, 'mark'> {
  /** Loads rows of the database, except those with unsaved changes of this replica. */
  readonly load: (titles: readonly TitleRecord[], files: readonly FileRecord[]) => void;
  readonly fileAt: (store: string, path: string) => FileRecord | undefined;
  /** Includes missing files, like all lists of files here. */
  readonly filesIn: (store: string) => readonly FileRecord[];
  /** Returns the files of all stores. */
  readonly files: () => readonly FileRecord[];
  readonly filesInFolder: (store: string, folder: string) => readonly FileRecord[];
  /** Lists the previous files of a path whose content was replaced. */
  readonly replacedFiles: (store: string, path: string) => readonly FileRecord[];
  readonly missingFiles: (size: number) => readonly FileRecord[];
  readonly putFile: (file: FileRecord) => void;
  readonly removeFile: (file: FileRecord) => void;
  readonly titleWithKey: (kind: TmdbKind, key: string) => TitleRecord | undefined;
  /** Adds a title with a new ID. */
  readonly addTitle: (title: ParsedTitle) => TitleRecord;
  readonly putTitle: (title: TitleRecord) => void;
  readonly removeTitle: (title: TitleRecord) => void;
  readonly recordOf: (file: Pick<FileRecord, 'kind' | 'titleId'>) => TitleRecord | undefined;
  readonly filesOf: (title: TitleRecord) => readonly FileRecord[];
  readonly titles: () => readonly TitleRecord[];
  readonly changes: RecordChanges;
}

export interface LibraryIndexOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns whether a title outside the index has this local ID. */
  readonly isTaken: (kind: TmdbKind, id: number) => boolean;
}

export function createLibraryIndex({ now, isTaken }: LibraryIndexOptions): LibraryIndex {
  const titles = { movie: createTitleTable(), tv: createTitleTable() };
  const files = createFileTable();
  const changes = createRecordChanges();
  const { mark, ...available } = createAvailableTitles({ titles, files, now });

  const recordOf: LibraryIndex['recordOf'] = ({ kind, titleId }) => titles[kind].get(titleId);

  function markTitlesOf(...some: readonly (FileRecord | undefined)[]): void {
    for (const file of some) if (file) mark(recordOf(file));
  }

  function storeTitle(title: TitleRecord): void {
    mark(titles[title.kind].get(title.id));
    mark(title);
    titles[title.kind].put(title);
  }

  function storeFile(file: FileRecord): void {
    markTitlesOf(files.at(file.store, file.path), file);
    files.put(file);
  }

  function putTitle(title: TitleRecord): void {
    storeTitle(title);
    changes.putTitle(title);
  }

  /** Copies a title's TMDB ID to records of the same title from sources that don't know it. */
  function lendId(title: TitleRecord): void {
    if (title.tmdbId === null) return;
    for (const key of fallbackKeys(title)) {
      const other = titles[title.kind].withKey(key);
      if (other?.tmdbId === null) putTitle({ ...other, tmdbId: title.tmdbId, matchedAt: null });
    }
  }

  return {
    ...available,
    load: (loadedTitles, loadedFiles) => {
      for (const title of loadedTitles) {
        const before = titles[title.kind].get(title.id);
        if (!changes.hasTitle(title) && !isDeepStrictEqual(before, title)) storeTitle(title);
      }
      for (const file of loadedFiles) {
        const before = files.at(file.store, file.path);
        if (!changes.hasFile(file) && !isDeepStrictEqual(before, file)) storeFile(file);
      }
    },
    fileAt: files.at,
    filesIn: files.inStore,
    files: files.all,
    filesInFolder: files.inFolder,
    replacedFiles: (store, path) => files.inFolder(store, `${path}/`),
    missingFiles: files.missingOfSize,
    putFile: (file) => {
      storeFile(file);
      changes.putFile(file);
    },
    removeFile: (file) => {
      markTitlesOf(file);
      files.remove(file);
      changes.removeFile(file);
    },
    titleWithKey: (kind, key) => titles[kind].withKey(key),
    addTitle: (parsed) => {
      const { kind, key } = parsed;
      const isFree = (id: number) => !titles[kind].get(id) && !isTaken(kind, id);
      const tmdbId = parsed.tmdbId ?? titles[kind].tmdbIdOfFallback(key) ?? null;
      const id = freeId(`${kind} ${key}`, isFree);
      const title = withNotes({ ...UNKNOWN, ...parsed, tmdbId, id });
      storeTitle(title);
      changes.addTitle(title);
      lendId(title);
      return title;
    },
    putTitle,
    removeTitle: (title) => {
      mark(title);
      titles[title.kind].remove(title);
      changes.removeTitle(title);
    },
    recordOf,
    filesOf: files.ofTitle,
    titles: () => [...titles.movie.all(), ...titles.tv.all()],
    changes,
  };
}

/** Tries several hashes, because two of 50,000 titles may well have the same one. */
function freeId(key: string, isFree: (id: number) => boolean): number {
  for (let attempt = 0; ; attempt += 1) {
    const id = localId(attempt === 0 ? key : `${key} ${attempt}`);
    if (isFree(id)) return id;
  }
}

const UNKNOWN = {
  matchedAt: null,
  overview: '',
  genreIds: [],
  rating: null,
  runtime: null,
  poster: null,
  backdrop: null,
  posterFile: null,
  backdropFile: null,
  correction: null,
} as const;
