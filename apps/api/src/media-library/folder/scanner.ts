// Keeps an index in step with what lies on a shelf: all of it at the start and now and then, and single folders at once.
import type { ParentFolder } from '@matinee/sources/sources/folder/parse-path';
import { NotFoundError } from '@matinee/sources/source';
import type { FolderIndex } from './folder-index.ts';
import { within, type FileStore } from './file-store.ts';
import { survey, type Survey } from './scan-directory.ts';

export interface KeeperOptions {
  readonly shelf: FileStore;
  readonly index: FolderIndex;
  /** At most so much is kept, and looked through. */
  readonly limits: { readonly videos: number; readonly folders: number; readonly depth: number };
  readonly warn: (message: string) => void;
  readonly onFound: (folder: string) => void;
  readonly onDropped: (folder: string) => void;
  readonly signal: AbortSignal;
}

export interface Scanner {
  /** Looks through everything that lies in the folder. */
  readonly scan: (folder: string) => Promise<void>;
  /** Looks at what came to and went from the folder, and through what is new in it. */
  readonly lookAt: (folder: string) => Promise<void>;
}

const SHOWN_FAILURES = 5;

export function createScanner(options: KeeperOptions): Scanner {
  const { shelf, index, limits, warn, signal } = options;

  function drop(folder: string): void {
    for (const gone of new Set([folder, ...index.drop(folder)])) options.onDropped(gone);
  }

  /** What is to be looked at next. */
  async function keep(folder: string, isDeep: boolean): Promise<readonly string[]> {
    const before = index.at(folder);
    // Before it is listed, or what comes in between would stay unseen.
    if (!before) options.onFound(folder);
    const found = await survey({ shelf, folder, around: around(folder, index), before, signal });
    index.put(folder, found);
    const all = new Set(found.subfolders);
    for (const name of before?.subfolders ?? []) if (!all.has(name)) drop(within(folder, name));
    const isNoted = JSON.stringify(before?.notes) !== JSON.stringify(found.notes);
    const next = found.subfolders.map((name) => within(folder, name));
    return isDeep || isNoted ? next : next.filter((sub) => !index.has(sub));
  }

  async function go(start: string, isDeep: boolean): Promise<void> {
    const failed: string[] = [];
    let isFull = false;

    async function visit(folder: string): Promise<readonly string[]> {
      try {
        const next = await keep(folder, isDeep);
        const { videos, folders } = index.counts();
        isFull ||= videos >= limits.videos || folders >= limits.folders;
        return isFull || depthOf(folder) >= limits.depth ? [] : next;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NotFoundError && folder !== '') drop(folder);
        // A share that is away for a moment has lost nothing.
        else failed.push(`${folder || 'all of it'} (${describe(error)})`);
        return [];
      }
    }

    await visitAll(start, visit, shelf.hands);
    if (isFull) warn(`${shelf.name} has more folders or films than are kept; the rest is left out`);
    if (failed.length > 0) {
      const some = failed.slice(0, SHOWN_FAILURES).join(', ');
      warn(`${shelf.name}: ${failed.length} folders cannot be read: ${some}`);
    }
  }

  return {
    scan: (folder) => go(folder, true),
    lookAt: (folder) => go(folder, false),
  };
}

/** A few at once, those found last first, so that what waits stays short. */
async function visitAll(
  start: string,
  visit: (folder: string) => Promise<readonly string[]>,
  hands: number,
): Promise<void> {
  const waiting = [start];
  const atWork = new Set<Promise<void>>();
  const begin = (folder: string): void => {
    const work = visit(folder)
      .then((next) => void waiting.push(...next.toReversed()))
      .finally(() => atWork.delete(work));
    atWork.add(work);
  };
  try {
    while (waiting.length > 0 || atWork.size > 0) {
      const folder = atWork.size < hands ? waiting.pop() : undefined;
      if (folder === undefined) await Promise.race(atWork);
      else begin(folder);
    }
  } finally {
    await Promise.allSettled(atWork);
  }
}

function around(folder: string, index: FolderIndex): ParentFolder[] {
  const names = folder === '' ? [] : folder.split('/').slice(0, -1);
  return names.map((name, at) => {
    const known: Survey | undefined = index.at(names.slice(0, at + 1).join('/'));
    return { name, notes: known?.notes };
  });
}

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
