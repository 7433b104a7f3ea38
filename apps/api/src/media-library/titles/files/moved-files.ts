// Recognizes files by their content after they were moved, renamed or swapped, in one store or between two.
import type { FileStore } from '#media-library/folder/file-store.ts';
import { fileIdentity } from './file-identity.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { FileRecord, TitleRecord } from '../index/library-records.ts';
import { reassignTitleId, type Move } from './reassign-title-id.ts';

/** One store's files with new content. */
export interface NewFiles {
  readonly storeId: string;
  readonly store: Pick<FileStore, 'open'>;
  readonly paths: Set<string>;
  /** The IDs of titles that no client has seen yet. */
  readonly newTitles: Set<TitleRecord['id']>;
  readonly forget: () => void;
}

export interface MovedFiles {
  readonly join: (files: NewFiles) => void;
  /** Call it after a scan of the store with these files. */
  readonly settle: (files: NewFiles, scan: SettledScan) => Promise<void>;
}

interface SettledScan {
  /** True if all files of the store are known, or the store can't be read. */
  readonly isOver: boolean;
  readonly signal: AbortSignal;
}

export function createMovedFiles(index: LibraryIndex): MovedFiles {
  const stores = new Set<NewFiles>();
  /** Stores that haven't been scanned since the start. Their missing files aren't known yet. */
  const unscanned = new Set<NewFiles>();
  return {
    join: (files) => {
      stores.add(files);
      unscanned.add(files);
    },
    settle: async (files, { isOver, signal }) => {
      // Stores are scanned in any order, so each scan may find moved files of the others.
      for (const each of stores) await identify(index, each, signal);
      recognize(index, stores);
      if (!isOver) return;
      const isLast = unscanned.delete(files) && unscanned.size === 0;
      if (isLast) for (const each of stores) each.forget();
      else if (unscanned.size === 0) files.forget();
    },
  };
}

/** Reads the identities of new files that may be missing files. */
async function identify(
  index: LibraryIndex,
  { storeId, store, paths }: NewFiles,
  signal: AbortSignal,
): Promise<void> {
  for (const path of paths) {
    const size = index.fileAt(storeId, path)?.size ?? null;
    if (size === null || index.fileAt(storeId, path)?.identity !== null) continue;
    if (index.missingFiles(size).every(({ identity }) => identity === null)) continue;
    // Skip a file that can't be read. It is compared after the next change.
    const identity = await fileIdentity(store, { path, size }, signal).catch(() => undefined);
    signal.throwIfAborted();
    const file = index.fileAt(storeId, path);
    if (identity !== undefined && file?.size === size) index.putFile({ ...file, identity });
  }
}

/** Gives new files the titles and the age of missing files with the same content. */
function recognize(index: LibraryIndex, stores: ReadonlySet<NewFiles>): void {
  const moves = restoreTouchedFindMoved(index, stores);
  const moved = new Set(moves.map(({ before }) => before));
  // Detach all paths from their previous titles before attaching any: files may have swapped their paths in a circle.
  for (const { storeId, paths, newTitles } of stores)
    for (const path of paths) {
      const isMoved = index.replacedFiles(storeId, path).some((file) => moved.has(file));
      if (isMoved || moves.some(({ file }) => file.store === storeId && file.path === path))
        detach(index, { storeId, path }, newTitles);
    }
  for (const { files, ...move } of moves) {
    moveRecord(index, move);
    files.paths.delete(move.file.path);
  }
}

interface FoundMove extends Move {
  readonly files: NewFiles;
}

/** Restores files with unchanged content and a new modification time. Returns the moves of the others. */
function restoreTouchedFindMoved(
  index: LibraryIndex,
  stores: ReadonlySet<NewFiles>,
): readonly FoundMove[] {
  const moves: FoundMove[] = [];
  const taken = new Set<FileRecord>();
  for (const files of stores)
    for (const path of files.paths) {
      const { storeId, newTitles } = files;
      const file = index.fileAt(storeId, path);
      if (!file || file.size === null || file.identity === null) continue;
      const same = index
        .missingFiles(file.size)
        .filter(({ identity }) => identity === file.identity)
        .filter((each) => !taken.has(each));
      const own = index.replacedFiles(storeId, path);
      const touched = same.find((each) => own.includes(each));
      const [before] = same;
      if (touched) restoreTouched(index, { before: touched, file });
      else if (before) {
        taken.add(before);
        moves.push({ before, file, newTitles, files });
      }
    }
  return moves;
}

/** Restores the facts about the file's unchanged content. */
function restoreTouched(index: LibraryIndex, { before, file }: Omit<Move, 'newTitles'>): void {
  const { media, hasFrame } = before;
  index.putFile({ ...file, media, hasFrame });
  index.removeFile(before);
}

/** Removes the file's correction. Gives a home video a new title, as if its path were new. */
function detach(
  index: LibraryIndex,
  { storeId, path }: { readonly storeId: string; readonly path: string },
  newTitles: Set<TitleRecord['id']>,
): void {
  const pinned = index.fileAt(storeId, path);
  if (!pinned) return;
  const file = pinned.pinned ? { ...pinned, ...pinned.pinned, pinned: null } : pinned;
  index.putFile(file);
  const title = index.recordOf(file);
  if (!title || newTitles.has(title.id)) return;
  const automatic = { ...title, ...title.correction, correction: null };
  if (!automatic.isVideo) return;
  // Free the key, which belongs to the path.
  index.putTitle({ ...title, key: `${title.key}//${title.id}` });
  const added = index.addTitle(automatic);
  newTitles.add(added.id);
  index.putFile({ ...file, titleId: added.id });
}

function moveRecord(index: LibraryIndex, { before, file: { store, path }, newTitles }: Move): void {
  const file = index.fileAt(store, path);
  if (!file) return;
  const moved = { ...file, addedAt: before.addedAt };
  index.putFile(moved);
  reassignTitleId(index, { before, file: moved, newTitles });
  if (before.pinned) keepPinned(index, { before, file: moved, newTitles });
  index.removeFile(before);
}

/** Keeps an administrator's correction, regardless of the file's new name. */
function keepPinned(index: LibraryIndex, { before, file: moved, newTitles }: Move): void {
  const file = index.fileAt(moved.store, moved.path);
  if (!file) return;
  const named = index.recordOf(file);
  const { kind, titleId, season, episodes, pinned } = before;
  index.putFile({ ...file, kind, titleId, season, episodes, pinned });
  if (named && newTitles.has(named.id) && index.filesOf(named).length === 0)
    index.removeTitle(named);
}
