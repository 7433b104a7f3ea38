// Text tracks of MP4 and QuickTime files: the ranges of their samples, and the text of chapters.
import { boxAt, boxesIn, bytesOf, type Mp4Box, type BytesOfFile } from './mp4-boxes.ts';

export interface TextSample {
  /** Seconds. */
  readonly start: number;
  readonly text: string;
}

/** A sample's range of track time and of file offsets. */
export interface SampleRange {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Bytes. */
  readonly from: number;
  readonly to: number;
}

const MAX_TABLE_BYTES = 1024 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;

/** Returns at most `limit` text samples of a track, one for each chapter. */
export async function readTextSamples(
  file: BytesOfFile,
  track: Mp4Box,
  limit: number,
): Promise<readonly TextSample[]> {
  const samples: TextSample[] = [];
  for (const { start, from, to } of await readSampleRanges(file, track, limit)) {
    const size = to - from;
    const bytes = size > 2 && size <= MAX_TEXT_BYTES ? await file.read(from, to) : undefined;
    samples.push({ start, text: bytes ? textIn(bytes) : '' });
  }
  return samples;
}

/** Returns at most `limit`, in order. */
export async function readSampleRanges(
  file: BytesOfFile,
  track: Mp4Box,
  limit: number,
): Promise<readonly SampleRange[]> {
  const table = await boxAt(file, track, 'mdia', 'minf', 'stbl');
  const scale = timescaleIn(await contentAt(file, track, 'mdia', 'mdhd'));
  if (!table || !scale) return [];
  const parts = new Map((await boxesIn(file, table)).map((box) => [box.type, box]));
  const content = (type: string) => bytesOf(file, parts.get(type), MAX_TABLE_BYTES);
  const sizes = sizesIn(await content('stsz'), limit);
  const starts = startsIn(await content('stts'), sizes.length);
  const chunks = parts.has('co64')
    ? offsetsIn(await content('co64'), 8)
    : offsetsIn(await content('stco'), 4);
  const offsets = sampleOffsets(sizes, chunks, numbersIn(await content('stsc')));
  const ranges: SampleRange[] = [];
  for (const [index, size] of sizes.entries()) {
    const [from, start, end] = [offsets[index], starts[index], starts[index + 1]];
    if (from === undefined || start === undefined || end === undefined) break;
    if (from + size > file.size) break;
    ranges.push({ start: start / scale, end: end / scale, from, to: from + size });
  }
  return ranges;
}

const contentAt = async (file: BytesOfFile, within: Mp4Box, ...path: readonly string[]) =>
  await bytesOf(file, await boxAt(file, within, ...path), MAX_TABLE_BYTES);

export function timescaleIn(header: Buffer): number | undefined {
  const at = header[0] === 1 ? 20 : 12;
  return header.length >= at + 4 ? header.readUInt32BE(at) : undefined;
}

/** Returns all 32-bit numbers after version, flags and count. */
function numbersIn(table: Buffer, from = 8): readonly number[] {
  const count = Math.max(0, Math.floor((table.length - from) / 4));
  return Array.from({ length: count }, (_, index) => table.readUInt32BE(from + 4 * index));
}

function sizesIn(table: Buffer, limit: number): readonly number[] {
  if (table.length < 12) return [];
  const [common, count] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  const length = Math.min(count, limit);
  return common === 0
    ? numbersIn(table, 12).slice(0, length)
    : Array.from({ length }, () => common);
}

/** Returns the start of each sample, then the end of the last. */
function startsIn(table: Buffer, count: number): readonly number[] {
  const runs = numbersIn(table);
  const starts: number[] = [];
  let time = 0;
  for (let at = 0; at + 1 < runs.length && starts.length < count; at += 2) {
    const [length = 0, duration = 0] = runs.slice(at, at + 2);
    for (let index = 0; index < length && starts.length < count; index += 1) {
      starts.push(time);
      time += duration;
    }
  }
  return [...starts, time];
}

function offsetsIn(table: Buffer, bytes: 4 | 8): readonly number[] {
  const count = Math.max(0, Math.floor((table.length - 8) / bytes));
  return Array.from({ length: count }, (_, index) =>
    bytes === 4 ? table.readUInt32BE(8 + 4 * index) : Number(table.readBigUInt64BE(8 + 8 * index)),
  );
}

/** `runs`: first chunk, samples in each chunk, and description. Each run ends at the next one. */
function sampleOffsets(
  sizes: readonly number[],
  chunks: readonly number[],
  runs: readonly number[],
): readonly number[] {
  const offsets: number[] = [];
  let run = 0;
  for (const [chunk, start] of chunks.entries()) {
    while ((runs[run + 3] ?? Number.POSITIVE_INFINITY) <= chunk + 1) run += 3;
    let at = start;
    for (let count = runs[run + 1] ?? 0; count > 0 && offsets.length < sizes.length; count -= 1) {
      offsets.push(at);
      at += sizes[offsets.length - 1] ?? 0;
    }
    if (offsets.length >= sizes.length) break;
  }
  return offsets;
}

/** Reads two bytes of length, then UTF-8, or UTF-16 with a byte order mark. */
export function textIn(bytes: Buffer): string {
  const text = bytes.subarray(2, 2 + bytes.readUInt16BE(0));
  const isUtf16 = text[0] === 0xfe && text[1] === 0xff;
  return new TextDecoder(isUtf16 ? 'utf-16be' : 'utf-8').decode(text);
}
