import { NotFoundError } from '@matinee/sources/source';
import { LRUCache } from 'lru-cache';
import { countLookup } from '#lib/measurements.ts';
import { CustomSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { isAvi, type AviBytes } from '../avi/avi-structure.ts';
import { remuxAvi, type RemuxedAvi } from '../avi/avi-to-matroska.ts';
import { readSampleTables } from './isobmff-limits.ts';
import type { ReadBytes } from '../matroska/matroska-elements.ts';
import { createMatroskaLimits } from '../matroska/matroska-limits.ts';
import { FileChangedError, InvalidMediaError } from '../../media-errors.ts';

export interface MediaInput {
  readonly input: Input;
  /** The number of bytes that `read` offers. */
  readonly size: number;
  /** The size of the file. Differs from `size` for AVI files, which are read as Matroska. */
  readonly fileSize: number;
  /** Changes with the file's content. */
  readonly version: string;
  readonly read: ReadBytes;
  /** Reads only the requested bytes. Use it for parts that are far from each other. */
  readonly readDirectly: ReadBytes;
  /** The largest table of samples of an MP4 or QuickTime file that was read, in bytes. */
  readonly tableBytes: () => number;
  /** The memory that the index of an AVI file takes. */
  readonly indexBytes: number;
  readonly close: () => void;
}

const BLOCK_BYTES = 256 * 1024;
/** The cache exists as long as the file is open. */
export const CACHE_BYTES = 1024 * 1024;
/** Larger than any group of frames. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** The probe, the playlists and the first segment read the first cluster in turn. */
const FIRST_CLUSTER_TTL_MS = 2_000;
const MAX_FIRST_CLUSTER_BYTES = 8 * 1024 * 1024;
const MAX_REPEATS = 100;
const READ_TIMEOUT_MS = 20_000;
/** Reads from a disk up to this size return one chunk. Small chunks would be copied and fragment the memory. */
const MAX_CHUNK_BYTES = 8 * 1024 * 1024;

/** Opens a file that is read by ranges. Throws `NotFoundError` if it does not exist. */
export async function openMediaInput(
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<MediaInput> {
  const closed = new AbortController();
  const first = await readRange(store, path, {
    start: 0,
    end: BLOCK_BYTES,
    signal: AbortSignal.any([signal, closed.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
  });
  const { size, version } = first;
  const readDirectly: ReadBytes = async (start, end) => {
    const limit = AbortSignal.any([closed.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
    const part = await readRange(store, path, { start, end, signal: limit });
    if (part.version !== version || part.size !== size) throw new FileChangedError(path);
    if (part.bytes.length !== end - start) throw new InvalidMediaError('the file is truncated');
    return part.bytes;
  };
  const blocks = createBlocks(size, readDirectly);
  blocks.put(0, first.bytes);
  const avi = isAvi(first.bytes)
    ? await aviOf({ read: blocks.read, size }, { signal, closed })
    : undefined;
  const file = avi ?? { read: blocks.read, size };
  let tableBytes = 0;
  const onTables = (bytes: number): void => {
    tableBytes = Math.max(tableBytes, bytes);
  };
  const source = new CustomSource({
    getSize: () => file.size,
    read: refuseRepeats(
      refuseImplausible(file.read, avi !== undefined || isMatroska(first.bytes), onTables),
    ),
    // Let repeated reads reach `refuseRepeats`. The blocks are the cache.
    maxCacheSize: 0,
    prefetchProfile: 'none',
    // The pending read reports the same error.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: [MATROSKA, WEBM, MP4, QTFF, MPEG_TS] });
  return {
    input,
    size: file.size,
    fileSize: size,
    version,
    read: file.read,
    readDirectly: avi?.read ?? readDirectly,
    tableBytes: () => tableBytes,
    indexBytes: avi?.heldBytes ?? 0,
    close: () => {
      closed.abort();
      input.dispose();
    },
  };
}

/** Undefined if the file is damaged. ffmpeg may still read it. */
async function aviOf(
  file: AviBytes,
  { signal, closed }: { readonly signal: AbortSignal; readonly closed: AbortController },
): Promise<RemuxedAvi | undefined> {
  const abort = (): void => closed.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await remuxAvi(file);
  } catch (error) {
    if (error instanceof InvalidMediaError) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

interface MediaWork<T> {
  /** Aborts pending reads, too. */
  readonly signal: AbortSignal;
  readonly run: (media: MediaInput) => Promise<T>;
}

/** Opens a file, runs the work and closes the file. */
export async function withMediaInput<T>(
  store: Pick<FileStore, 'open'>,
  path: string,
  { signal, run }: MediaWork<T>,
): Promise<T> {
  const media = await openMediaInput(store, path, signal);
  signal.addEventListener('abort', media.close, { once: true });
  try {
    signal.throwIfAborted();
    return await run(media);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', media.close);
    media.close();
  }
}

/** Returns the file's current version, to compare with that of an opened file. */
export async function readVersion(
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
  return (await readRange(store, path, { start: 0, end: 1, signal: limit })).version;
}

/**
 * Stops mediabunny 1.61 from reading the last eight bytes of a damaged Matroska file forever when it looks for the next
 * element. That would block the server.
 */
function refuseRepeats(read: ReadBytes): ReadBytes {
  let last = '';
  let count = 0;
  return async (start, end) => {
    const range = `${start}-${end}`;
    count = range === last ? count + 1 : 0;
    last = range;
    if (count > MAX_REPEATS) throw new InvalidMediaError('its structure is damaged');
    return await read(start, end);
  };
}

function refuseImplausible(
  read: ReadBytes,
  isEbml: boolean,
  onTables: (bytes: number) => void,
): ReadBytes {
  const hasPlausibleElements = isEbml ? createMatroskaLimits() : () => true;
  return async (start, end) => {
    const bytes = await read(start, end);
    const tables = readSampleTables(bytes);
    if (!tables.isPlausible) throw new InvalidMediaError('it claims too many samples');
    onTables(tables.bytes);
    if (!hasPlausibleElements(bytes)) throw new InvalidMediaError('it claims too many parts');
    return bytes;
  };
}

const EBML = Buffer.from('1a45dfa3', 'hex');
const isMatroska = (start: Buffer): boolean => start.subarray(0, EBML.length).equals(EBML);

/** Serves small reads from large cached blocks, because each read of a network share is a request. */
function createBlocks(size: number, fetch: ReadBytes) {
  const cache = new LRUCache<number, Promise<Buffer>>({ max: CACHE_BYTES / BLOCK_BYTES });
  const cluster = new LRUCache<string, Promise<Buffer>>({
    max: 1,
    ttl: FIRST_CLUSTER_TTL_MS,
    ttlAutopurge: true,
  });
  let firstCluster: string | undefined;
  const endOf = (index: number): number => Math.min((index + 1) * BLOCK_BYTES, size);

  async function fetchBlock(index: number): Promise<Buffer> {
    const known = cache.get(index);
    countLookup('file blocks', known ? 'hit' : 'miss');
    if (known) return await known;
    const block = fetch(index * BLOCK_BYTES, endOf(index));
    cache.set(index, block);
    block.catch(() => cache.delete(index));
    return await block;
  }

  async function fetchCluster(start: number, end: number): Promise<Buffer> {
    const range = `${start}-${end}`;
    firstCluster ??= range;
    if (range !== firstCluster || end - start > MAX_FIRST_CLUSTER_BYTES)
      return await fetch(start, end);
    const known = cluster.get(range);
    countLookup('first clusters', known ? 'hit' : 'miss');
    if (known) return await known;
    const bytes = fetch(start, end);
    cluster.set(range, bytes);
    bytes.catch(() => cluster.delete(range));
    return await bytes;
  }

  return {
    put: (index: number, bytes: Buffer): void => {
      if (bytes.length === endOf(index) - index * BLOCK_BYTES)
        cache.set(index, Promise.resolve(bytes));
    },
    read: async (start: number, end: number): Promise<Buffer> => {
      if (end - start > MAX_READ_BYTES) throw new InvalidMediaError('a part is too large');
      const [first, last] = [Math.floor(start / BLOCK_BYTES), Math.floor((end - 1) / BLOCK_BYTES)];
      if (last - first > 4) return await fetchCluster(start, end);
      const parts: Buffer[] = [];
      for (let index = first; index <= last; index += 1) parts.push(await fetchBlock(index));
      const [only] = parts;
      const bytes = only && parts.length === 1 ? only : Buffer.concat(parts);
      const from = first * BLOCK_BYTES;
      return bytes.subarray(start - from, end - from);
    },
  };
}

interface Part {
  readonly bytes: Buffer;
  /** The size of the complete file in bytes. */
  readonly size: number;
  readonly version: string;
}

async function readRange(
  store: Pick<FileStore, 'open'>,
  path: string,
  { start, end, signal }: { start: number; end: number; signal: AbortSignal },
): Promise<Part> {
  const headers = { range: `bytes=${start}-${end - 1}` };
  const response = await store.open(path, {
    method: 'GET',
    headers,
    signal,
    highWaterMark: Math.min(end - start, MAX_CHUNK_BYTES),
  });
  const { status, body } = response;
  try {
    const range = String(response.headers['content-range'] ?? '');
    const size = Number(/\/(\d+)$/.exec(range)?.[1]);
    if (status === 416 || size === 0) throw new InvalidMediaError('the file is empty');
    if (status !== 206 || !Number.isSafeInteger(size)) throw new NotFoundError('no part of it');
    const bytes = await readUpTo(body, end - start);
    const { etag, 'last-modified': modified } = response.headers;
    return { bytes, size, version: `${String(etag ?? modified ?? '')} ${size}` };
  } finally {
    body.destroy();
  }
}

/** Reads the beginning of a body. The caller destroys the body. */
export async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  const [only] = chunks;
  if (only instanceof Buffer && chunks.length === 1) return only.subarray(0, maxBytes);
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}
