// Boxes of MP4 and QuickTime files (ISO/IEC 14496-12).
import type { MediaInput } from '../input/media-input.ts';

export type BytesOfFile = Pick<MediaInput, 'read' | 'size'>;

export interface Mp4Box {
  readonly type: string;
  /** The offset of the content. */
  readonly start: number;
  readonly end: number;
}

const HEADER_BYTES = 16;
const MAX_BOXES = 1_000;

/** Lists the boxes directly in a part of the file. */
export async function boxesIn(
  { read, size }: BytesOfFile,
  { start, end }: Pick<Mp4Box, 'start' | 'end'>,
): Promise<readonly Mp4Box[]> {
  const boxes: Mp4Box[] = [];
  let at = start;
  while (at + 8 <= Math.min(end, size) && boxes.length < MAX_BOXES) {
    const header = await read(at, Math.min(at + HEADER_BYTES, size));
    const short = header.readUInt32BE(0);
    const isLong = short === 1 && header.length === HEADER_BYTES;
    const length = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const content = at + (isLong ? 16 : 8);
    if (at + length < content || at + length > end) break;
    boxes.push({ type: header.toString('latin1', 4, 8), start: content, end: at + length });
    at += length;
  }
  return boxes;
}

/** Returns the first box at a path, such as `mdia`, `minf`. */
export async function boxAt(
  file: BytesOfFile,
  within: Pick<Mp4Box, 'start' | 'end'>,
  ...path: readonly string[]
): Promise<Mp4Box | undefined> {
  const [type, ...rest] = path;
  const box = (await boxesIn(file, within)).find((each) => each.type === type);
  return box && rest.length > 0 ? await boxAt(file, box, ...rest) : box;
}

/** Returns an empty buffer if there is no box, or if it is larger than `maxBytes`. */
export async function bytesOf(
  { read }: BytesOfFile,
  box: Mp4Box | undefined,
  maxBytes: number,
): Promise<Buffer> {
  if (!box || box.end - box.start > maxBytes || box.end === box.start) return Buffer.alloc(0);
  return await read(box.start, box.end);
}
