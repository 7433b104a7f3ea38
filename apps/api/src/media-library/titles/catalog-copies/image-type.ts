// Recognizes pictures by their first bytes, because names and notes may be wrong.

interface Image {
  readonly type: string;
  /** Undefined if the first bytes don't contain it. */
  readonly size: readonly [width: number, height: number] | undefined;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A browser needs four bytes for each pixel. A small file with more pixels could fill its memory. */
const MAX_PIXELS = 100_000_000;

/** Returns the picture's type. Undefined if browsers can't show it, or its dimensions are huge. */
export function imageType(bytes: Uint8Array): string | undefined {
  const image = readImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const [width, height] = image?.size ?? [0, 0];
  return width * height > MAX_PIXELS ? undefined : image?.type;
}

function readImage(head: Buffer): Image | undefined {
  if (head.subarray(0, JPEG.length).equals(JPEG))
    return { type: 'image/jpeg', size: jpegSize(head) };
  if (head.subarray(0, PNG.length).equals(PNG)) return { type: 'image/png', size: pngSize(head) };
  const isWebp =
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? { type: 'image/webp', size: webpSize(head) } : undefined;
}

/** PNG specification, 11.2.1: the header is the first chunk. */
const pngSize = (head: Buffer): Image['size'] =>
  head.length < 24 ? undefined : [head.readUInt32BE(16), head.readUInt32BE(20)];

/** RFC 9649, 2.7. Other forms have at most 16,384 pixels on each side. */
function webpSize(head: Buffer): Image['size'] {
  if (head.length < 30 || head.toString('latin1', 12, 16) !== 'VP8X') return undefined;
  return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
}

/** Markers C0 to CF start a frame, except these (ITU-T T.81, table B.1). */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

function jpegSize(head: Buffer): Image['size'] {
  let at = 2;
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker))
      return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}
