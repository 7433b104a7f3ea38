// Determines the kinds of files that an add-on or a manifest names, and the way to serve them to the browser.
import type { Quality } from '@matinee/shared/media/stream';
import { errorMessage } from './errors.ts';
import type { FilePlaylists } from './lower-qualities.ts';
import type { RemoteFile, RemoteFileInfo, RunContext } from './source.ts';

const MOST_READ = 8;
const READ_BYTES = 1_024;
const READ_TIMEOUT_MS = 2_500;
const PLAYLIST_TYPE = /^(?:application|audio)\/(?:vnd\.apple\.|x-)?mpegurl\s*(?:;|$)/i;

/** Reads the beginnings of files if their names don't tell whether they are HLS streams. */
export async function findPlaylists<T extends RemoteFile>(
  files: readonly T[],
  context: RunContext,
): Promise<readonly (T & { readonly isPlaylist: boolean })[]> {
  const unknown = files.filter(({ isPlaylist }) => isPlaylist === undefined).slice(0, MOST_READ);
  return await Promise.all(
    files.map(async (file) => {
      const isRead = unknown.includes(file);
      const isPlaylist = isRead ? await isPlaylistAt(file, context) : (file.isPlaylist ?? false);
      return { ...file, isPlaylist };
    }),
  );
}

/** Returns false if the file can't be read. */
async function isPlaylistAt(
  { url, headers }: RemoteFile,
  { fetch, signal }: RunContext,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      headers: { ...headers, range: `bytes=0-${READ_BYTES - 1}` },
      maxBytes: READ_BYTES,
      timeoutMs: READ_TIMEOUT_MS,
    });
    if (response.status !== 200 && response.status !== 206) return false;
    const isDeclared = PLAYLIST_TYPE.test(response.headers['content-type'] ?? '');
    return isDeclared || response.body.replace(/^\uFEFF/, '').startsWith('#EXTM3U');
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** Limits the requests, because lists may have hundreds of files and streams. */
const MOST_INSPECTED = 4;

export interface InspectedFile<T> {
  readonly file: T;
  /** Undefined if the file couldn't be inspected. */
  readonly info: RemoteFileInfo | undefined;
}

/** Inspects the first files and the first streams concurrently. */
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

/** Adds the facts of a file that plays as it is. */
export function withFacts<T extends { readonly quality: Quality }>(
  file: T,
  info: RemoteFileInfo | undefined,
): T & FilePlaylists {
  if (info?.plays !== 'direct') return file;
  const { quality = file.quality, lowerQualities, allAudio } = info;
  // Prefer the quality that the list states.
  const known = file.quality === 'unknown' ? { quality } : {};
  return { ...file, ...known, lowerQualities, allAudio };
}

/** Extensions of containers that browsers can't read, or that may be several formats. */
const OTHER_CONTAINER = /\.(?:mkv|mk3d|avi|wmv|asf|flv|mov|mpe?g|m2?ts|ts|vob|ogv|webm)$/i;

/** Returns whether a name is one of a video that browsers play only after conversion. */
export const needsConversion = (name: string): boolean => OTHER_CONTAINER.test(name);

const PLAYLIST = /\.m3u8?$/i;
const MP4 = /\.(?:mp4|m4v)$/i;

/** `path`: the URL's path. Undefined if neither path nor name tells. */
export function isPlaylistByName(path: string, name = ''): boolean | undefined {
  if (PLAYLIST.test(path)) return true;
  const isFile = [path, name].some((each) => MP4.test(each) || needsConversion(each));
  return isFile ? false : undefined;
}
