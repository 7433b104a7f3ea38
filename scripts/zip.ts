// An archive that says nothing of when, where and in which order it was made: the same files make the same bytes.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  /** With slashes, from the root of the archive. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** The first of January 1980, the earliest day that the format knows. */
const DAY = 0x21;
const DEFLATED = 8;
const VERSION = 20;
const UTF8_NAMES = 0x800;

export function zipOf(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = words([
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [DEFLATED, 2],
      [0, 2],
      [DAY, 2],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [path.length, 2],
      [0, 2],
    ]);
    const local = Buffer.concat([signature(3, 4), head, path, packed]);
    const place = words([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ]);
    directory.push(Buffer.concat([signature(1, 2), words([[VERSION, 2]]), head, place, path]));
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const count = files.length;
  const end = words([
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [listing.length, 4],
    [offset, 4],
    [0, 2],
  ]);
  return Buffer.concat([...locals, listing, signature(5, 6), end]);
}

function signature(a: number, b: number): Buffer {
  return Buffer.from([0x50, 0x4b, a, b]);
}

/** Numbers as the format has them: the lowest byte first, in two or four of them. */
function words(values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    values.map(([value, size]) => {
      const word = Buffer.alloc(size);
      word.writeUIntLE(value, 0, size);
      return word;
    }),
  );
}
