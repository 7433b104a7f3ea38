// Names of files on disk are bytes. Most are UTF-8; those of old disks may be in any encoding.
import { isUtf8 } from 'node:buffer';

/** A byte that is not ASCII stands for itself at this place of Unicode's private use area. */
const PRIVATE_USE = 0xf700;
const ESCAPED = /[\uF780-\uF7FF]/;
const ALL_ESCAPED = /[\uF780-\uF7FF]+/g;

/** A text for any name, from which `encodeName` makes the same bytes. UTF-8 stays as it is. */
export function decodeName(name: Buffer): string {
  const text = name.toString('utf8');
  if (isUtf8(name) && !ESCAPED.test(text)) return text;
  return Array.from(name, (byte) =>
    String.fromCharCode(byte < 0x80 ? byte : PRIVATE_USE + byte),
  ).join('');
}

/** The bytes of a name or a path. */
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

/** Makes a name readable. Its encoding is unknown; Windows-1252 is the most frequent among those that are not UTF-8. */
export const shownName = (text: string): string =>
  text.replaceAll(ALL_ESCAPED, (part) => {
    const bytes = encodeName(part);
    return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  });
