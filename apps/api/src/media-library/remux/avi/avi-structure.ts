// The structure of an AVI file: RIFF chunks, and the OpenDML extension for files of more than a gigabyte.
import type { ReadBytes } from '../matroska/matroska-elements.ts';
import { InvalidMediaError } from '../../media-errors.ts';

export interface AviBytes {
  readonly read: ReadBytes;
  /** Bytes. */
  readonly size: number;
}

/** Offsets in the file. */
export interface AviRange {
  readonly start: number;
  readonly end: number;
}

export interface AviStream {
  /** The IDs of the stream's chunks begin with this number. */
  readonly number: number;
  readonly kind: 'video' | 'audio' | 'other';
  /** The codec's code, if `format` has none. */
  readonly handler: string;
  /** The length of a unit: a frame, or some bytes of sound. */
  readonly unitSeconds: number;
  /** In units, as is `length`. */
  readonly start: number;
  readonly length: number;
  /** The size of a unit. 0 if a chunk is one unit or a few. */
  readonly unitBytes: number;
  /** `BITMAPINFOHEADER` or `WAVEFORMATEX`, followed by the codec's own bytes. */
  readonly format: Buffer;
  /** The aspect ratio of the picture. */
  readonly aspect: { readonly width: number; readonly height: number } | undefined;
  /** Parts of the index in an OpenDML file. */
  readonly indexes: readonly AviRange[];
}

export interface AviFile {
  readonly streams: readonly AviStream[];
  /** The offset of the ID of the list with all frames. */
  readonly movie: number;
  /** The index of a file that isn't OpenDML, or of its first gigabyte. */
  readonly index: AviRange | undefined;
}

const RIFF_BYTES = 12;
const MAX_HEAD_BYTES = 1024 * 1024;
/** Lists and padding before the index. */
const MAX_CHUNKS = 64;
const MAX_STREAMS = 32;
/** One for each gigabyte. */
const MAX_INDEXES = 4_000;

export const isAvi = (start: Buffer): boolean =>
  start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, RIFF_BYTES) === 'AVI ';

/** Throws `InvalidMediaError` if the structure is damaged. */
export async function readAviStructure(file: AviBytes): Promise<AviFile> {
  let streams: readonly AviStream[] = [];
  let movie: number | undefined;
  let index: AviRange | undefined;
  let at = RIFF_BYTES;
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= file.size; count += 1) {
    const head = await file.read(at, Math.min(at + RIFF_BYTES, file.size));
    const size = head.readUInt32LE(4);
    const id = head.toString('latin1', 0, 4);
    const content = { start: at + 8, end: Math.min(at + 8 + size, file.size) };
    const type = id === 'LIST' ? head.toString('latin1', 8) : id;
    if (type === 'hdrl') streams = streamsIn(await headOf(file, content));
    else if (type === 'movi') movie ??= content.start;
    else if (type === 'idx1') index ??= content;
    else if (type === 'RIFF') break;
    at += 8 + size + (size % 2);
  }
  if (movie === undefined) throw new InvalidMediaError('it has no frames');
  return { streams, movie, index };
}

async function headOf({ read }: AviBytes, { start, end }: AviRange): Promise<Buffer> {
  if (end - start > MAX_HEAD_BYTES) throw new InvalidMediaError('its head is too large');
  return (await read(start, end)).subarray(4);
}

interface Chunk {
  /** The type of a list. */
  readonly id: string;
  readonly content: Buffer;
}

function* chunksIn(bytes: Buffer): Generator<Chunk> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (id === 'LIST') yield { id: content.toString('latin1', 0, 4), content: content.subarray(4) };
    else yield { id, content };
    at += 8 + size + (size % 2);
  }
}

function streamsIn(head: Buffer): readonly AviStream[] {
  const streams: AviStream[] = [];
  for (const { id, content } of chunksIn(head)) {
    if (id === 'strl') streams.push(streamOf(content, streams.length));
    if (streams.length > MAX_STREAMS) throw new InvalidMediaError('it has too many tracks');
  }
  return streams;
}

const KINDS: ReadonlyMap<string, AviStream['kind']> = new Map([
  ['vids', 'video'],
  ['auds', 'audio'],
]);
const HEADER_BYTES = 48;
const ASPECT_AT = 20;

function streamOf(list: Buffer, number: number): AviStream {
  const parts = new Map([...chunksIn(list)].map(({ id, content }) => [id, content]));
  const header = parts.get('strh');
  if (!header || header.length < HEADER_BYTES) throw new InvalidMediaError('a track is damaged');
  const [scale, rate] = [header.readUInt32LE(20), header.readUInt32LE(24)];
  const properties = parts.get('vprp');
  const hasAspect = properties && properties.length >= ASPECT_AT + 4;
  return {
    number,
    kind: KINDS.get(header.toString('latin1', 0, 4)) ?? 'other',
    handler: header.toString('latin1', 4, 8),
    unitSeconds: scale / rate,
    start: header.readUInt32LE(28),
    length: header.readUInt32LE(32),
    unitBytes: header.readUInt32LE(44),
    format: parts.get('strf') ?? Buffer.alloc(0),
    aspect: hasAspect
      ? {
          width: properties.readUInt16LE(ASPECT_AT + 2),
          height: properties.readUInt16LE(ASPECT_AT),
        }
      : undefined,
    indexes: indexesIn(parts.get('indx') ?? Buffer.alloc(0)),
  };
}

const INDEX_HEADER_BYTES = 24;
const OF_INDEXES = 0;

function indexesIn(index: Buffer): readonly AviRange[] {
  if (index.length < INDEX_HEADER_BYTES || index.readUInt8(3) !== OF_INDEXES) return [];
  const count = Math.min(index.readUInt32LE(4), MAX_INDEXES);
  const ranges: AviRange[] = [];
  for (let at = INDEX_HEADER_BYTES; at + 16 <= index.length && ranges.length < count; at += 16) {
    const start = Number(index.readBigUInt64LE(at)) + 8;
    ranges.push({ start, end: start + index.readUInt32LE(at + 8) - 8 });
  }
  return ranges;
}
