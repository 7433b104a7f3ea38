// Scans one folder: movies, episodes, their captions and notes, and files that cannot be played.
import {
  readCaptionName,
  readCaptionTags,
  type CaptionName,
} from '@matinee/sources/sources/folder/caption-name';
import {
  parsePath,
  type ParentFolder,
  type NfoData,
  type ParsedVideo,
} from '@matinee/sources/sources/folder/parse-path';
import type { UnplayableVideo } from '@matinee/sources/sources/folder/folder-library';
import { setImmediate } from 'node:timers/promises';
import { CAPTION_FOLDER, fileTypeOf, extension, isDisc, isIgnored, stem } from './extensions.ts';
import { readNotes } from './nfo.ts';
import { createPrefixIndex } from './prefix-index.ts';
import { readPart, joinPath, type FileStore, type FileEntry } from './file-store.ts';

export interface FoundCaption extends CaptionName {
  readonly path: string;
}

export type PlayableReading = Extract<ParsedVideo, { kind: 'film' | 'episode' }>;

export interface FoundVideo {
  readonly path: string;
  readonly reading: PlayableReading;
  readonly captions: readonly FoundCaption[];
}

/** Something that an operator may miss. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** A movie or an episode that is there and cannot be played. */
export interface FoundUnplayable extends Omit<UnplayableVideo, 'claim'> {
  readonly reading: PlayableReading;
}

export interface DirectoryScan {
  readonly videos: readonly FoundVideo[];
  readonly unplayable: readonly FoundUnplayable[];
  readonly skipped: readonly SkippedFile[];
  /** Names of subfolders. */
  readonly subfolders: readonly string[];
  /** Content of `tvshow.nfo` or `movie.nfo`. */
  readonly notes: NfoData | undefined;
  /** All notes that were read, by the names of their files. */
  readonly read: ReadonlyMap<string, ReadNotes>;
}

interface ReadNotes {
  readonly version: string | undefined;
  readonly notes: NfoData | undefined;
}

export interface ScanOptions {
  readonly store: FileStore;
  readonly folder: string;
  /** Parent folders, outermost first. */
  readonly around: readonly ParentFolder[];
  /** The previous scan. */
  readonly before: DirectoryScan | undefined;
  readonly signal: AbortSignal;
}

const UNREADABLE = 'the server cannot read it (EACCES)';
const NOTES_BYTES = 256 * 1024;
/** Reading names takes time, and others have to be served in between. */
const VIDEOS_AT_ONCE = 100;

export async function scanDirectory(options: ScanOptions): Promise<DirectoryScan> {
  const { store, folder, around, signal } = options;
  const entries = await store.list(folder, signal);
  if (entries.some(({ name }) => name === '.ignore' || name === '.nomedia')) return EMPTY;
  const names = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  const videos = names.filter((name) => fileTypeOf(name)?.kind === 'video' && !isIgnored(name));
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const read = new Map<string, ReadNotes>();
  const notesIn = async (entry: FileEntry | undefined): Promise<NfoData | undefined> => {
    if (entry?.kind !== 'file') return undefined;
    const known = await readNotesOnce(options, entry);
    read.set(entry.name, known);
    return known.notes;
  };
  const notes = await notesIn(byName.get('tvshow.nfo') ?? byName.get('movie.nfo'));
  const captions = captionsIn(await captionFiles(options, names, folders, videos.length > 0));

  const found: FoundVideo[] = [];
  const unplayable: FoundUnplayable[] = [];
  const skipped = skippedAmong(entries, folder);
  const folderName = folder.split('/').at(-1) ?? '';
  const path = folder === '' ? [] : [...around, { name: folderName, notes }];
  const readingOf = async (title: string): Promise<ParsedVideo> => {
    const about = await notesIn(byName.get(`${title}.nfo`.toLowerCase()));
    return parsePath({ folders: path, name: title, notes: about });
  };
  for (const [at, name] of videos.entries()) {
    if (at % VIDEOS_AT_ONCE === 0) await setImmediate();
    const path = joinPath(folder, name);
    const title = stem(name);
    const reading = await readingOf(title);
    if (reading.kind === 'refused') skipped.push({ path, reason: reading.reason });
    if (reading.kind !== 'film' && reading.kind !== 'episode') continue;
    if ((await store.isReadable?.(path)) === false) {
      skipped.push({ path, reason: UNREADABLE });
      unplayable.push({ reading, reason: UNREADABLE, cause: { code: 'unreadableFile' } });
      continue;
    }
    found.push({ path, reading, captions: captionsOf(title, captions, videos.length === 1) });
  }
  for (const [at, name] of names.entries()) {
    if (at % VIDEOS_AT_ONCE === 0) await setImmediate();
    const unplayableCause = isIgnored(name) ? undefined : unplayableReason(name);
    if (!unplayableCause) continue;
    const reading = await readingOf(stem(name));
    if (reading.kind === 'film' || reading.kind === 'episode') {
      unplayable.push({ reading, ...unplayableCause });
    }
  }
  const subfolders = folders.filter(
    (name) => !isIgnored(name) && !isDisc(name) && !CAPTION_FOLDER.test(name),
  );
  return { videos: found, unplayable, skipped, subfolders, notes, read };
}

const EMPTY: DirectoryScan = {
  videos: [],
  unplayable: [],
  skipped: [],
  subfolders: [],
  notes: undefined,
  read: new Map(),
};

async function readNotesOnce(
  { store, folder, before, signal }: ScanOptions,
  { name, version }: FileEntry,
): Promise<ReadNotes> {
  const known = before?.read.get(name);
  if (known && version !== undefined && known.version === version) return known;
  try {
    const path = joinPath(folder, name);
    const bytes = await readPart(store, path, { maxBytes: NOTES_BYTES, signal });
    return { version, notes: readNotes(new TextDecoder().decode(bytes)) };
  } catch {
    // Missing or locked: rely on file names.
    signal.throwIfAborted();
    return { version: undefined, notes: undefined };
  }
}

async function captionFiles(
  { store, folder, signal }: ScanOptions,
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

interface Captions {
  readonly all: readonly CaptionFile[];
  readonly startingWith: (title: string) => readonly CaptionFile[];
}

function captionsIn(paths: readonly string[]): Captions {
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

function captionsOf(title: string, captions: Captions, isAlone: boolean): readonly FoundCaption[] {
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

function skippedAmong(entries: readonly FileEntry[], folder: string): SkippedFile[] {
  return entries.flatMap(({ kind, name }) => {
    const reason = isIgnored(name) ? undefined : skipReason(kind, name);
    return reason === undefined ? [] : [{ path: joinPath(folder, name), reason }];
  });
}

function skipReason(kind: FileEntry['kind'], name: string): string | undefined {
  if (kind === 'outside') return 'it is a link out of the folder';
  if (kind === 'folder') {
    return isDisc(name) ? 'a copy of a disc needs a media server' : undefined;
  }
  const ending = fileTypeOf(name);
  return ending?.kind === 'unplayable' && !isSample(name) ? ending.reason : undefined;
}

/** Shown to viewers: names the format, but not the path. */
function unplayableReason(name: string): Pick<UnplayableVideo, 'reason' | 'cause'> | undefined {
  const ending = fileTypeOf(name);
  if (ending?.kind !== 'unplayable' || ending.format === undefined || isSample(name)) return;
  const format = `${ending.format} (.${extension(name)})`;
  return { reason: ending.reason, cause: { code: 'unplayableFile', format } };
}

const isSample = (name: string): boolean => /[-._ ](?:sample|trailer)\d*\.[^.]+$/i.test(name);
