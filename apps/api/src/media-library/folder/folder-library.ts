import type { SkipReason } from '@matinee/shared/contract/library';
import { namedLines } from '@matinee/shared/media/resolution';
import { NotFoundError } from '@matinee/sources/source';
import type {
  FolderLibrary,
  FilesOfTitle,
  VideoInfo,
} from '@matinee/sources/sources/folder/folder-library';
import { languageCode } from '@matinee/sources/caption-language';
import { LRUCache } from 'lru-cache';
import { countLookup } from '#lib/measurements.ts';
import { Readable } from 'node:stream';
import type { Library, OpenOptions } from '#stream-relay/stream-source.ts';
import { UpstreamError, type UpstreamResponse } from '#proxy/http-client.ts';
import { toWebVtt } from '@matinee/shared/subtitles/convert';
import { decode } from '@matinee/shared/subtitles/encoding';
import {
  createFolderIndex,
  fileUrlOf,
  isConverted,
  masterOf,
  partOf,
  type FolderIndex,
} from './folder-index.ts';
import { createScanner, describeScan } from './scanner.ts';
import { readPart, type FileStore } from './file-store.ts';
import { unplayableReason, type SkippedFile } from './scan-directory.ts';
import { isRemuxed } from './extensions.ts';
import {
  createRemuxer,
  DIRECT_TIMELINE,
  EMBEDDED_SUBTITLES,
  playlistsOf,
  textTrackName,
  TIMELINE,
  type InspectOptions,
  type Remuxer,
} from '#media-library/remux/remuxer.ts';
import { listTextTracks } from '#media-library/remux/mp4/mp4-subtitles.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import {
  THUMBNAIL_TRACK,
  THUMBNAIL_URL,
  type StoreThumbnails,
} from '#media-library/thumbnails/thumbnails.ts';
import { createFolderWatcher } from './folder-watcher.ts';
import type { AddSkipTimes } from '#media-library/segments/skip-times.ts';
import type { TitlesOfStore } from '#media-library/titles/library-stores.ts';

export interface ScannedLibraryOptions {
  readonly store: FileStore;
  /** The start of all URLs of this library, and of no others: `library:folder-0/`. */
  readonly prefix: string;
  /** Converts videos that browsers can't play. */
  readonly transcoder: Transcoder;
  /** The interval between full scans. */
  readonly refreshMs?: number;
  /** The delay between a change and its scan, because changes come in bursts. */
  readonly settleMs?: number;
  readonly limits?: { readonly videos: number; readonly folders: number; readonly depth: number };
  readonly log: {
    readonly info: (message: string) => void;
    readonly warn: (message: string) => void;
  };
  /** Called after each scan. */
  readonly onScanned?: () => void;
  /** Called when a client reads a file. */
  readonly onRead?: () => void;
  /** Pictures over the timeline. */
  readonly thumbnails?: StoreThumbnails | undefined;
  /** The index of titles. It may contain corrections of the titles that file names give. */
  readonly titles?: TitlesOfStore | undefined;
  readonly addSkipTimes?: AddSkipTimes | undefined;
}

/** A library that a source searches and the stream relay opens. */
export interface ScannedLibrary extends FolderLibrary, Library {
  /** Returns files that aren't offered, with the reasons. */
  readonly skipped: () => readonly SkippedFile[];
  readonly counts: FolderIndex['counts'];
  /** Scans everything now. */
  readonly refresh: () => Promise<void>;
  /** Scans everything in the background at intervals. Returns a function that stops the scans. */
  readonly start: () => () => Promise<void>;
}

const REFRESH_MS = 15 * 60_000;
const SETTLE_MS = 2_000;
const LIMITS = { videos: 250_000, folders: 50_000, depth: 10 };
const CAPTION_BYTES = 5 * 1024 * 1024;
const MAX_CACHED_FACTS = 10_000;

export function createScannedLibrary(options: ScannedLibraryOptions): ScannedLibrary {
  const { store, prefix, refreshMs = REFRESH_MS } = options;
  const index = createFolderIndex(prefix);
  const { titles, addSkipTimes } = options;
  const remuxer = createRemuxer(store, options.transcoder, {
    segmentsOf: titles?.segmentsOf,
    addSkipTimes: async (path, timeline, signal) =>
      addSkipTimes ? await addSkipTimes(timeline, titles?.titleOf(path), signal) : timeline,
  });
  const scans = createScanQueue(options, index);
  return {
    prefix,
    // An administrator's correction of a file overrides everything else.
    find: (media) =>
      index
        .find(media)
        .filter(({ url }) => options.titles?.isPinned(index.get(url)?.path ?? '') !== true),
    findUnplayable: index.findUnplayable,
    findByTitleId: (media) => filesOfTitle(index, options.titles?.pathsOf(media) ?? []),
    inspect: createInspect({ store, index, remuxer }, options.thumbnails !== undefined),
    isComplete: scans.isComplete,
    open: (url, openOptions) => {
      const thumbnail = THUMBNAIL_URL.exec(url)?.[1];
      const path = index.get(url)?.path;
      if (thumbnail !== undefined && path !== undefined && options.thumbnails)
        return options.thumbnails.open(path, thumbnail, openOptions);
      options.onRead?.();
      return openFile({ store, index, remuxer }, url, openOptions);
    },
    skipped: () => skippedFiles(index.skipped(), options.titles),
    counts: index.counts,
    refresh: scans.scanAll,
    start: () => {
      void scans.scanAll();
      // Start early: testing a graphics card takes seconds.
      void options.transcoder.findFfmpeg();
      const timer = setInterval(() => void scans.scanAll(), refreshMs).unref();
      return async () => {
        clearInterval(timer);
        remuxer.close();
        await scans.stop();
      };
    },
  };
}

interface ScanQueue {
  readonly scanAll: () => Promise<void>;
  readonly isComplete: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Runs one scan after another, to keep an older scan from overwriting a newer one. */
function createScanQueue(options: ScannedLibraryOptions, index: FolderIndex): ScanQueue {
  const { store, log, limits = LIMITS, settleMs = SETTLE_MS, onScanned, titles } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  let isComplete = false;
  let reported = '';
  let last: Promise<void> = Promise.resolve();
  let pending: Promise<void> | undefined;

  const { warn } = log;
  const onChanged = (folders: readonly string[]): void =>
    void enqueue(async () => {
      for (const folder of folders) if (index.has(folder)) await scanner.rescan(folder);
    });
  const watch = createFolderWatcher({ store, settleMs, onChanged, warn });
  const { add: onFound, remove: onDropped } = watch;
  const indexer = titles?.indexer;
  const scanner = createScanner({
    store,
    index,
    limits,
    warn,
    onFound,
    onDropped,
    indexer,
    signal,
  });

  function enqueue(task: () => Promise<void>): Promise<void> {
    last = last.then(async () => {
      try {
        if (!signal.aborted) await task();
      } catch (error) {
        if (!signal.aborted) warn(`${store.name}: scan failed: ${String(error)}`);
      }
      if (!signal.aborted) onScanned?.();
    });
    return last;
  }

  async function scanEverything(): Promise<void> {
    await scanner.scan('');
    isComplete = true;
    const now = describeScan(store.name, index);
    if (now !== reported) log.info(now);
    reported = now;
  }

  function scanAll(): Promise<void> {
    pending ??= enqueue(scanEverything).finally(() => (pending = undefined));
    return pending;
  }

  return {
    scanAll,
    isComplete: () => isComplete,
    stop: async () => {
      stopped.abort();
      watch.stop();
      await last;
    },
  };
}

function filesOfTitle(index: FolderIndex, paths: readonly string[]): FilesOfTitle {
  const unplayable = paths.flatMap((path) => {
    const why = unplayableReason(path.split('/').at(-1) ?? path);
    return why === undefined ? [] : [{ path, ...why }];
  });
  const videos = paths.filter((path) => !unplayable.some((file) => file.path === path));
  return { videos: videos.map(index.videoAt), unplayable };
}

/** Leaves out files that an administrator has matched. */
function skippedFiles(
  files: readonly SkippedFile[],
  titles: ScannedLibraryOptions['titles'],
): readonly SkippedFile[] {
  if (!titles) return files;
  return files
    .filter(({ path }) => !titles.isPinned(path))
    .map((file) =>
      VIDEO_REASONS.has(file.reason) ? { ...file, file: titles.idOf(file.path) } : file,
    );
}

/** Reasons to skip a video, not only its captions or notes. */
const VIDEO_REASONS: ReadonlySet<SkipReason> = new Set([
  'airDate',
  'noEpisodeNumber',
  'noSeason',
  'noShowTitle',
  'noTitle',
  'partOfMovie',
]);

interface OpenContext {
  readonly store: FileStore;
  readonly index: FolderIndex;
  readonly remuxer: Remuxer;
}

async function openFile(
  { store, index, remuxer }: OpenContext,
  url: string,
  options: OpenOptions,
): Promise<UpstreamResponse> {
  const file = index.get(url);
  if (!file) throw new NotFoundError("This file doesn't exist.");
  const { path, language, isOriginal = false } = file;
  if (isConverted(url)) return await remuxer.open(url, path, options);
  if (language === undefined) return { ...(await store.open(path, options)), finalUrl: url };
  const { method, signal } = options;
  const bytes = await readPart(store, path, { maxBytes: CAPTION_BYTES, signal });
  const body = Buffer.from(
    isOriginal ? decode(bytes, { language }) : await webVtt(bytes, language),
  );
  return {
    status: 200,
    headers: {
      'content-type': isOriginal ? 'text/plain; charset=utf-8' : 'text/vtt',
      'content-length': String(body.length),
    },
    finalUrl: url,
    body: Readable.from(method === 'HEAD' ? [] : [body]),
  };
}

async function webVtt(bytes: Buffer, language: string): Promise<string> {
  try {
    return await toWebVtt(bytes, { language });
  } catch (error) {
    throw new UpstreamError("The subtitle file couldn't be read.", { cause: error });
  }
}

function createInspect(
  { store, index, remuxer }: OpenContext,
  hasThumbnails: boolean,
): FolderLibrary['inspect'] {
  async function inspectConverted(url: string, path: string, options: InspectOptions) {
    const { capabilities } = options;
    const { height, seconds, unplayable, subtitles } = await remuxer.inspect(path, options);
    // Send the file as it is, because some browsers may play it.
    if (unplayable && !capabilities && !isRemuxed(path))
      return { height, seconds, timeline: partOf(url, DIRECT_TIMELINE) };
    if (unplayable)
      return { height, seconds, unplayable: { ...unplayable, url: fileUrlOf(url, path) } };
    const timeline = partOf(url, TIMELINE, capabilities);
    const embeddedSubtitles =
      subtitles?.isListed === true ? partOf(url, EMBEDDED_SUBTITLES, capabilities) : undefined;
    const playlist = masterOf(url, capabilities);
    return { height, seconds, playlist, timeline, embeddedSubtitles };
  }

  async function inspectDirect(url: string, path: string, options: InspectOptions) {
    const facts = await remuxer.inspectDirect(path, options);
    if (!facts) return undefined;
    const { size, seconds } = facts;
    return {
      height: size && namedLines(size),
      seconds,
      timeline: partOf(url, DIRECT_TIMELINE),
      ...playlistsOf(facts, (name) => partOf(url, name, options.capabilities)),
    };
  }

  /** Returns an empty list if captions can't be read, because the video still plays. */
  async function captionsIn(url: string, path: string, options: InspectOptions, playlist: boolean) {
    if (!HAS_TEXT_TRACKS.test(path)) return [];
    const tracks = await listTextTracks(store, path, options.signal).catch(() => []);
    return tracks.map(({ language, isForced, isDefault }, index) => ({
      url: partOf(url, textTrackName(index), playlist ? options.capabilities : undefined),
      language: languageCode(language) ?? 'und',
      isForced,
      isDefault,
      isHearingImpaired: false,
    }));
  }

  const known = new LRUCache<string, VideoInfo>({ max: MAX_CACHED_FACTS });
  return async (url, options) => {
    const { capabilities, signal } = options;
    const key = capabilities ? masterOf(url, capabilities) : url;
    const before = known.get(key);
    const path = index.get(url)?.path;
    if (path !== undefined) countLookup('file facts', before ? 'hit' : 'miss');
    if (before || path === undefined) return before ?? NOTHING;
    try {
      const direct = isRemuxed(path) ? undefined : await inspectDirect(url, path, options);
      const found = direct ?? (await inspectConverted(url, path, options));
      const captions = await captionsIn(url, path, options, direct === undefined);
      const facts = {
        ...found,
        ...(captions.length > 0 && { captions }),
        ...(hasThumbnails && { thumbnails: partOf(url, THUMBNAIL_TRACK) }),
      };
      known.set(key, facts);
      return facts;
    } catch {
      signal.throwIfAborted();
      return NOTHING;
    }
  };
}

/** The playlist lists the subtitles of other containers. */
const HAS_TEXT_TRACKS = /\.(?:mp4|m4v|mov)$/i;

const NOTHING: VideoInfo = { height: undefined, seconds: undefined };
