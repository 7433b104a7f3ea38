import type { Capabilities } from '@matinee/shared/media/capabilities';
import { LRUCache } from 'lru-cache';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createFileServer } from '#media-library/transcode/file-server.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import { capabilitiesCode } from './input/codec-support.ts';
import { readVersion } from './input/media-input.ts';
import { openRemuxedFile, type RemuxedFile } from './remuxed-file.ts';
import { countLookup } from '#lib/measurements.ts';

/** The cache of files that users are watching. */
export interface OpenFiles {
  readonly get: (
    path: string,
    options: OpenFileOptions,
    signal: AbortSignal,
  ) => Promise<RemuxedFile>;
  readonly forget: (path: string) => void;
  readonly close: () => void;
}

export interface OpenFileOptions {
  /** The capabilities of the viewer's browser. Undefined if unknown. */
  readonly capabilities: Capabilities | undefined;
  /** Whether to reopen the file if it has been replaced. */
  readonly isChecked: boolean;
}

const MAX_OPEN_FILES = 24;
/** An MKV movie counts as about 5 MB: its caches and its index. Its first cluster is cached for only two seconds. */
const MAX_HELD_BYTES = 160 * 1024 * 1024;
const IDLE_MS = 10 * 60_000;
const OPEN_TIMEOUT_MS = 20_000;

export function createOpenFiles(
  store: Pick<FileStore, 'open'>,
  transcoder: Transcoder,
  maxHeldBytes = MAX_HELD_BYTES,
): OpenFiles {
  const server = createFileServer(store);
  const files = new LRUCache<string, RemuxedFile>({
    max: MAX_OPEN_FILES,
    maxSize: maxHeldBytes,
    // A file that is larger than the cache evicts all others.
    sizeCalculation: ({ heldBytes }) => Math.min(heldBytes, maxHeldBytes),
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    // An evicted file may still be in use. Its reads have their own time limits.
    dispose: (file, _key, reason) => {
      if (reason !== 'evict') file.close();
    },
  });
  // `files` is the cache.
  const opening = createSingleFlightCache<RemuxedFile>({
    name: 'opening files',
    maxBytes: 1,
    bytesOf: () => 1,
    now: Date.now,
  });
  return {
    get: async (path, { capabilities, isChecked }, signal) => {
      const key = keyOf(path, capabilities);
      const known = files.get(key);
      countLookup('open files', known ? 'hit' : 'miss');
      if (known && (!isChecked || (await readVersion(store, path, signal)) === known.version)) {
        return known;
      }
      const open = async (everyone: AbortSignal) => {
        const limit = AbortSignal.any([everyone, AbortSignal.timeout(OPEN_TIMEOUT_MS)]);
        const ffmpeg = await transcoder.findFfmpeg();
        const share = () => server.share(path);
        const options = { ffmpeg, share, capabilities, signal: limit };
        const file = await openRemuxedFile(store, path, options);
        files.set(key, file);
        return { value: file, ttlMs: 0 };
      };
      return await opening.get(key, open, signal);
    },
    forget: (path) => {
      for (const key of files.keys()) if (key.startsWith(keyOf(path))) files.delete(key);
    },
    close: () => {
      files.clear();
      server.close();
    },
  };
}

/** Browsers of different capabilities get different tracks. */
const keyOf = (path: string, capabilities?: Capabilities): string =>
  `${path}\0${capabilities ? capabilitiesCode(capabilities) : ''}`;
