// Names and looks of OpenType and TrueType fonts (ISO/IEC 14496-22).
import type { EmbeddedFont } from '@matinee/shared/media/embedded-subtitles';
import type { Element, MatroskaFile } from './matroska-elements.ts';

export type FontFacts = Pick<EmbeddedFont, 'names' | 'weight' | 'isItalic'>;

/** TrueType, Apple's TrueType, and OpenType with PostScript outlines. */
const SIGNATURES: ReadonlySet<number> = new Set([0x00_01_00_00, 0x74_72_75_65, 0x4f_54_54_4f]);
/** Tables without which browsers reject a font. */
const REQUIRED = ['cmap', 'head', 'hhea', 'maxp', 'name'];
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const MAX_TABLES = 64;
const NAME_HEADER_BYTES = 6;
const MAX_NAME_BYTES = 256 * 1024;
const NORMAL_WEIGHT = 400;

interface Table {
  readonly start: number;
  readonly end: number;
}

/** Undefined if the data isn't a font. */
export async function readFontFacts(
  { read }: Pick<MatroskaFile, 'read'>,
  { start, end }: Pick<Element, 'start' | 'end'>,
): Promise<FontFacts | undefined> {
  if (end - start < HEADER_BYTES) return undefined;
  const header = await read(start, start + HEADER_BYTES);
  const count = header.readUInt16BE(4);
  const tablesEnd = start + HEADER_BYTES + count * RECORD_BYTES;
  const isFont = SIGNATURES.has(header.readUInt32BE(0)) && count <= MAX_TABLES && tablesEnd <= end;
  if (!isFont || count === 0) return undefined;
  const tables = tablesIn(await read(start + HEADER_BYTES, tablesEnd), start);
  const areInside = [...tables.values()].every((table) => table.end <= end);
  if (!areInside || REQUIRED.some((tag) => !tables.has(tag))) return undefined;
  const nameTable = tables.get('name');
  const nameBytes = nameTable ? nameTable.end - nameTable.start : 0;
  if (!nameTable || nameBytes < NAME_HEADER_BYTES || nameBytes > MAX_NAME_BYTES) return undefined;
  const names = namesIn(await read(nameTable.start, nameTable.end));
  if (names.length === 0) return undefined;
  return { names, ...(await looksOf(read, tables.get('OS/2'))) };
}

function tablesIn(records: Buffer, start: number): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const from = start + records.readUInt32BE(at + 8);
    const table = { start: from, end: from + records.readUInt32BE(at + 12) };
    tables.set(records.toString('latin1', at, at + 4), table);
  }
  return tables;
}

const WEIGHT_AT = 4;
const SELECTION_AT = 62;
const ITALIC = 1;

async function looksOf(
  read: MatroskaFile['read'],
  table: Table | undefined,
): Promise<Pick<FontFacts, 'weight' | 'isItalic'>> {
  const length = SELECTION_AT + 2;
  if (!table || table.end - table.start < length) return { weight: NORMAL_WEIGHT, isItalic: false };
  const looks = await read(table.start, table.start + length);
  const weight = looks.readUInt16BE(WEIGHT_AT);
  return {
    weight: weight >= 1 && weight <= 1000 ? weight : NORMAL_WEIGHT,
    isItalic: (looks.readUInt16BE(SELECTION_AT) & ITALIC) !== 0,
  };
}

const NAME_RECORD_BYTES = 12;
/** Family, full name, and typographic family. Subtitles use any of them. */
const NAME_IDS: ReadonlySet<number> = new Set([1, 4, 16]);
const MACINTOSH = 1;
const MAX_NAMES = 16;
const MAX_CHARACTERS = 100;

function namesIn(table: Buffer): string[] {
  const strings = table.readUInt16BE(4);
  const names = new Set<string>();
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const at = NAME_HEADER_BYTES + index * NAME_RECORD_BYTES;
    if (at + NAME_RECORD_BYTES > table.length || names.size === MAX_NAMES) break;
    if (!NAME_IDS.has(table.readUInt16BE(at + 6))) continue;
    const from = strings + table.readUInt16BE(at + 10);
    const bytes = table.subarray(from, from + table.readUInt16BE(at + 8));
    const text = table.readUInt16BE(at) === MACINTOSH ? bytes.toString('latin1') : utf16(bytes);
    const name = text.replaceAll(/\p{Cc}/gu, '').trim();
    if (name !== '' && name.length <= MAX_CHARACTERS) names.add(name);
  }
  return [...names];
}

const decoder = new TextDecoder('utf-16be');
const utf16 = (bytes: Buffer): string => decoder.decode(bytes);
