// Reads height and duration from an mp4 header in small pieces, because the media data between is
// large.
import type { VideoInfo } from '@matinee/sources/sources/folder/folder-library';

/** Reads up to `maxBytes` at an offset; fewer at the end of the file. */
export type ReadAt = (from: number, maxBytes: number) => Promise<Buffer>;

interface Box {
  readonly type: string;
  /** Offset of the box's content. */
  readonly from: number;
  readonly to: number;
}

const MAX_BOXES = 64;
const NOTHING: VideoInfo = { height: undefined, seconds: undefined };

export async function readVideoFacts(readAt: ReadAt): Promise<VideoInfo> {
  const movie = await findBox(readAt, { from: 0, to: Number.MAX_SAFE_INTEGER }, 'moov');
  if (!movie) return NOTHING;
  let height: number | undefined;
  let seconds: number | undefined;
  for await (const box of boxesIn(readAt, movie)) {
    if (box.type === 'mvhd') seconds = lengthOf(await readAt(box.from, 32));
    if (box.type === 'trak') height = higher(height, await heightOf(readAt, box));
  }
  return { height, seconds };
}

async function findBox(readAt: ReadAt, span: Pick<Box, 'from' | 'to'>, type: string) {
  for await (const box of boxesIn(readAt, span)) if (box.type === type) return box;
  return undefined;
}

async function* boxesIn(readAt: ReadAt, span: Pick<Box, 'from' | 'to'>): AsyncGenerator<Box> {
  let at = span.from;
  for (let count = 0; count < MAX_BOXES && at < span.to; count += 1) {
    const head = await readAt(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short;
    const headSize = isLong ? 16 : 8;
    // 0 means "to the end of the file": nothing follows it.
    if (size < headSize || !Number.isSafeInteger(at + size)) return;
    yield { type: head.toString('latin1', 4, 8), from: at + headSize, to: at + size };
    at += size;
  }
}

async function heightOf(readAt: ReadAt, track: Box): Promise<number | undefined> {
  const header = await findBox(readAt, track, 'tkhd');
  if (!header) return undefined;
  const bytes = await readAt(header.from, 96);
  const at = bytes.at(0) === 1 ? 92 : 80;
  // Audio tracks have a height of 0.
  return bytes.length < at + 4 ? undefined : bytes.readUInt32BE(at) / 65_536 || undefined;
}

const higher = (a: number | undefined, b: number | undefined): number | undefined =>
  b === undefined || (a !== undefined && a > b) ? a : b;

function lengthOf(header: Buffer): number | undefined {
  const isLong = header.at(0) === 1;
  if (header.length < (isLong ? 32 : 20)) return undefined;
  const ticks = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return ticks > 0 && length > 0 ? length / ticks : undefined;
}
