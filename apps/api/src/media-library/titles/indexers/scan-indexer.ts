// Feeds the scans of one folder or share into the index of titles.
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { DirectoryScan } from '#media-library/folder/scan-directory.ts';
import { findArtwork, findSeasonPoster, type FolderImages } from '../artwork/find-artwork.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { folderOf, type TitleRecord } from '../index/library-records.ts';
import { createFileIndexer } from './file-indexer.ts';
import type { MovedFiles, NewFiles } from '../files/moved-files.ts';
import { identifiedFiles, type IdentifiedFile } from './identified-files.ts';

export interface ScannedFolder {
  readonly folder: string;
  readonly scan: DirectoryScan;
  /** The parent folders, outermost first. */
  readonly parents: readonly FolderImages[];
}

/** Receives the scans of one store. */
export interface ScanIndexer {
  readonly put: (scanned: ScannedFolder) => void;
  /** Removes the folder and its content. */
  readonly drop: (folder: string) => void;
  /** Call it after a scan. Recognizes moved files. After a complete scan, marks the files not found as missing. */
  readonly settle: (scan: FinishedScan) => Promise<void>;
  /** False if the last scan couldn't read the root. */
  readonly isReachable: () => boolean;
}

export interface FinishedScan {
  /** True if the scan began at the root and left nothing out. */
  readonly isComplete: boolean;
  /** Folders that could not be read. */
  readonly failed: readonly string[];
  readonly signal: AbortSignal;
}

export interface ScanIndexerOptions {
  readonly index: LibraryIndex;
  readonly storeId: string;
  readonly store: Pick<FileStore, 'open'>;
  readonly moved: MovedFiles;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createScanIndexer(options: ScanIndexerOptions): ScanIndexer {
  const { index, storeId, store, moved } = options;
  const { put: putFile, markMissing, newPaths, newTitles, forgetNew } = createFileIndexer(options);
  let visited = new Set<string>();
  let isReachable = true;
  const newFiles: NewFiles = { storeId, store, paths: newPaths, newTitles, forget: forgetNew };
  moved.join(newFiles);

  function markUnseen(failed: readonly string[]): void {
    for (const file of index.filesIn(storeId)) {
      const folder = `${folderOf(file)}/`;
      const isUnread = failed.some((each) => each === '' || folder.startsWith(`${each}/`));
      if (!visited.has(folderOf(file)) && !isUnread) markMissing(file);
    }
  }

  return {
    put: (scanned) => {
      const all = withSeasonPosters(scanned, identifiedFiles(storeId, scanned.scan));
      const files = all.filter(({ extra }) => extra === null);
      visited.add(scanned.folder);
      if (scanned.folder === '') isReachable = true;
      all.forEach(putFile);
      for (const [record, some] of Map.groupBy(files, ({ path }) => recordAt(options, path)))
        if (record)
          putArtwork(options, {
            ...scanned,
            record,
            files: some,
            isAlone: some.length === files.length,
          });
      const there = new Set(all.map(({ path }) => path));
      for (const file of index.filesInFolder(storeId, scanned.folder))
        if (!there.has(file.path)) markMissing(file);
    },
    drop: (folder) => {
      for (const file of index.filesIn(storeId))
        if (folder === '' || file.path.startsWith(`${folder}/`)) markMissing(file);
    },
    settle: async ({ isComplete, failed, signal }) => {
      if (failed.includes('')) isReachable = false;
      if (isComplete) markUnseen(failed);
      await moved.settle(newFiles, { isOver: isComplete || !isReachable, signal });
      if (isComplete) visited = new Set();
    },
    isReachable: () => isReachable,
  };
}

/** Looks up each season once, because a folder may have thousands of episodes and pictures. */
function withSeasonPosters(
  { folder, scan, parents }: ScannedFolder,
  files: readonly IdentifiedFile[],
): readonly IdentifiedFile[] {
  const folders = [...parents, { folder, images: scan.images }];
  const episodes = files.filter(({ season }) => season !== null);
  const isAlone = new Set(episodes.map(({ title }) => title.key)).size === 1;
  const seasons = new Set(episodes.map(({ season }) => season ?? 0));
  const posters = new Map(
    [...seasons].map((season) => [season, findSeasonPoster(season, { folders, isAlone })]),
  );
  return files.map((file) => ({
    ...file,
    seasonPoster: file.season === null ? undefined : posters.get(file.season),
  }));
}

function recordAt({ index, storeId }: ScanIndexerOptions, path: string): TitleRecord | undefined {
  const file = index.fileAt(storeId, path);
  return file && index.recordOf(file);
}

interface TitleInFolder extends ScannedFolder {
  readonly record: TitleRecord;
  /** The title's files in the folder. */
  readonly files: readonly IdentifiedFile[];
  /** True if the folder has no other title. */
  readonly isAlone: boolean;
}

function putArtwork(
  { index, storeId }: ScanIndexerOptions,
  { folder, scan, parents, record, files, isAlone }: TitleInFolder,
): void {
  const { poster, backdrop } = findArtwork({
    kind: record.kind,
    folders: [...parents, { folder, images: scan.images }],
    files: files.map(({ path }) => path),
    isAlone,
  });
  const posterFile = artworkFile(storeId, poster, record.posterFile);
  const backdropFile = artworkFile(storeId, backdrop, record.backdropFile);
  if (posterFile !== record.posterFile || backdropFile !== record.backdropFile)
    index.putTitle({ ...record, posterFile, backdropFile });
}

/** Keeps a picture of another store until this store has one. */
function artworkFile(storeId: string, path: string | undefined, before: string | null) {
  if (path !== undefined) return `${storeId}/${path}`;
  return before?.startsWith(`${storeId}/`) ? null : before;
}
