// Presentation Graphic Streams (PGS), the picture subtitles of Blu-ray discs. A Matroska block contains one display
// set: its segments without the headers of a `.sup` file.
import type { SubtitleBlock } from '../matroska/matroska-subtitle-blocks.ts';

const CLOCK_HZ = 90_000;
const MAX_CLOCK = 0xff_ff_ff_ff;
const OBJECT = 0x15;
const COMPOSITION = 0x16;
const END = 0x80;
const TYPES: ReadonlySet<number> = new Set([0x14, OBJECT, COMPOSITION, 0x17, END]);
const COMPOSITION_BYTES = 11;
const STATE_AT = 7;
const COUNT_AT = 10;
/** The state of a set that depends on previous sets. */
const NORMAL = 0;
/** Discs have at most two. */
const MAX_OBJECTS = 4;
/** Larger than 4K discs. */
const MAX_WIDTH = 4096;
const MAX_HEIGHT = 2304;

/** Returns whether a display set can be drawn without previous sets. */
export const startsEpoch = (bytes: Buffer): boolean =>
  bytes[0] === COMPOSITION && bytes[3 + STATE_AT] !== NORMAL;

export interface PartRange {
  /** Seconds of the file. */
  readonly from: number;
  readonly to: number;
  /** The time at which the playback begins. */
  readonly origin: number;
}

/** The player should have received the next part by then. */
const GRACE_SECONDS = 1;

/** Returns a `.sup` file of the pictures shown in the range. Leaves out damaged and hostile sets. */
export function pgsPart(blocks: readonly SubtitleBlock[], { from, to, origin }: PartRange): Buffer {
  const first = blocks.findLastIndex(({ start, bytes }) => start <= from && startsEpoch(bytes));
  const sets = blocks
    .slice(Math.max(0, first))
    .map(({ start, bytes }) => ({ start, segments: segmentsIn(bytes) }))
    .filter(({ segments }) => segments.length > 0)
    .toSorted((a, b) => a.start - b.start);
  const last = sets.at(-1);
  if (!last) return Buffer.alloc(0);
  const size = last.segments[0]?.body.subarray(0, 5) ?? Buffer.alloc(5);
  const blank = Buffer.concat([size, Buffer.alloc(COMPOSITION_BYTES - size.length)]);
  // The last set is blank and clears the screen.
  const until = Math.max(to, last.start) + GRACE_SECONDS;
  return Buffer.concat([
    ...sets.flatMap(({ start, segments }) => fileSegments(start - origin, segments)),
    ...fileSegments(until - origin, [{ type: COMPOSITION, body: blank }]),
  ]);
}

interface Segment {
  readonly type: number;
  readonly body: Buffer;
}

/** Returns the segments of one display set, without the end segment. Empty if the set is invalid. */
function segmentsIn(bytes: Buffer): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  while (at + 3 <= bytes.length) {
    const type = bytes.readUInt8(at);
    const end = at + 3 + bytes.readUInt16BE(at + 1);
    if (end > bytes.length || !TYPES.has(type)) return [];
    if (type === END) break;
    segments.push({ type, body: bytes.subarray(at + 3, end) });
    at = end;
  }
  const [first, ...others] = segments;
  const isValid =
    first?.type === COMPOSITION &&
    isPlausibleComposition(first.body) &&
    others.every(({ type }) => type !== COMPOSITION) &&
    arePlausibleObjects(others.filter(({ type }) => type === OBJECT).map(({ body }) => body));
  return isValid ? segments : [];
}

const isPlausibleComposition = (body: Buffer): boolean =>
  body.length >= COMPOSITION_BYTES &&
  body.readUInt16BE(0) <= MAX_WIDTH &&
  body.readUInt16BE(2) <= MAX_HEIGHT &&
  body.readUInt8(COUNT_AT) <= MAX_OBJECTS;

const FIRST_OF_OBJECT = 0x80;
const OBJECT_HEADER_BYTES = 4;
const FIRST_HEADER_BYTES = 11;

/** Several segments may share an object. Its runs must not exceed its size, which renderers trust. */
function arePlausibleObjects(bodies: readonly Buffer[]): boolean {
  const objects = new Map<number, { readonly pixels: number; readonly data: Buffer[] }>();
  for (const body of bodies) {
    if (body.length < OBJECT_HEADER_BYTES) return false;
    const id = body.readUInt16BE(0);
    if ((body.readUInt8(3) & FIRST_OF_OBJECT) === 0) {
      objects.get(id)?.data.push(body.subarray(OBJECT_HEADER_BYTES));
      continue;
    }
    if (body.length < FIRST_HEADER_BYTES || objects.has(id)) return false;
    const [width, height] = [body.readUInt16BE(7), body.readUInt16BE(9)];
    if (width > MAX_WIDTH || height > MAX_HEIGHT) return false;
    objects.set(id, { pixels: width * height, data: [body.subarray(FIRST_HEADER_BYTES)] });
  }
  return [...objects.values()].every(({ pixels, data }) => pixelsIn(Buffer.concat(data)) <= pixels);
}

const LONG_RUN = 0x40;
const COLORED_RUN = 0x80;
const SHORT_LENGTH = 0x3f;

/** Counts the pixels of runs: a color, or 0 with a length and perhaps a color. Two zeros end a line. */
function pixelsIn(data: Buffer): number {
  let pixels = 0;
  let at = 0;
  while (at < data.length) {
    const color = data[at] ?? 0;
    at += 1;
    if (color !== 0) {
      pixels += 1;
      continue;
    }
    const flags = data[at] ?? 0;
    const isLong = (flags & LONG_RUN) !== 0;
    const length = flags & SHORT_LENGTH;
    pixels += isLong ? length * 256 + (data[at + 1] ?? 0) : length;
    at += 1 + Number(isLong) + Number((flags & COLORED_RUN) !== 0);
  }
  return pixels;
}

const FILE_HEADER_BYTES = 13;

function fileSegments(seconds: number, segments: readonly Segment[]): readonly Buffer[] {
  const time = Math.min(MAX_CLOCK, Math.max(0, Math.round(seconds * CLOCK_HZ)));
  return [...segments, { type: END, body: Buffer.alloc(0) }].flatMap(({ type, body }) => {
    const header = Buffer.alloc(FILE_HEADER_BYTES);
    header.write('PG', 'latin1');
    header.writeUInt32BE(time, 2);
    header.writeUInt8(type, 10);
    header.writeUInt16BE(body.length, 11);
    return [header, body];
  });
}
