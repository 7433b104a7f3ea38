import { zipSync } from 'fflate';

export interface ZipFile {
  /** With slashes, from the root of the archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest day that the format knows. Archives have the time of day where they were made: this one is the same anywhere. */
const LONG_AGO = new Date(1980, 0, 1);

/** An archive that says nothing of when, where and in which order it was made: the same files make the same bytes. */
export function zipOf(files: readonly ZipFile[]): Uint8Array {
  const inOrder = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return zipSync(Object.fromEntries(inOrder.map(({ name, bytes }) => [name, bytes])), {
    level: 9,
    mtime: LONG_AGO,
  });
}
