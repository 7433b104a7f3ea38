// Reads the fonts attached to Matroska files for their subtitles (RFC 9559, section 5.1.6).
import { readFontFacts, type FontFacts } from './font-facts.ts';
import { elementAt, type Element, type MatroskaFile } from './matroska-elements.ts';
import type { MatroskaHead } from './matroska-head.ts';

const ATTACHMENTS = 0x19_41_a4_69;
const ATTACHED_FILE = 0x61_a7;
const FILE_DATA = 0x46_5c;
const MAX_ATTACHMENTS = 200;
const MAX_FONTS = 100;
/** Elements of one attachment. */
const MAX_ELEMENTS = 20;
/** Chinese and Japanese fonts can be 20 MB large. */
const MAX_FONT_BYTES = 24 * 1024 * 1024;
const READS_AT_ONCE = 6;

export interface FontAttachment extends FontFacts {
  /** The part of the file that contains the font. */
  readonly data: Element;
}

/** Leaves out attachments whose content isn't a font, regardless of their names. */
export async function readFonts(
  file: MatroskaFile,
  { offsets }: Pick<MatroskaHead, 'offsets'>,
): Promise<readonly FontAttachment[]> {
  const at = offsets.get(ATTACHMENTS);
  const attachments = at === undefined ? undefined : await elementAt(file, at);
  if (attachments?.id !== ATTACHMENTS) return [];
  const found: Element[] = [];
  for await (const { id, start, end } of elementsIn(file, attachments, MAX_ATTACHMENTS)) {
    if (id !== ATTACHED_FILE) continue;
    for await (const child of elementsIn(file, { start, end }, MAX_ELEMENTS)) {
      if (child.id === FILE_DATA && child.end - child.start <= MAX_FONT_BYTES) found.push(child);
    }
  }
  const fonts: FontAttachment[] = [];
  for (let from = 0; from < found.length; from += READS_AT_ONCE) {
    const some = found.slice(from, from + READS_AT_ONCE).map(async (data) => {
      const facts = data.end <= file.size ? await readFontFacts(file, data) : undefined;
      return facts ? [{ ...facts, data }] : [];
    });
    fonts.push(...(await Promise.all(some)).flat());
  }
  return fonts.slice(0, MAX_FONTS);
}

const CHUNK_BYTES = 256 * 1024;

/** Yields chunks. The server never holds a complete font in memory for a slow client. */
export async function* readFont(
  { read }: Pick<MatroskaFile, 'read'>,
  { data: { start, end } }: FontAttachment,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = start; at < end; at += CHUNK_BYTES) {
    yield await read(at, Math.min(at + CHUNK_BYTES, end));
  }
}

async function* elementsIn(
  file: MatroskaFile,
  { start, end }: Pick<Element, 'start' | 'end'>,
  limit: number,
): AsyncGenerator<Element, void, undefined> {
  let at = start;
  for (let count = 0; count < limit && at < Math.min(end, file.size); count += 1) {
    const element = await elementAt(file, at);
    if (!element) return;
    yield element;
    at = element.end;
  }
}
