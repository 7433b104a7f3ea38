import type { Capabilities } from '@matinee/shared/media/capabilities';
import { LRUCache } from 'lru-cache';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createFileServer } from '#media-library/transcode/file-server.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import { capabilitiesCode } from './decodable.ts';
import { readVersion } from './media-input.ts';
import { openRemuxedFile, type RemuxedFile } from './remuxed-file.ts';
import { countLookup } from '#lib/measurements.ts';

/** The files that are watched now. */
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
  /** The capabilities of the viewer's browser; undefined if unknown. */
  readonly capabilities: Capabilities | undefined;
  /** Opens a file anew if it has been replaced. */
  readonly isChecked: boolean;
}

const MAX_OPEN_FILES = 24;
/** A movie in mkv counts as some 5 MB: its caches and its index. Its first cluster is held for two seconds only. */
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
    // One that is larger alone takes the place of all others.
    sizeCalculation: ({ heldBytes }) => Math.min(heldBytes, maxHeldBytes),
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    // One that makes place for another may still be read, with time limits of its own.
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
