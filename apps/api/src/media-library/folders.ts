import type { SkippedFiles } from '@matinee/shared/contract/library';
import { basename } from 'node:path';
import type { Source } from '@matinee/sources/source';
import { folder } from '@matinee/sources/sources/folder/folder';
import type { HttpClient } from '#proxy/http-client.ts';
import type { Library } from '#stream-relay/stream-source.ts';
import { createSegmentDetection } from '#media-library/segments/detect-segments.ts';
import type { AddSkipTimes } from '#media-library/segments/skip-times.ts';
import { createBackgroundQueue } from '#media-library/background-queue.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import {
  createScannedLibrary,
  type ScannedLibrary,
  type ScannedLibraryOptions,
} from '#media-library/folder/folder-library.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import { createThumbnailMaker } from '#media-library/thumbnails/thumbnails.ts';
import { createWebdav } from '#media-library/webdav/webdav.ts';

export interface FoldersOptions {
  /** Paths on the server. */
  readonly folders: readonly string[];
  readonly webdav: {
    readonly url: string | undefined;
    readonly user: string | undefined;
    readonly password: string | undefined;
  };
  readonly upstream: HttpClient;
  readonly userAgent: string;
  readonly titles: LibraryTitles;
  /** Converts videos that browsers can't play. */
  readonly transcoder: Transcoder;
  /** Whether to detect openings, recaps and credits in the background. */
  readonly detectsSegments: boolean;
  readonly addSkipTimes: AddSkipTimes;
  /** The space for timeline thumbnails. 0: the server creates none. */
  readonly thumbnailBytes: number;
  readonly log: ScannedLibraryOptions['log'];
}

export interface Folders {
  /** Empty if the operator configured no folder. */
  readonly sources: readonly Source[];
  readonly libraries: readonly Library[];
  /** Returns files that are neither a movie nor an episode, with the reasons. */
  readonly skippedFiles: () => SkippedFiles['files'];
  /** False until each folder has been scanned once. */
  readonly isComplete: () => boolean;
  /** Starts scanning. Returns a function that stops it. */
  readonly start: () => () => Promise<void>;
}

/** The operator's folders, on disk or on a WebDAV share. */
export function createFolders({
  folders,
  webdav,
  upstream,
  userAgent,
  titles,
  transcoder,
  detectsSegments,
  addSkipTimes,
  thumbnailBytes,
  log,
}: FoldersOptions): Folders {
  const { url, user, password } = webdav;
  const share = url === undefined ? [] : [{ url, user, password, upstream, userAgent }];
  const stores: readonly FileStore[] = [...folders.map(createDisk), ...share.map(createWebdav)];
  const stopped = new AbortController();
  const { signal } = stopped;
  const background = {
    findFfmpeg: transcoder.findFfmpeg,
    queue: createBackgroundQueue(signal),
    warn: log.warn,
    signal,
  };
  const isComplete = (): boolean => libraries.every((library) => library.isComplete());
  const detection = createSegmentDetection({ ...background, rows: titles.segments });
  const thumbnails = createThumbnailMaker({
    ...background,
    rows: titles.thumbnails,
    frames: titles.frames,
    maxBytes: thumbnailBytes,
    isComplete,
  });
  const libraries: readonly ScannedLibrary[] = stores.map((store, at) => {
    const titlesOfStore = titles.addStore(store);
    detection.add(store, titlesOfStore.seasons);
    return createScannedLibrary({
      store,
      prefix: `library:folder/${at}/`,
      log,
      transcoder,
      titles: titlesOfStore,
      addSkipTimes,
      onScanned: titles.afterScan,
      onRead: background.queue.interrupt,
      thumbnails: thumbnails.add(store, titlesOfStore.thumbnailTargets),
    });
  });
  return {
    sources: libraries.length === 0 ? [] : [folder(libraries)],
    libraries,
    skippedFiles: () =>
      libraries.flatMap((library, at) => {
        const folder = basename(stores[at]?.name ?? '');
        return library.skipped().map((file) => ({ folder, ...file }));
      }),
    isComplete,
    start: () => {
      if (detectsSegments) titles.onIdentified(detection.wake);
      titles.onIdentified(thumbnails.wake);
      const stops = libraries.map((library) => library.start());
      return async () => {
        stopped.abort();
        await Promise.all([detection.stop(), thumbnails.stop()]);
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
}
