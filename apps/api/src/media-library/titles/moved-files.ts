// Lets the stores find the files that moved from one to another, whichever of the two is scanned first.

/** One store's new files. */
export interface NewFiles {
  /** Compares them with the missing files of all stores. */
  readonly recognize: (signal: AbortSignal) => Promise<void>;
  readonly forget: () => void;
}

export interface MovedFiles {
  readonly join: (files: NewFiles) => void;
  /** After a scan of the store with these files. */
  readonly settle: (files: NewFiles, scan: SettledScan) => Promise<void>;
}

interface SettledScan {
  /** The files of the store are known, or it can't be read. */
  readonly isOver: boolean;
  readonly signal: AbortSignal;
}

export function createMovedFiles(): MovedFiles {
  const stores = new Set<NewFiles>();
  /** Those that were not scanned since the start: their missing files are not known yet. */
  const unscanned = new Set<NewFiles>();
  return {
    join: (files) => {
      stores.add(files);
      unscanned.add(files);
    },
    settle: async (files, { isOver, signal }) => {
      for (const each of stores) await each.recognize(signal);
      if (!isOver) return;
      const isLast = unscanned.delete(files) && unscanned.size === 0;
      if (isLast) for (const each of stores) each.forget();
      else if (unscanned.size === 0) files.forget();
    },
  };
}
