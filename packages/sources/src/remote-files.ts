// Finds out how the viewer's browser gets the files that an add-on or a manifest names.
import { errorMessage } from './errors.ts';
import type { RemoteFile, RemoteFileInfo, RunContext } from './source.ts';

/** Each takes some requests, and lists may have hundreds of files and of streams. */
const MOST_INSPECTED = 4;

export interface InspectedFile<T> {
  readonly file: T;
  /** Undefined if it is unknown. */
  readonly info: RemoteFileInfo | undefined;
}

/** Inspects the first files and the first streams at once. */
export async function inspectFiles<T extends RemoteFile>(
  files: readonly T[],
  { inspectFile, capabilities, signal, warn }: RunContext,
): Promise<readonly InspectedFile<T>[]> {
  const first = [false, true].flatMap((isPlaylist) =>
    files.filter((file) => (file.isPlaylist ?? false) === isPlaylist).slice(0, MOST_INSPECTED),
  );
  return await Promise.all(
    files.map(async (file) => {
      if (!inspectFile || !first.includes(file)) return { file, info: undefined };
      try {
        return { file, info: await inspectFile(file, { capabilities, signal }) };
      } catch (error) {
        signal.throwIfAborted();
        warn(`couldn't read a file: ${errorMessage(error)}`);
        return { file, info: undefined };
      }
    }),
  );
}

/** The file of a container that browsers don't read, or of one that the name doesn't tell. */
const OTHER_CONTAINER = /\.(?:mkv|mk3d|avi|wmv|asf|flv|mov|mpe?g|m2?ts|ts|vob|ogv|webm)$/i;

/** Whether a name is that of a video that browsers don't play unless it is converted. */
export const needsConversion = (name: string): boolean => OTHER_CONTAINER.test(name);
