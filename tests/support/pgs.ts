// A file of PGS, as on a Blu-ray disc: one white bar in the lower part of the video.

const CLOCK = 90_000;
const [PALETTE, OBJECT, COMPOSITION, WINDOW, END] = [0x14, 0x15, 0x16, 0x17, 0x80];
const PICTURE = { width: 1280, height: 720 };
export const BAR = { x: 440, y: 600, width: 400, height: 60 };

/** The bar is shown from one second to another. Files of several bars follow each other. */
export function pgsOf(from: number, to: number): Buffer {
  const { x, y, width, height } = BAR;
  const window = Buffer.concat([Buffer.from([1, 0]), words(x, y, width, height)]);
  const shown = Buffer.concat([composition(0, 0x80, 1), Buffer.from([0, 0, 0, 0]), words(x, y)]);
  // Color 1 is opaque white.
  const palette = Buffer.from([0, 0, 1, 235, 128, 128, 255]);
  return Buffer.concat([
    segment(from, COMPOSITION, shown),
    segment(from, WINDOW, window),
    segment(from, PALETTE, palette),
    segment(from, OBJECT, bar()),
    segment(from, END, Buffer.alloc(0)),
    segment(to, COMPOSITION, composition(1, 0, 0)),
    segment(to, WINDOW, window),
    segment(to, END, Buffer.alloc(0)),
  ]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, 2 * at);
  return bytes;
}

function composition(number: number, state: number, objects: number): Buffer {
  const { width, height } = PICTURE;
  return Buffer.concat([
    words(width, height),
    Buffer.from([0x10]),
    words(number),
    Buffer.from([state, 0, 0, objects]),
  ]);
}

/** Each line is one run of color 1, and an end mark. */
function bar(): Buffer {
  const { width, height } = BAR;
  const line = Buffer.from([0, 0xc0 | (width >> 8), width & 0xff, 1, 0, 0]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const length = Buffer.alloc(3);
  length.writeUIntBE(lines.length + 4, 0, 3);
  return Buffer.concat([Buffer.from([0, 0, 0, 0xc0]), length, words(width, height), lines]);
}

function segment(second: number, type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.write('PG');
  head.writeUInt32BE(Math.round(second * CLOCK), 2);
  head.writeUInt8(type, 10);
  head.writeUInt16BE(body.length, 11);
  return Buffer.concat([head, body]);
}
