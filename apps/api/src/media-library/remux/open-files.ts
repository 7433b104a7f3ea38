import { LRUCache } from 'lru-cache';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createFileServer } from '#media-library/transcode/file-server.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import { readVersion } from './media-input.ts';
import { openRemuxedFile, type RemuxedFile } from './remuxed-file.ts';

/** The files that are watched now. */
export interface OpenFiles {
  /** `isChecked`: opens a file anew if it has been replaced. */
  readonly get: (path: string, isChecked: boolean, signal: AbortSignal) => Promise<RemuxedFile>;
  readonly forget: (path: string) => void;
  readonly close: () => void;
}

/** Each holds up to 3 MB of its file, and an index. */
const MAX_OPEN_FILES = 24;
const IDLE_MS = 10 * 60_000;
const OPEN_TIMEOUT_MS = 20_000;

export function createOpenFiles(store: Pick<FileStore, 'open'>, transcoder: Transcoder): OpenFiles {
  const server = createFileServer(store);
  const files = new LRUCache<string, RemuxedFile>({
    max: MAX_OPEN_FILES,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: (file) => file.close(),
  });
  // `files` is the cache.
  const opening = createSingleFlightCache<RemuxedFile>({
    maxBytes: 1,
    bytesOf: () => 1,
    now: Date.now,
  });
  return {
    get: async (path, isChecked, signal) => {
      const known = files.get(path);
      if (known && (!isChecked || (await readVersion(store, path, signal)) === known.version)) {
        return known;
      }
      const open = async (everyone: AbortSignal) => {
        const limit = AbortSignal.any([everyone, AbortSignal.timeout(OPEN_TIMEOUT_MS)]);
        const ffmpeg = await transcoder.findFfmpeg();
        const share = () => server.share(path);
        const file = await openRemuxedFile(store, path, { ffmpeg, share, signal: limit });
        files.set(path, file);
        return { value: file, ttlMs: 0 };
      };
      return await opening.get(path, open, signal);
    },
    forget: (path) => void files.delete(path),
    close: () => {
      files.clear();
      server.close();
    },
  };
}
