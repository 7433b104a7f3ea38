// Reads the times of keyframes from a Matroska index (RFC 9559, section 5.1.5), so that no frame has
// to be read. mediabunny uses the index, but doesn't expose it.
import type { ReadBytes } from './media-input.ts';

const EBML = 0x1a_45_df_a3;
const SEGMENT = 0x18_53_80_67;
const SEEK_HEAD = 0x11_4d_9b_74;
const SEEK = 0x4d_bb;
const SEEK_ID = 0x53_ab;
const SEEK_POSITION = 0x53_ac;
const INFO = 0x15_49_a9_66;
const TIMESTAMP_SCALE = 0x2a_d7_b1;
const CLUSTER = 0x1f_43_b6_75;
const CUES = 0x1c_53_bb_6b;
const CUE_POINT = 0xbb;
const CUE_TIME = 0xb3;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_TRACK = 0xf7;

const HEADER_BYTES = 16;
/** About half a million keyframes. */
const MAX_CUES_BYTES = 16 * 1024 * 1024;
const MAX_SMALL_BYTES = 64 * 1024;
/** Elements before the first cluster. */
const MAX_ELEMENTS = 64;
const DEFAULT_SCALE_NS = 1_000_000;

interface MatroskaFile {
  readonly read: ReadBytes;
  readonly size: number;
}

interface Element {
  readonly id: number;
  /** Offset of the content. */
  readonly start: number;
  /** Beyond the file if the size is unknown. */
  readonly end: number;
}

/** Seconds, ascending. Empty if the file has no index of this track. */
export async function readCueTimes(file: MatroskaFile, track: number): Promise<readonly number[]> {
  const ebml = await elementAt(file, 0);
  const segment = ebml?.id === EBML ? await elementAt(file, ebml.end) : undefined;
  if (segment?.id !== SEGMENT) return [];
  const { scaleNs, cuesAt } = await readHead(file, segment.start);
  const cues = cuesAt === undefined ? undefined : await elementAt(file, cuesAt);
  if (cues?.id !== CUES) return [];
  const times = cueTimesIn(await contentOf(file, cues, MAX_CUES_BYTES), track);
  const seconds = times.map((time) => (time * scaleNs) / 1e9);
  return [...new Set(seconds)].toSorted((a, b) => a - b);
}

/** Reads the elements before the first cluster. */
async function readHead(file: MatroskaFile, start: number) {
  let scaleNs = DEFAULT_SCALE_NS;
  let cuesAt: number | undefined;
  let at = start;
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const element = await elementAt(file, at);
    if (!element || element.id === CLUSTER) break;
    if (element.id === CUES) cuesAt = at;
    if (element.id === INFO) scaleNs = scaleIn(await contentOf(file, element, MAX_SMALL_BYTES));
    if (element.id === SEEK_HEAD) {
      const position = cuesPositionIn(await contentOf(file, element, MAX_SMALL_BYTES));
      if (position !== undefined) cuesAt ??= start + position;
    }
    at = element.end;
  }
  return { scaleNs, cuesAt };
}

async function elementAt({ read, size }: MatroskaFile, at: number): Promise<Element | undefined> {
  if (at >= size) return undefined;
  return parseHeader(await read(at, Math.min(at + HEADER_BYTES, size)), at);
}

/** Empty if the element is larger than `maxBytes`, or reaches beyond the file. */
async function contentOf(
  { read, size }: MatroskaFile,
  { start, end }: Element,
  maxBytes: number,
): Promise<Buffer> {
  if (end > size || end - start > maxBytes || end <= start) return Buffer.alloc(0);
  return await read(start, end);
}

function parseHeader(bytes: Buffer, at: number): Element | undefined {
  const idLength = lengthOfNumber(bytes[0]);
  const sizeLength = lengthOfNumber(bytes[idLength]);
  const headerLength = idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || headerLength > bytes.length) return undefined;
  const id = numberIn(bytes.subarray(0, idLength));
  const raw = numberIn(bytes.subarray(idLength, headerLength));
  const size = raw - 2 ** (7 * sizeLength);
  const isUnknown = size === 2 ** (7 * sizeLength) - 1;
  const start = at + headerLength;
  return { id, start, end: isUnknown ? Number.MAX_SAFE_INTEGER : start + size };
}

/** The number of leading zero bits says how many bytes follow. */
const lengthOfNumber = (first: number | undefined): number =>
  first === undefined || first === 0 ? Number.POSITIVE_INFINITY : Math.clz32(first) - 23;

/** Inexact above 2^53, which is beyond any file. */
function numberIn(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

function* childrenOf(bytes: Buffer): Generator<{ readonly id: number; readonly content: Buffer }> {
  let at = 0;
  while (at < bytes.length) {
    const element = parseHeader(bytes.subarray(at, at + HEADER_BYTES), at);
    if (!element || element.end > bytes.length) return;
    yield { id: element.id, content: bytes.subarray(element.start, element.end) };
    at = element.end;
  }
}

function numberOf(bytes: Buffer, wanted: number): number | undefined {
  for (const { id, content } of childrenOf(bytes)) if (id === wanted) return numberIn(content);
  return undefined;
}

const scaleIn = (info: Buffer): number => numberOf(info, TIMESTAMP_SCALE) || DEFAULT_SCALE_NS;

function cuesPositionIn(seekHead: Buffer): number | undefined {
  for (const { id, content } of childrenOf(seekHead)) {
    if (id === SEEK && numberOf(content, SEEK_ID) === CUES) return numberOf(content, SEEK_POSITION);
  }
  return undefined;
}

function cueTimesIn(cues: Buffer, track: number): number[] {
  const times: number[] = [];
  for (const { id, content } of childrenOf(cues)) {
    const time = id === CUE_POINT ? numberOf(content, CUE_TIME) : undefined;
    if (time === undefined) continue;
    for (const child of childrenOf(content)) {
      const isOfTrack =
        child.id === CUE_TRACK_POSITIONS && numberOf(child.content, CUE_TRACK) === track;
      if (isOfTrack) times.push(time);
    }
  }
  return times;
}
