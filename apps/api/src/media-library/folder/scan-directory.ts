// Scans one folder for movies, episodes, their captions and notes, and files that browsers can't play.
import {
  parsePath,
  type ParentFolder,
  type NfoData,
  type ParsedVideo,
} from '@matinee/sources/sources/folder/parse-path';
import type { UnplayableVideo } from '@matinee/sources/sources/folder/folder-library';
import { setImmediate } from 'node:timers/promises';
import { captionFilesOf, findCaptions, type FoundCaption } from './caption-files.ts';
import { CAPTION_FOLDER, fileTypeOf, extension, isDisc, isIgnored, stem } from './extensions.ts';
import { extraKindOf, listExtraFolders, type ExtraFile } from './extra-files.ts';
import { shownName } from './file-names.ts';
import { readNotes } from './nfo.ts';
import {
  readPart,
  joinPath,
  type FileStore,
  type FileEntry,
  type FileFacts,
} from './file-store.ts';
import type { SkipReason } from '@matinee/shared/contract/library';
import { SKIP_REASONS } from './skip-reasons.ts';

export type PlayableReading = Extract<ParsedVideo, { kind: 'movie' | 'episode' }>;

export interface FoundVideo extends FileFacts {
  readonly reading: PlayableReading;
  readonly captions: readonly FoundCaption[];
}

/** A file that isn't offered. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
  /** The file's ID for pages. */
  readonly file?: string;
}

/** A movie or an episode that browsers can't play. */
export interface FoundUnplayable extends FileFacts, Omit<UnplayableVideo, 'claim'> {
  readonly reading: PlayableReading;
}

/** A video without a title in its name or notes. */
export interface FoundUnnamed extends FileFacts {
  readonly isPlayable: boolean;
}

export interface DirectoryScan {
  readonly videos: readonly FoundVideo[];
  readonly unplayable: readonly FoundUnplayable[];
  readonly unnamed: readonly FoundUnnamed[];
  /** Trailers and other extras, beside the videos and in their own folders. */
  readonly extras: readonly ExtraFile[];
  /** Names of pictures. */
  readonly images: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** Names of subfolders. */
  readonly subfolders: readonly string[];
  /** Content of `tvshow.nfo` or `movie.nfo`. */
  readonly notes: NfoData | undefined;
  /** All notes, by the names of their files. */
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

const NOTES_BYTES = 256 * 1024;
/** Parsing names takes time. Other requests are handled after each batch. */
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
  const captions = await findCaptions(options, names, folders, videos.length > 0);
  const folderName = folder.split('/').at(-1) ?? '';
  const parents = folder === '' ? [] : [...around, { name: shownName(folderName), notes }];
  const parse = async (title: string): Promise<ParsedVideo> => {
    const about = await notesIn(byName.get(`${title}.nfo`.toLowerCase()));
    return parsePath({ folders: parents, name: shownName(title), notes: about });
  };

  const files = new Map(
    entries.map(({ name, size, modifiedAt }) => [
      name,
      { path: joinPath(folder, name), size, modifiedAt },
    ]),
  );
  const playable = await scanVideos(options, videos, { files, parse });
  const others = await scanUnplayable(names, { files, parse });
  return {
    videos: playable.videos.map(({ title, ...video }) => ({
      ...video,
      captions: captionFilesOf(title, captions, videos.length === 1),
    })),
    unplayable: [...playable.unplayable, ...others.unplayable],
    unnamed: [...playable.unnamed, ...others.unnamed],
    extras: [...playable.extras, ...(await listExtraFolders(options, folders))],
    images: names.filter((name) => /\.(?:jpe?g|png|webp)$/i.test(name)),
    skipped: [...skippedAmong(entries, folder), ...playable.skipped],
    subfolders: folders.filter(
      (name) => !isIgnored(name) && !isDisc(name) && !CAPTION_FOLDER.test(name),
    ),
    notes,
    read,
  };
}

interface Parsing {
  /** The folder's entries by name. */
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly parse: (title: string) => Promise<ParsedVideo>;
}

/** Parses video files. Skips unreadable files and files without a title. */
async function scanVideos(
  { store, folder }: ScanOptions,
  names: readonly string[],
  { files, parse }: Parsing,
) {
  const videos: (Omit<FoundVideo, 'captions'> & { readonly title: string })[] = [];
  const unplayable: FoundUnplayable[] = [];
  const unnamed: FoundUnnamed[] = [];
  const skipped: SkippedFile[] = [];
  const extras: ExtraFile[] = [];
  for (const [at, name] of names.entries()) {
    if (at % VIDEOS_AT_ONCE === 0) await setImmediate();
    const path = joinPath(folder, name);
    const file = files.get(name) ?? { path, size: undefined, modifiedAt: undefined };
    const title = stem(name);
    const reading = await parse(title);
    if (reading.kind === 'extra') {
      const extra = extraKindOf(title);
      if (extra !== undefined) extras.push({ ...file, extra });
      continue;
    }
    const isReadable = (await store.isReadable?.(path)) !== false;
    if (reading.kind === 'refused') {
      skipped.push({ path, reason: reading.reason });
      unnamed.push({ ...file, isPlayable: isReadable });
    } else if (!isReadable) {
      skipped.push({ path, reason: 'unreadable' });
      const reason = SKIP_REASONS.unreadable;
      unplayable.push({ ...file, reading, reason, cause: { code: 'unreadableFile' } });
    } else videos.push({ ...file, reading, title });
  }
  return { videos, unplayable, unnamed, extras, skipped };
}

/** Parses videos in formats that browsers can't play. */
async function scanUnplayable(
  names: readonly string[],
  { files, parse }: Parsing,
): Promise<Pick<DirectoryScan, 'unplayable' | 'unnamed'>> {
  const unplayable: FoundUnplayable[] = [];
  const unnamed: FoundUnnamed[] = [];
  for (const [at, name] of names.entries()) {
    if (at % VIDEOS_AT_ONCE === 0) await setImmediate();
    const cause = isIgnored(name) ? undefined : unplayableReason(name);
    const file = files.get(name);
    if (!cause || !file) continue;
    const reading = await parse(stem(name));
    if (reading.kind === 'refused') unnamed.push({ ...file, isPlayable: false });
    else if (reading.kind !== 'extra') unplayable.push({ ...file, reading, ...cause });
  }
  return { unplayable, unnamed };
}

const EMPTY: DirectoryScan = {
  videos: [],
  unplayable: [],
  unnamed: [],
  extras: [],
  images: [],
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

function skippedAmong(entries: readonly FileEntry[], folder: string): SkippedFile[] {
  return entries.flatMap(({ kind, name }) => {
    const reason = isIgnored(name) ? undefined : skipReason(kind, name);
    return reason === undefined ? [] : [{ path: joinPath(folder, name), reason }];
  });
}

function skipReason(kind: FileEntry['kind'], name: string): SkipReason | undefined {
  if (kind === 'outside') return 'outside';
  if (kind === 'folder') {
    return isDisc(name) ? 'disc' : undefined;
  }
  const ending = fileTypeOf(name);
  return ending?.kind === 'unplayable' && !isSample(name) ? ending.reason : undefined;
}

/** Returns a reason for viewers. It names the format, but not the path. */
export function unplayableReason(
  name: string,
): Pick<UnplayableVideo, 'reason' | 'cause'> | undefined {
  const ending = fileTypeOf(name);
  if (ending?.kind !== 'unplayable' || ending.format === undefined || isSample(name)) return;
  const format = `${ending.format} (.${extension(name)})`;
  return { reason: SKIP_REASONS[ending.reason], cause: { code: 'unplayableFile', format } };
}

const isSample = (name: string): boolean => /[-._ ](?:sample|trailer)\d*\.[^.]+$/i.test(name);
