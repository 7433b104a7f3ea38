// Recognizes files by their content after they were moved or renamed.
import { setTimeout } from 'node:timers/promises';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { fileIdentity } from './file-identity.ts';
import type { LibraryIndex } from './library-index.ts';
import type { TitleRecord } from './library-records.ts';
import { takeOverTitle, type Move } from './take-over-title.ts';

interface StoreIndex {
  readonly index: LibraryIndex;
  readonly storeId: string;
  readonly store: Pick<FileStore, 'open'>;
}

interface NewFile {
  readonly path: string;
  /** Ids of titles that no client has seen yet. */
  readonly newTitles: ReadonlySet<TitleRecord['id']>;
  readonly signal: AbortSignal;
}

/** Gives a new file the title and the age of a missing one with the same content. */
export async function recognizeMoved(
  { index, storeId, store }: StoreIndex,
  { path, newTitles, signal }: NewFile,
): Promise<void> {
  const file = index.fileAt(storeId, path);
  if (file === undefined || file.size === null) return;
  const { size } = file;
  const candidates = index.missingFiles(size).filter((each) => each.identity !== null);
  if (candidates.length === 0) return;
  const identity = file.identity ?? (await fileIdentity(store, { path, size }, signal));
  const before = candidates.find((each) => each.identity === identity);
  if (before === undefined || index.fileAt(storeId, path) !== file) return;
  const moved = { ...file, identity, addedAt: before.addedAt };
  index.putFile(moved);
  takeOverTitle(index, { before, file: moved, newTitles });
  if (before.pinned) keepPinned(index, { before, file: moved, newTitles });
  index.removeFile(before);
}

/** An administrator's correction stays with the file, whatever its new name says. */
function keepPinned(index: LibraryIndex, { before, file: moved, newTitles }: Move): void {
  const file = index.fileAt(moved.store, moved.path);
  if (!file) return;
  const named = index.recordOf(file);
  const { kind, titleId, season, episodes, pinned } = before;
  index.putFile({ ...file, kind, titleId, season, episodes, pinned });
  if (named && newTitles.has(named.id) && index.filesOf(named).length === 0)
    index.removeTitle(named);
}

/** Time for viewers between two files. */
const PAUSE_MS = 20;

/** Reads the identities that are missing, one after another, so that a later move is recognized. */
export async function readIdentities(
  { index, storeId, store }: StoreIndex,
  signal: AbortSignal,
): Promise<void> {
  for (const { path, size, identity, missingSince } of index.filesIn(storeId)) {
    if (identity !== null || size === null || missingSince !== null) continue;
    signal.throwIfAborted();
    // A file that can't be read now is read after the next scan.
    const found = await fileIdentity(store, { path, size }, signal).catch(() => undefined);
    const file = index.fileAt(storeId, path);
    if (found !== undefined && file?.size === size) index.putFile({ ...file, identity: found });
    await setTimeout(PAUSE_MS, undefined, { signal });
  }
}
