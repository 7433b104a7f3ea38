// Unpacks archives. Their content may be far larger than they claim.
import { captionEndings } from '@matinee/shared/subtitles/formats';
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { matchesEpisode, parseEpisodeNumbers } from './parse-episode-numbers.ts';
import { ServiceError, type Episode } from './service.ts';

const READABLE = new RegExp(`\\.(?:${[...captionEndings('text'), 'txt'].join('|')})$`, 'i');
/** Files that operating systems add to archives. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX)/;
/** The size of one piece. It may expand a thousandfold, and its final size is known only afterwards. */
const PIECE_BYTES = 4 * 1024;
const MAX_FILES = 2_000;

export interface Unpacking {
  readonly maxBytes: number;
  /** Selects one of several files in an archive. */
  readonly episode?: Episode | undefined;
}

/** Unpacks gzip and zip. Returns other bytes unchanged. */
export async function unpack(
  bytes: Uint8Array,
  { maxBytes, episode }: Unpacking,
): Promise<Uint8Array> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return await gunzipped(bytes, maxBytes);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  if (!isZip) return bytes;
  const name = chooseFile(namesIn(bytes), episode);
  return extracted(bytes, name, maxBytes);
}

async function gunzipped(bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength });
  } catch (error) {
    throw new ServiceError(
      error instanceof RangeError
        ? tooLarge(maxOutputLength)
        : "The file's compression is damaged.",
    );
  }
}

/** Chooses the episode's file, or else the first subtitle. */
function chooseFile(names: readonly string[], episode: Episode | undefined): string {
  const readable = names
    .filter((name) => READABLE.test(name) && !HIDDEN.test(name))
    // Sort `.txt` last, because such a file may be another text.
    .toSorted((a, b) => Number(/\.txt$/i.test(a)) - Number(/\.txt$/i.test(b)));
  const marked = readable.filter((name) => parseEpisodeNumbers(name).length > 0);
  const fitting = marked.filter((name) => matchesEpisode([name], episode));
  const [first] = episode === undefined || marked.length === 0 ? readable : fitting;
  if (first === undefined) throw new ServiceError("The archive doesn't contain this subtitle.");
  return first;
}

function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  forEachFile(bytes, ({ name }) => {
    names.push(name);
    return names.length < MAX_FILES;
  });
  return names;
}

function extracted(bytes: Uint8Array, wanted: string, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = false;
  forEachFile(bytes, (file) => {
    if (file.name !== wanted || size > 0) return !isComplete;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      size += chunk.length;
      if (size > maxBytes) throw new ServiceError(tooLarge(maxBytes));
      chunks.push(chunk);
      isComplete = isLast;
    };
    file.start();
    return true;
  });
  if (!isComplete) throw new ServiceError('The archive is damaged.');
  return Buffer.concat(chunks);
}

/** Calls `onFile` for each file of an archive until it returns false. */
function forEachFile(bytes: Uint8Array, onFile: (file: UnzipFile) => boolean): void {
  let isWalking = true;
  const unzip = new Unzip((file) => {
    if (isWalking) isWalking = onFile(file);
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; isWalking && at < bytes.length; at += PIECE_BYTES) {
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('The archive is damaged.');
  }
}

const tooLarge = (maxBytes: number): string =>
  `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`;
