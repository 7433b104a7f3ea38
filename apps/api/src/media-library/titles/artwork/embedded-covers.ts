// Reads covers embedded in Matroska and MP4 files.
import { NotFoundError } from '@matinee/sources/source';
import { LRUCache } from 'lru-cache';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createSemaphore } from '#http/semaphore.ts';
import { withMediaInput, type MediaInput } from '#media-library/remux/input/media-input.ts';
import { imageType } from '../catalog-copies/image-type.ts';
import type { FileRecord } from '../index/library-records.ts';
import { countLookup } from '#lib/measurements.ts';

interface Cover {
  readonly type: string;
  readonly bytes: Buffer;
}

type CoverFile = Pick<FileRecord, 'store' | 'path' | 'size'>;

interface CoverReader {
  /** Throws `NotFoundError` if the file has no cover. */
  readonly read: (
    store: Pick<FileStore, 'open'>,
    file: CoverFile,
    signal: AbortSignal,
  ) => Promise<Cover>;
}

const MAX_COVER_BYTES = 8 * 1024 * 1024;
const MAX_CACHED_BYTES = 24 * 1024 * 1024;
/** Limits concurrent reads, because a page may show sixty covers. */
const AT_ONCE = 4;
const TIMEOUT_MS = 15_000;

export function createCoverReader(): CoverReader {
  const cached = new LRUCache<string, Cover>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const slots = createSemaphore('covers', AT_ONCE, AT_ONCE);

  const readNow = (store: Pick<FileStore, 'open'>, path: string, signal: AbortSignal) =>
    withMediaInput(store, path, {
      signal,
      run: async ({ input }) => {
        const cover = await coverIn(input);
        if (!cover) throw new NotFoundError('no cover');
        return cover;
      },
    });

  return {
    read: async (store, { store: storeId, path, size }, signal) => {
      const key = `${storeId}/${path} ${size}`;
      const release = await slots.acquire('covers', signal);
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const known = cached.get(key);
        countLookup('covers', known ? 'hit' : 'miss');
        const cover = known ?? (await readNow(store, path, limit));
        cached.set(key, cover);
        return cover;
      } finally {
        release();
      }
    },
  };
}

/** Returns the front cover, or another picture. Undefined if browsers can show none of the pictures. */
export async function coverIn(input: MediaInput['input']): Promise<Cover | undefined> {
  const { images = [] } = await input.getMetadataTags();
  const shown = images.flatMap(({ kind, data }) => {
    const type = data.length > MAX_COVER_BYTES ? undefined : imageType(data);
    return type === undefined ? [] : [{ kind, type, bytes: Buffer.from(data) }];
  });
  return shown.find(({ kind }) => kind === 'coverFront') ?? shown[0];
}
