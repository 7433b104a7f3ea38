// Keeps the index in sync with the store. Scans everything at intervals, and single folders after changes.
import type { ParentFolder } from '@matinee/sources/sources/folder/parse-path';
import { NotFoundError } from '@matinee/sources/source';
import { seasonFolder } from '@matinee/sources/sources/folder/episode-name';
import type { FolderIndex } from './folder-index.ts';
import { joinPath, type FileStore } from './file-store.ts';
import { scanDirectory, type DirectoryScan } from './scan-directory.ts';
import type { ScanIndexer } from '#media-library/titles/indexers/scan-indexer.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

export interface ScannerOptions {
  readonly store: FileStore;
  readonly index: FolderIndex;
  /** Limits of the scan. */
  readonly limits: { readonly videos: number; readonly folders: number; readonly depth: number };
  readonly warn: (message: string) => void;
  readonly onFound: (folder: string) => void;
  readonly onDropped: (folder: string) => void;
  readonly indexer?: ScanIndexer | undefined;
  readonly signal: AbortSignal;
}

export interface Scanner {
  /** Scans the folder and everything in it. */
  readonly scan: (folder: string) => Promise<void>;
  /** Rescans the folder, and scans new subfolders. */
  readonly rescan: (folder: string) => Promise<void>;
}

const SHOWN_FAILURES = 5;

export function createScanner(options: ScannerOptions): Scanner {
  const { store, index, limits, warn, indexer, signal } = options;

  function drop(folder: string): void {
    for (const gone of new Set([folder, ...index.drop(folder)])) options.onDropped(gone);
    indexer?.drop(folder);
  }

  /** Returns the folders to scan next. */
  async function updateFolder(folder: string, isDeep: boolean): Promise<readonly string[]> {
    const before = index.scanOf(folder);
    // Watch before listing. Otherwise, changes in between would be missed.
    if (!before) options.onFound(folder);
    const found = await scanDirectory({
      store,
      folder,
      around: around(folder, index),
      before,
      signal,
    });
    index.put(folder, found);
    indexer?.put({ folder, scan: found, parents: imagesAround(folder, index) });
    const all = new Set(found.subfolders);
    for (const name of before?.subfolders ?? []) if (!all.has(name)) drop(joinPath(folder, name));
    const isNoted = !isEqual(before?.notes, found.notes);
    const hasOtherImages = !isEqual(before?.images, found.images);
    const next = found.subfolders.filter((name) => {
      // The pictures of seasons may be beside their folders.
      const isSeason = hasOtherImages && seasonFolder(name) !== undefined;
      return isDeep || isNoted || isSeason || !index.has(joinPath(folder, name));
    });
    return next.map((name) => joinPath(folder, name));
  }

  async function run(start: string, isDeep: boolean): Promise<void> {
    const failed: { readonly folder: string; readonly reason: string }[] = [];
    let isFull = false;

    async function scanFolder(folder: string): Promise<readonly string[]> {
      try {
        const next = await updateFolder(folder, isDeep);
        const { videos, folders } = index.counts();
        isFull ||= videos >= limits.videos || folders >= limits.folders;
        return isFull || depthOf(folder) >= limits.depth ? [] : next;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NotFoundError && folder !== '') drop(folder);
        // Keep the titles, because the share may be unavailable for a moment.
        else failed.push({ folder, reason: describe(error) });
        if (folder !== '' && isDenied(error)) index.deny(folder);
        return [];
      }
    }

    await walk(start, scanFolder, store.concurrency);
    if (isFull) warn(`${store.name} has too many folders or movies: the rest is skipped`);
    if (failed.length > 0) {
      const some = failed
        .slice(0, SHOWN_FAILURES)
        .map(({ folder, reason }) => `${folder || 'the root'} (${reason})`);
      warn(`${store.name}: ${counted(failed.length, 'folder')} can't be read: ${some.join(', ')}`);
    }
    await indexer?.settle({
      isComplete: isDeep && start === '' && !isFull,
      failed: failed.map(({ folder }) => folder),
      signal,
    });
  }

  return {
    scan: (folder) => run(folder, true),
    rescan: (folder) => run(folder, false),
  };
}

const isEqual = (before: unknown, found: unknown): boolean =>
  JSON.stringify(before) === JSON.stringify(found);

/** Scans several folders at a time, depth first to keep the queue short. */
async function walk(
  start: string,
  scanFolder: (folder: string) => Promise<readonly string[]>,
  concurrency: number,
): Promise<void> {
  const waiting = [start];
  const active = new Set<Promise<void>>();
  const begin = (folder: string): void => {
    const work = scanFolder(folder)
      .then((next) => void waiting.push(...next.toReversed()))
      .finally(() => active.delete(work));
    active.add(work);
  };
  try {
    while (waiting.length > 0 || active.size > 0) {
      const folder = active.size < concurrency ? waiting.pop() : undefined;
      if (folder === undefined) await Promise.race(active);
      else begin(folder);
    }
  } finally {
    await Promise.allSettled(active);
  }
}

function around(folder: string, index: FolderIndex): ParentFolder[] {
  const names = folder === '' ? [] : folder.split('/').slice(0, -1);
  return names.map((name, at) => {
    const known: DirectoryScan | undefined = index.scanOf(names.slice(0, at + 1).join('/'));
    return { name, notes: known?.notes };
  });
}

function imagesAround(folder: string, index: FolderIndex) {
  const names = folder === '' ? [] : folder.split('/').slice(0, -1);
  return names.map((_, at) => {
    const parent = names.slice(0, at + 1).join('/');
    return { folder: parent, images: index.scanOf(parent)?.images ?? [] };
  });
}

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EACCES';

const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const EXAMPLES = 3;

/**
 * Summarizes a scan for the operator: the number of titles, and of skipped files by reason.
 */
export function describeScan(name: string, index: Pick<FolderIndex, 'counts' | 'skipped'>): string {
  const { videos, folders } = index.counts();
  const byReason = Map.groupBy(index.skipped(), ({ reason }) => reason);
  const lines = [...byReason].map(([reason, skipped]) => {
    const examples = skipped.slice(0, EXAMPLES).map(({ path }) => path);
    const more = skipped.length > EXAMPLES ? ', …' : '';
    return `\n  ${skipped.length} not offered: ${SKIP_REASONS[reason]} (${examples.join(', ')}${more})`;
  });
  return `${name}: ${counted(videos, 'video')} in ${counted(folders, 'folder')}${lines.join('')}`;
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
