import type { FileStore } from './file-store.ts';

export interface FolderWatcher {
  readonly add: (folder: string) => void;
  readonly remove: (folder: string) => void;
  readonly stop: () => void;
}

export interface FolderWatcherOptions {
  readonly store: Pick<FileStore, 'name' | 'watch'>;
  readonly settleMs: number;
  readonly onChanged: (folders: readonly string[]) => void;
  readonly warn: (message: string) => void;
}

/** Operating systems limit the number of watches, and other programs need some. */
const MAX_WATCHED = 20_000;

/**
 * Watches each folder. On Linux, Node's recursive watch uses one watch for each file, and blocks while it reads the
 * tree.
 */
export function createFolderWatcher({
  store,
  settleMs,
  onChanged,
  warn,
}: FolderWatcherOptions): FolderWatcher {
  const watched = new Map<string, () => void>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isPossible = store.watch !== undefined;

  function flush(): void {
    timer = undefined;
    const folders = [...changed];
    changed.clear();
    onChanged(folders);
  }

  function markChanged(folder: string): void {
    changed.add(folder);
    timer ??= setTimeout(flush, settleMs).unref();
  }

  function giveUp(reason: string): void {
    isPossible = false;
    warn(`${store.name} can't be watched (${reason}): changes appear after some minutes`);
  }

  return {
    add: (folder) => {
      if (!isPossible || watched.has(folder)) return;
      if (watched.size >= MAX_WATCHED) return giveUp('it has too many folders');
      try {
        const stop = store.watch?.(folder, () => markChanged(folder));
        if (stop) watched.set(folder, stop);
      } catch (error) {
        giveUp(error instanceof Error ? error.message : String(error));
      }
    },
    remove: (folder) => {
      watched.get(folder)?.();
      watched.delete(folder);
      changed.delete(folder);
    },
    stop: () => {
      isPossible = false;
      clearTimeout(timer);
      for (const stop of watched.values()) stop();
      watched.clear();
    },
  };
}
