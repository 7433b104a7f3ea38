import type { Source } from '@matinee/sources/source';
import { folder } from '@matinee/sources/sources/folder/folder';
import type { HttpClient } from '#proxy/http-client.ts';
import type { Library } from '#stream-relay/stream-source.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import {
  createScannedLibrary,
  type ScannedLibrary,
  type ScannedLibraryOptions,
} from '#media-library/folder/folder-library.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createWebdav } from '#media-library/webdav/webdav.ts';

export interface FoldersOptions {
  /** Paths on this machine. */
  readonly folders: readonly string[];
  readonly webdav: {
    readonly url: string | undefined;
    readonly user: string | undefined;
    readonly password: string | undefined;
  };
  readonly upstream: HttpClient;
  readonly userAgent: string;
  readonly log: ScannedLibraryOptions['log'];
}

export interface Folders {
  /** Empty if the operator named no folder. */
  readonly sources: readonly Source[];
  readonly libraries: readonly Library[];
  /** Starts scanning; returns a function to stop. */
  readonly start: () => () => Promise<void>;
}

/** The operator's folders, on disk or on a WebDAV share. */
export function createFolders({
  folders,
  webdav,
  upstream,
  userAgent,
  log,
}: FoldersOptions): Folders {
  const { url, user, password } = webdav;
  const share = url === undefined ? [] : [{ url, user, password, upstream, userAgent }];
  const stores: readonly FileStore[] = [...folders.map(createDisk), ...share.map(createWebdav)];
  const libraries: readonly ScannedLibrary[] = stores.map((store, at) =>
    createScannedLibrary({ store, prefix: `library:folder/${at}/`, log }),
  );
  return {
    sources: libraries.length === 0 ? [] : [folder(libraries)],
    libraries,
    start: () => {
      const stops = libraries.map((library) => library.start());
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
}
