// Finds the caption files of the videos in a folder.
import {
  readCaptionName,
  readCaptionTags,
  type CaptionName,
} from '@matinee/sources/sources/folder/caption-name';
import { CAPTION_FOLDER, extension, fileTypeOf, stem } from './extensions.ts';
import { joinPath, type FileStore } from './file-store.ts';

export interface FoundCaption extends CaptionName {
  readonly path: string;
}

interface CaptionFolder {
  readonly store: Pick<FileStore, 'list'>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Lists captions beside the videos, and in a caption folder if there are videos. */
export async function findCaptions(
  location: CaptionFolder,
  names: readonly string[],
  folders: readonly string[],
  hasVideos: boolean,
): Promise<Captions> {
  return indexCaptions(await captionFiles(location, names, folders, hasVideos));
}

async function captionFiles(
  { store, folder, signal }: CaptionFolder,
  names: readonly string[],
  folders: readonly string[],
  hasVideos: boolean,
): Promise<readonly string[]> {
  const here = names.map((name) => joinPath(folder, name));
  const apart = hasVideos ? folders.find((name) => CAPTION_FOLDER.test(name)) : undefined;
  if (apart === undefined) return here;
  const captionFolder = joinPath(folder, apart);
  try {
    const there = await store.list(captionFolder, signal);
    return [...here, ...there.map(({ name }) => joinPath(captionFolder, name))];
  } catch {
    signal.throwIfAborted();
    return here;
  }
}

interface CaptionFile {
  readonly path: string;
  readonly name: string;
}

export interface Captions {
  readonly all: readonly CaptionFile[];
  readonly startingWith: (title: string) => readonly CaptionFile[];
}

function indexCaptions(paths: readonly string[]): Captions {
  const lower = new Set(paths.map((path) => path.toLowerCase()));
  /** A `.sub` with an `.idx` file beside it contains images. */
  const isOfPictures = (path: string): boolean =>
    extension(path) === 'sub' && lower.has(`${stem(path).toLowerCase()}.idx`);
  const all = paths.flatMap((path) => {
    const name = stem(path.slice(path.lastIndexOf('/') + 1));
    const isCaption = fileTypeOf(path)?.kind === 'caption' && !isOfPictures(path);
    return isCaption ? [{ path, name }] : [];
  });
  return { all, startingWith: createPrefixIndex(all, ({ name }) => name.toLowerCase()) };
}

export function captionFilesOf(
  title: string,
  captions: Captions,
  isAlone: boolean,
): readonly FoundCaption[] {
  const files = isAlone ? captions.all : captions.startingWith(title.toLowerCase());
  return files.flatMap(({ path, name }) => {
    const parsed = readCaptionName(name, title) ?? (isAlone ? namedByLanguage(name) : undefined);
    return parsed ? [{ ...parsed, path }] : [];
  });
}

/** Matches `2_English.srt` beside the only movie. */
function namedByLanguage(name: string): CaptionName | undefined {
  const parsed = readCaptionTags(name);
  return parsed?.language === undefined ? undefined : parsed;
}

/** Finds items by a prefix of their key, by binary search. */
function createPrefixIndex<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): (start: string) => readonly T[] {
  const rows = items
    .map((item) => ({ key: keyOf(item), item }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));

  return (start) => {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle]?.key ?? '') < start) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (rows[end]?.key.startsWith(start)) end += 1;
    return rows.slice(low, end).map(({ item }) => item);
  };
}
