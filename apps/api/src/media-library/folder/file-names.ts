// File names on disk are bytes. Most are UTF-8. Names on old disks may have any encoding.
import { isUtf8 } from 'node:buffer';

/** The code point that represents byte 0, in Unicode's private use area. Only bytes that aren't ASCII are mapped. */
const PRIVATE_USE = 0xf700;
const ESCAPED = /[\uF780-\uF7FF]/;
const ALL_ESCAPED = /[\uF780-\uF7FF]+/g;

/** Returns a string for any name. `encodeName` returns the same bytes for it. UTF-8 is unchanged. */
export function decodeName(name: Buffer): string {
  const text = name.toString('utf8');
  if (isUtf8(name) && !ESCAPED.test(text)) return text;
  return Array.from(name, (byte) =>
    String.fromCharCode(byte < 0x80 ? byte : PRIVATE_USE + byte),
  ).join('');
}

/** Returns the bytes of a name or a path. */
export function encodeName(text: string): Buffer {
  if (!ESCAPED.test(text)) return Buffer.from(text);
  return Buffer.concat(
    Array.from(text, (character) =>
      ESCAPED.test(character)
        ? Buffer.of(character.charCodeAt(0) - PRIVATE_USE)
        : Buffer.from(character),
    ),
  );
}

/** Makes a name readable. Decodes bytes that aren't UTF-8 as Windows-1252, the most frequent other encoding. */
export const shownName = (text: string): string =>
  text.replaceAll(ALL_ESCAPED, (part) => {
    const bytes = encodeName(part);
    return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  });
