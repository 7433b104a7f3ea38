// The indexes of AVI files, which list the offset of each chunk.
import type { AviBytes, AviFile, AviStream, AviRange } from './avi-structure.ts';
import { InvalidMediaError } from '../../media-errors.ts';

/** The chunks of a stream, in the order of the index. */
export interface ChunkTable {
  readonly count: () => number;
  /** The offset of the content, which follows the chunk's header. */
  readonly offset: (chunk: number) => number;
  /** Bytes. */
  readonly size: (chunk: number) => number;
  readonly isKey: (chunk: number) => boolean;
  /** The memory that the table takes. */
  readonly bytes: () => number;
}

/** Ten hours of video and sound. */
const MAX_CHUNKS = 2_000_000;
const READ_BYTES = 2 * 1024 * 1024;
const ENTRY_BYTES = 16;
const KEY_FLAG = 0x10;
/** The last two characters in the IDs of chunks with frames. */
const TYPES: ReadonlySet<number> = new Set(
  ['dc', 'db', 'wb'].map((type) => Buffer.from(type).readUInt16LE()),
);
const ZERO = 0x30;

/** Reads the chunks of all streams. Throws `InvalidMediaError` if the index is missing or damaged. */
export async function readAviIndex(
  file: AviBytes,
  { streams, movie, index }: AviFile,
): Promise<readonly ChunkTable[]> {
  const limits = createLimits(file.size);
  const tables = streams.map(() => createTable(limits));
  const isOpenDml = streams.some(({ indexes }) => indexes.length > 0);
  if (isOpenDml) {
    for (const stream of streams) await readParts(file, stream, tables[stream.number]);
  } else if (index) await readOldIndex(file, { movie, index }, tables);
  else throw new InvalidMediaError('it has no index');
  return tables;
}

type Limits = (chunk: AviRange) => void;

/** Each chunk is in the file once. All chunks together can't be larger than the file. */
function createLimits(size: number): Limits {
  let [count, bytes] = [0, 0];
  return ({ start, end }) => {
    count += 1;
    bytes += end - start;
    if (end > size || bytes > size || count > MAX_CHUNKS) {
      throw new InvalidMediaError('its index is damaged');
    }
  };
}

interface GrowingTable extends ChunkTable {
  readonly add: (offset: number, size: number, isKey: boolean) => void;
}

function createTable(checkLimits: Limits): GrowingTable {
  let count = 0;
  let offsets = new Float64Array(1_024);
  // Sizes are doubled. The lowest bit tells whether the chunk is a keyframe.
  let sizes = new Float64Array(1_024);
  const grown = (values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
    const longer = new Float64Array(values.length * 2);
    longer.set(values);
    return longer;
  };
  return {
    add: (offset, size, isKey) => {
      checkLimits({ start: offset, end: offset + size });
      if (count === offsets.length) [offsets, sizes] = [grown(offsets), grown(sizes)];
      offsets[count] = offset;
      sizes[count] = size * 2 + (isKey ? 1 : 0);
      count += 1;
    },
    count: () => count,
    offset: (chunk) => offsets[chunk] ?? 0,
    size: (chunk) => Math.floor((sizes[chunk] ?? 0) / 2),
    isKey: (chunk) => (sizes[chunk] ?? 0) % 2 === 1,
    bytes: () => offsets.byteLength + sizes.byteLength,
  };
}

/** Reads the index at the end of a file of less than two gigabytes. */
async function readOldIndex(
  file: AviBytes,
  { movie, index }: { readonly movie: number; readonly index: AviRange },
  tables: readonly GrowingTable[],
): Promise<void> {
  let base: number | undefined;
  for await (const part of partsIn(file, index, ENTRY_BYTES)) {
    for (let at = 0; at < part.length; at += ENTRY_BYTES) {
      const stream = (part.readUInt8(at) - ZERO) * 10 + part.readUInt8(at + 1) - ZERO;
      const table = TYPES.has(part.readUInt16LE(at + 2)) ? tables[stream] : undefined;
      if (!table) continue;
      const offset = part.readUInt32LE(at + 8);
      base ??= await baseOf(file, movie, { id: part.readUInt32LE(at), offset });
      const isKey = (part.readUInt32LE(at + 4) & KEY_FLAG) !== 0;
      table.add(base + offset + 8, part.readUInt32LE(at + 12), isKey);
    }
  }
}

/** Returns the base of offsets. Some muxers count from the list of frames, others from the start of the file. */
async function baseOf(
  { read, size }: AviBytes,
  movie: number,
  { id, offset }: { readonly id: number; readonly offset: number },
): Promise<number> {
  for (const base of [movie, 0]) {
    const at = base + offset;
    if (at + 4 <= size && (await read(at, at + 4)).readUInt32LE() === id) return base;
  }
  throw new InvalidMediaError('its index is damaged');
}

const PART_HEADER_BYTES = 24;
const OF_CHUNKS = 1;
const LONG = 4;
const NOT_KEY = 0x80000000;

/** Reads the indexes of a stream in an OpenDML file. Each gigabyte of the file has one. */
async function readParts(
  file: AviBytes,
  { indexes }: AviStream,
  table: GrowingTable | undefined,
): Promise<void> {
  for (const { start, end } of indexes) {
    if (end > file.size || end - start < PART_HEADER_BYTES) {
      throw new InvalidMediaError('its index is damaged');
    }
    const head = await file.read(start, start + PART_HEADER_BYTES);
    const entryBytes = head.readUInt16LE(0) * LONG;
    if (head.readUInt8(3) !== OF_CHUNKS || entryBytes < 2 * LONG) {
      throw new InvalidMediaError('its index is damaged');
    }
    const base = Number(head.readBigUInt64LE(12));
    const first = start + PART_HEADER_BYTES;
    const last = Math.min(end, first + head.readUInt32LE(4) * entryBytes);
    for await (const part of partsIn(file, { start: first, end: last }, entryBytes)) {
      for (let at = 0; at < part.length; at += entryBytes) {
        const size = part.readUInt32LE(at + LONG);
        table?.add(base + part.readUInt32LE(at), size % NOT_KEY, size < NOT_KEY);
      }
    }
  }
}

/** Yields parts of an index. Each part consists of complete entries. */
async function* partsIn(
  { read }: AviBytes,
  { start, end }: AviRange,
  entryBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const entries = Math.floor((end - start) / entryBytes);
  const step = Math.floor(READ_BYTES / entryBytes);
  for (let entry = 0; entry < entries; entry += step) {
    const count = Math.min(step, entries - entry);
    const from = start + entry * entryBytes;
    yield await read(from, from + count * entryBytes);
  }
}
