// A small TrueType font: each letter is a black square, twice as wide as it is high.

const UNITS = 1000;
const ADVANCE = 2000;
const [FIRST, LAST] = [0x20, 0x7e];
const GLYPHS = LAST - FIRST + 2;

export interface FontOptions {
  readonly weight?: number;
  readonly isItalic?: boolean;
}

export function fontOf(family: string, { weight = 400, isItalic = false }: FontOptions = {}) {
  const glyph = square();
  const offsets = Array.from({ length: GLYPHS + 1 }, (_, index) => (index * glyph.length) / 2);
  const tables: readonly (readonly [tag: string, bytes: Buffer])[] = [
    ['OS/2', looks(weight, isItalic)],
    ['cmap', letters()],
    ['glyf', Buffer.concat(Array.from({ length: GLYPHS }, () => glyph))],
    ['head', head()],
    ['hhea', words(1, 0, 800, -200, 0, ADVANCE, 0, 0, ADVANCE, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS)],
    ['hmtx', words(...Array.from({ length: GLYPHS }, () => [ADVANCE, 0]).flat())],
    ['loca', words(...offsets)],
    ['maxp', words(1, 0, GLYPHS, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['name', names(family)],
    ['post', words(3, 0, 0, 0, -100, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
  ];
  let offset = 12 + tables.length * 16;
  const records: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, bytes] of tables) {
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    const record = Buffer.alloc(16);
    record.write(tag, 'latin1');
    record.writeUInt32BE(sum(padded), 4);
    record.writeUInt32BE(offset, 8);
    record.writeUInt32BE(bytes.length, 12);
    records.push(record);
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([words(1, 0, tables.length, 128, 3, 32), ...records, ...bodies]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * at);
  return bytes;
}

/** One outline of four points, in words. */
function square(): Buffer {
  const box = words(1, 0, 0, ADVANCE, 800, 3, 0);
  const onCurve = Buffer.from([1, 1, 1, 1]);
  const steps = words(0, ADVANCE, 0, -ADVANCE, 0, 0, 800, 0);
  const bytes = Buffer.concat([box, onCurve, steps]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** Format 4: one range of letters, and the end. */
function letters(): Buffer {
  const head = words(0, 1, 3, 1, 0, 12);
  return Buffer.concat([
    head,
    words(4, 32, 0, 4, 4, 1, 0, LAST, 0xffff, 0, FIRST, 0xffff, 1 - FIRST, 1, 0, 0),
  ]);
}

function head(): Buffer {
  const dates = [0, 0, 0, 0, 0, 0, 0, 0];
  const box = [0, 0, ADVANCE, 800];
  return words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, UNITS, ...dates, ...box, 0, 8, 2, 0, 0);
}

function looks(weight: number, isItalic: boolean): Buffer {
  const selection = isItalic ? 1 : 0x40;
  const scripts = Array.from({ length: 10 }, () => 100);
  const family = [0, 0, 0, 0, 0];
  const ranges = [0, 0, 0, 0, 0, 0, 0, 0, 0x4d54, 0x4e45];
  return Buffer.concat([
    words(3, ADVANCE, weight, 5, 0, ...scripts, 0, ...family, ...ranges),
    words(selection, FIRST, LAST, 800, -200, 0, 800, 200, 0, 1, 0, 0, 500, 800, 0, 32, 0),
  ]);
}

/** Family, style and full name, for Windows in English. */
function names(family: string): Buffer {
  const texts = [
    [1, family],
    [2, 'Regular'],
    [4, `${family} Regular`],
    [6, family.replaceAll(' ', '')],
  ] as const;
  const records: Buffer[] = [];
  const strings: Buffer[] = [];
  let offset = 0;
  for (const [id, text] of texts) {
    const string = Buffer.from(text, 'utf16le').swap16();
    records.push(words(3, 1, 0x409, id, string.length, offset));
    strings.push(string);
    offset += string.length;
  }
  return Buffer.concat([words(0, texts.length, 6 + 12 * texts.length), ...records, ...strings]);
}

function sum(bytes: Buffer): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) % 2 ** 32;
  return total;
}
