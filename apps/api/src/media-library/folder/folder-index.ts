// In-memory index of a media library by title, ID, and opaque URL.
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';
import { compactTitle } from '@matinee/sources/match';
import type { IndexedVideo, UnplayableVideo } from '@matinee/sources/sources/folder/folder-library';
import { hash } from 'node:crypto';
import { capabilitiesCode } from '#media-library/remux/input/codec-support.ts';
import { DIRECT_EXTENSIONS, extension, isRemuxed } from './extensions.ts';
import type {
  FoundUnplayable,
  FoundVideo,
  PlayableReading,
  SkippedFile,
  DirectoryScan,
} from './scan-directory.ts';

export interface IndexedFile {
  readonly path: string;
  /** The ISO 639-1 code of a text caption, which is served as WebVTT. Unset for videos. */
  readonly language?: string;
  /** The URL serves the original file. */
  readonly isOriginal?: boolean;
}

export interface FolderIndex {
  readonly has: (folder: string) => boolean;
  readonly scanOf: (folder: string) => DirectoryScan | undefined;
  /** Replaces the scan of the folder itself. */
  readonly put: (folder: string, scan: DirectoryScan) => void;
  /** Lists a subfolder that the server may not read as skipped. Keeps its titles. */
  readonly deny: (folder: string) => void;
  /** Removes the folder and its subfolders. Returns the removed paths. */
  readonly drop: (folder: string) => readonly string[];
  readonly find: (media: ScrapeMedia) => readonly IndexedVideo[];
  readonly findUnplayable: (media: ScrapeMedia) => readonly UnplayableVideo[];
  /** Resolves a URL. */
  readonly get: (url: string) => IndexedFile | undefined;
  /** The video at a path, even if its name has no title. */
  readonly videoAt: (path: string) => IndexedVideo;
  readonly counts: () => { readonly videos: number; readonly folders: number };
  readonly skipped: () => readonly SkippedFile[];
}

interface Entry {
  readonly video: IndexedVideo;
  readonly path: string;
  readonly keys: readonly string[];
  readonly urls: readonly string[];
}

interface Unplayable {
  readonly video: UnplayableVideo;
  readonly keys: readonly string[];
}

/** `prefix`: the start of all URLs of the index. */
export function createFolderIndex(prefix: string): FolderIndex {
  const folders = new Map<
    string,
    {
      readonly scan: DirectoryScan;
      readonly entries: readonly Entry[];
      readonly unplayable: readonly Unplayable[];
    }
  >();
  const byKey = createTable<Entry>();
  const unplayableByKey = createTable<Unplayable>();
  const addresses = createAddresses(prefix);
  const byPath = new Map<string, IndexedVideo>();
  const denied = new Set<string>();
  let videos = 0;

  function add(found: FoundVideo): Entry {
    const entry = entryOf(found, addresses);
    byKey.add(entry);
    byPath.set(entry.path, entry.video);
    videos += 1;
    return entry;
  }

  function remove(entry: Entry): void {
    byKey.remove(entry);
    addresses.remove(entry.urls);
    byPath.delete(entry.path);
    videos -= 1;
  }

  function clear(folder: string): void {
    folders.get(folder)?.entries.forEach(remove);
    folders.get(folder)?.unplayable.forEach(unplayableByKey.remove);
    folders.delete(folder);
  }

  return {
    has: (folder) => folders.has(folder),
    scanOf: (folder) => folders.get(folder)?.scan,
    put: (folder, scan) => {
      clear(folder);
      denied.delete(folder);
      // Store the videos only in the entries, to save memory.
      folders.set(folder, {
        scan: { ...scan, videos: [], unplayable: [], unnamed: [], extras: [] },
        entries: scan.videos.map(add),
        unplayable: scan.unplayable.map((found) => unplayableByKey.add(unplayableOf(found))),
      });
    },
    deny: (folder) => void denied.add(folder),
    drop: (folder) => {
      const isGone = (each: string): boolean =>
        folder === '' || each === folder || each.startsWith(`${folder}/`);
      const gone = [...folders.keys()].filter(isGone);
      for (const each of [...denied].filter(isGone)) denied.delete(each);
      gone.forEach(clear);
      return gone;
    },
    find: (media) => {
      const found = byKey.all(searchKeys(media));
      return found.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ video }) => video);
    },
    findUnplayable: (media) => unplayableByKey.all(searchKeys(media)).map(({ video }) => video),
    get: addresses.get,
    videoAt: (path) =>
      byPath.get(path) ?? {
        claim: { titles: [], ids: {} },
        height: undefined,
        edition: undefined,
        captions: [],
        url: addresses.add({ path }),
        isPlaylist: isRemuxed(path),
      },
    counts: () => ({ videos, folders: folders.size }),
    skipped: () => [
      ...[...folders.values()].flatMap(({ scan }) => scan.skipped),
      ...[...denied].map((path) => ({ path, reason: 'unreadable' }) as const),
    ],
  };
}

const unplayableOf = ({ reading, reason, cause }: FoundUnplayable): Unplayable => ({
  video: { claim: reading.claim, reason, cause },
  keys: keysOf(reading),
});

interface Addresses {
  readonly add: (file: IndexedFile) => string;
  readonly remove: (urls: readonly string[]) => void;
  readonly get: (url: string) => IndexedFile | undefined;
}

function createAddresses(prefix: string): Addresses {
  const known = new Map<string, IndexedFile>();
  /** Returns the file of a converted playlist or segment, if browsers can play the file directly, too. */
  const fileOf = (url: string): IndexedFile | undefined => {
    const stem = CHILD_URL.exec(url)?.[1];
    const urls = stem === undefined ? [] : DIRECT_EXTENSIONS.map((each) => `${stem}.${each}`);
    return urls.flatMap((each) => known.get(each) ?? [])[0];
  };
  return {
    add: (file) => {
      // Use a hash, which prevents forged URLs from leading to other files.
      const id = hash('sha256', `${prefix}\0${file.path}`, 'base64url').slice(0, 32);
      const isCaption = file.language !== undefined;
      const isVtt = isCaption && !file.isOriginal;
      const url = isRemuxed(file.path)
        ? `${prefix}${id}/${MASTER_PLAYLIST}`
        : `${prefix}${id}.${isVtt ? 'vtt' : extension(file.path)}`;
      known.set(url, file);
      return url;
    },
    remove: (urls) => {
      for (const url of urls) known.delete(url);
    },
    get: (url) => known.get(url) ?? known.get(masterOf(url)) ?? fileOf(url),
  };
}

const MASTER_PLAYLIST = 'master.m3u8';

/** A segment or a playlist of a file. */
const CHILD_URL = /^(.*\/[\w-]{32})\/[\w/.-]*$/;

/** Returns whether the URL is one of the converted file, not of the file itself. */
export const isConverted = (url: string): boolean => CHILD_URL.test(url);

/** Returns the URL of the file itself, even if browsers receive it converted. */
export const fileUrlOf = (url: string, path: string): string =>
  `${masterOf(url).slice(0, -MASTER_PLAYLIST.length - 1)}.${extension(path)}`;

/** Returns the URL of the master playlist for the URL of a segment or another playlist of the file. */
export const masterOf = (url: string, capabilities?: Capabilities): string =>
  partOf(url, MASTER_PLAYLIST, capabilities);

/** Returns the URL of another resource of the same file. */
export const partOf = (url: string, name: string, capabilities?: Capabilities): string => {
  const stem = CHILD_URL.exec(url)?.[1] ?? url.replace(/\.\w+$/, '');
  const folder = capabilities ? `${stem}/${capabilitiesCode(capabilities)}` : stem;
  return `${folder}/${name}`;
};

function entryOf({ path, reading, captions }: FoundVideo, addresses: Addresses): Entry {
  const tracks = captions.map(({ path: file, language = 'en', ...marks }) => {
    const { kind, isStyled = false } = captionFormatOf(file) ?? TEXT;
    const isImage = kind === 'image';
    return {
      url: addresses.add(isImage ? { path: file } : { path: file, language }),
      original: isStyled ? addresses.add({ path: file, language, isOriginal: true }) : undefined,
      isImage,
      language,
      isForced: marks.isForced,
      isDefault: marks.isDefault,
      isHearingImpaired: marks.isHearingImpaired,
    };
  });
  const { claim, height, edition } = reading;
  const url = addresses.add({ path });
  const isPlaylist = isRemuxed(path);
  const video = { claim, height, edition, captions: tracks, url, isPlaylist };
  return {
    video,
    path,
    keys: keysOf(reading),
    urls: [
      url,
      ...tracks.flatMap((track) => [track.url, ...(track.original ? [track.original] : [])]),
    ],
  };
}

const TEXT = { kind: 'text', isStyled: false } as const;

interface Table<T> {
  /** Returns the entry. */
  readonly add: (entry: T) => T;
  readonly remove: (entry: T) => void;
  /** Returns the entries with any of these keys, without duplicates. */
  readonly all: (keys: readonly string[]) => readonly T[];
}

function createTable<T extends { readonly keys: readonly string[] }>(): Table<T> {
  // Most keys have one entry. A set would take five times the memory.
  const rows = new Map<string, T[]>();
  return {
    add: (entry) => {
      for (const key of entry.keys) {
        const row = rows.get(key);
        if (!row) rows.set(key, [entry]);
        else if (!row.includes(entry)) row.push(entry);
      }
      return entry;
    },
    remove: (entry) => {
      for (const key of entry.keys) {
        const row = rows.get(key)?.filter((other) => other !== entry) ?? [];
        if (row.length > 0) rows.set(key, row);
        else rows.delete(key);
      }
    },
    all: (keys) => [...new Set(keys.flatMap((key) => rows.get(key) ?? []))],
  };
}

function keysOf(reading: PlayableReading): string[] {
  const { titles, undatedTitle, ids } = reading.claim;
  const names = undatedTitle === undefined ? titles : [...titles, undatedTitle];
  const idKeys = [
    ...(ids.tmdb === undefined ? [] : [`tmdb:${ids.tmdb}`]),
    ...(ids.imdb === undefined ? [] : [`imdb:${ids.imdb}`]),
    ...names.map((title) => `title:${compactTitle(title)}`),
  ];
  if (reading.kind === 'movie') return idKeys.map((idKey) => `movie ${idKey}`);
  return reading.numbers.flatMap((number) =>
    idKeys.map((idKey) => `${reading.season}x${number} ${idKey}`),
  );
}

function searchKeys(media: ScrapeMedia): string[] {
  const prefixKey =
    media.type === 'movie' ? 'movie' : `${media.season.number}x${media.episode.number}`;
  return [
    `${prefixKey} tmdb:${media.tmdbId}`,
    ...(media.imdbId === undefined ? [] : [`${prefixKey} imdb:${media.imdbId}`]),
    `${prefixKey} title:${compactTitle(media.title)}`,
  ];
}
