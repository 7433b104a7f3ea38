import { zipSync } from 'fflate';

export interface ZipFile {
  /** The path with slashes, from the root of the archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest date of the format. A fixed time makes archives reproducible. */
const LONG_AGO = new Date(1980, 0, 1);

/** Returns a reproducible archive: the same files give the same bytes. */
export function zipOf(files: readonly ZipFile[]): Uint8Array {
  const inOrder = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return zipSync(Object.fromEntries(inOrder.map(({ name, bytes }) => [name, bytes])), {
    level: 9,
    mtime: LONG_AGO,
  });
}
