// What lies in one folder: films, episodes, what goes with them, and what nobody will be able to watch.
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
import { CAPTION_FOLDER, endingOf, extension, isDisc, isLeftOut, stem } from './extensions.ts';
import { readNotes } from './nfo.ts';
import { startingWith } from './prefix-index.ts';
import { readSome, within, type FileStore, type ShelfEntry } from './file-store.ts';

export interface FoundCaption extends CaptionName {
  readonly path: string;
}

export type Kept = Extract<ParsedVideo, { kind: 'film' | 'episode' }>;

export interface FoundVideo {
  readonly path: string;
  readonly reading: Kept;
  readonly captions: readonly FoundCaption[];
}

/** Something that an operator may miss. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/** A movie or an episode that is there and cannot be played. */
export interface FoundUnplayable extends Omit<UnplayableVideo, 'claim'> {
  readonly reading: Kept;
}

export interface Survey {
  readonly videos: readonly FoundVideo[];
  readonly unplayable: readonly FoundUnplayable[];
  readonly refusals: readonly Refusal[];
  /** Their names. */
  readonly subfolders: readonly string[];
  /** What `tvshow.nfo` or `movie.nfo` says. */
  readonly notes: NfoData | undefined;
  /** All notes that were read, by the names of their files. */
  readonly read: ReadonlyMap<string, ReadNotes>;
}

interface ReadNotes {
  readonly version: string | undefined;
  readonly notes: NfoData | undefined;
}

export interface Surveyed {
  readonly shelf: FileStore;
  readonly folder: string;
  /** The folders that it lies in, the outermost first. */
  readonly around: readonly ParentFolder[];
  /** What was there the last time. */
  readonly before: Survey | undefined;
  readonly signal: AbortSignal;
}

const UNREADABLE = 'the server may not read it (EACCES)';
const NOTES_BYTES = 256 * 1024;
/** Reading names takes time, and others have to be served in between. */
const VIDEOS_AT_ONCE = 100;

export async function survey(surveyed: Surveyed): Promise<Survey> {
  const { shelf, folder, around, signal } = surveyed;
  const entries = await shelf.list(folder, signal);
  if (entries.some(({ name }) => name === '.ignore' || name === '.nomedia')) return EMPTY;
  const names = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  const videos = names.filter((name) => endingOf(name)?.kind === 'video' && !isLeftOut(name));
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const read = new Map<string, ReadNotes>();
  const notesIn = async (entry: ShelfEntry | undefined): Promise<NfoData | undefined> => {
    if (entry?.kind !== 'file') return undefined;
    const known = await readOnce(surveyed, entry);
    read.set(entry.name, known);
    return known.notes;
  };
  const notes = await notesIn(byName.get('tvshow.nfo') ?? byName.get('movie.nfo'));
  const captions = captionsIn(await captionFiles(surveyed, names, folders, videos.length > 0));

  const found: FoundVideo[] = [];
  const unplayable: FoundUnplayable[] = [];
  const refusals = refusalsAmong(entries, folder);
  const own = folder.split('/').at(-1) ?? '';
  const places = folder === '' ? [] : [...around, { name: own, notes }];
  const readingOf = async (title: string): Promise<ParsedVideo> => {
    const about = await notesIn(byName.get(`${title}.nfo`.toLowerCase()));
    return parsePath({ folders: places, name: title, notes: about });
  };
  for (const [at, name] of videos.entries()) {
    if (at % VIDEOS_AT_ONCE === 0) await setImmediate();
    const path = within(folder, name);
    const title = stem(name);
    const reading = await readingOf(title);
    if (reading.kind === 'refused') refusals.push({ path, reason: reading.reason });
    if (reading.kind !== 'film' && reading.kind !== 'episode') continue;
    if ((await shelf.isReadable?.(path)) === false) {
      refusals.push({ path, reason: UNREADABLE });
      unplayable.push({ reading, reason: UNREADABLE, cause: { code: 'unreadableFile' } });
      continue;
    }
    found.push({ path, reading, captions: captionsOf(title, captions, videos.length === 1) });
  }
  for (const [at, name] of names.entries()) {
    if (at % VIDEOS_AT_ONCE === 0) await setImmediate();
    const miss = isLeftOut(name) ? undefined : missOf(name);
    if (!miss) continue;
    const reading = await readingOf(stem(name));
    if (reading.kind === 'film' || reading.kind === 'episode') {
      unplayable.push({ reading, ...miss });
    }
  }
  const subfolders = folders.filter(
    (name) => !isLeftOut(name) && !isDisc(name) && !CAPTION_FOLDER.test(name),
  );
  return { videos: found, unplayable, refusals, subfolders, notes, read };
}

const EMPTY: Survey = {
  videos: [],
  unplayable: [],
  refusals: [],
  subfolders: [],
  notes: undefined,
  read: new Map(),
};

async function readOnce(
  { shelf, folder, before, signal }: Surveyed,
  { name, version }: ShelfEntry,
): Promise<ReadNotes> {
  const known = before?.read.get(name);
  if (known && version !== undefined && known.version === version) return known;
  try {
    const path = within(folder, name);
    const bytes = await readSome(shelf, path, { maxBytes: NOTES_BYTES, signal });
    return { version, notes: readNotes(new TextDecoder().decode(bytes)) };
  } catch {
    // Gone or locked: the names have to do.
    signal.throwIfAborted();
    return { version: undefined, notes: undefined };
  }
}

async function captionFiles(
  { shelf, folder, signal }: Surveyed,
  names: readonly string[],
  folders: readonly string[],
  hasVideos: boolean,
): Promise<readonly string[]> {
  const here = names.map((name) => within(folder, name));
  const apart = hasVideos ? folders.find((name) => CAPTION_FOLDER.test(name)) : undefined;
  if (apart === undefined) return here;
  const place = within(folder, apart);
  try {
    const there = await shelf.list(place, signal);
    return [...here, ...there.map(({ name }) => within(place, name))];
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
  /** With an index beside it a `.sub` holds pictures of words. */
  const isOfPictures = (path: string): boolean =>
    extension(path) === 'sub' && lower.has(`${stem(path).toLowerCase()}.idx`);
  const all = paths.flatMap((path) => {
    const name = stem(path.slice(path.lastIndexOf('/') + 1));
    const isCaption = endingOf(path)?.kind === 'caption' && !isOfPictures(path);
    return isCaption ? [{ path, name }] : [];
  });
  return { all, startingWith: startingWith(all, ({ name }) => name.toLowerCase()) };
}

function captionsOf(title: string, captions: Captions, isAlone: boolean): readonly FoundCaption[] {
  const files = isAlone ? captions.all : captions.startingWith(title.toLowerCase());
  return files.flatMap(({ path, name }) => {
    const told = readCaptionName(name, title) ?? (isAlone ? namedByLanguage(name) : undefined);
    return told ? [{ ...told, path }] : [];
  });
}

/** `2_English.srt` beside the only film. */
function namedByLanguage(name: string): CaptionName | undefined {
  const told = readCaptionTags(name);
  return told?.language === undefined ? undefined : told;
}

function refusalsAmong(entries: readonly ShelfEntry[], folder: string): Refusal[] {
  return entries.flatMap(({ kind, name }) => {
    const reason = isLeftOut(name) ? undefined : reasonAgainst(kind, name);
    return reason === undefined ? [] : [{ path: within(folder, name), reason }];
  });
}

function reasonAgainst(kind: ShelfEntry['kind'], name: string): string | undefined {
  if (kind === 'outside') return 'it is a link that leads out of the folder';
  if (kind === 'folder') {
    return isDisc(name) ? 'a copy of a disc needs a media server' : undefined;
  }
  const ending = endingOf(name);
  return ending?.kind === 'unplayable' && !isSample(name) ? ending.reason : undefined;
}

/** For viewers: they learn the format, and nothing of where the file lies. */
function missOf(name: string): Pick<UnplayableVideo, 'reason' | 'cause'> | undefined {
  const ending = endingOf(name);
  if (ending?.kind !== 'unplayable' || ending.format === undefined || isSample(name)) return;
  const format = `${ending.format} (.${extension(name)})`;
  return { reason: ending.reason, cause: { code: 'unplayableFile', format } };
}

const isSample = (name: string): boolean => /[-._ ](?:sample|trailer)\d*\.[^.]+$/i.test(name);
