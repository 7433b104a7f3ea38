import type { SkippedFiles } from '@matinee/shared/contract/library';
import type { Fetcher, Source } from '@matinee/sources/source';
import type { MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import { manifest } from '@matinee/sources/sources/manifest/manifest';
import { peertube } from '@matinee/sources/sources/peertube/peertube';
import { stremioAddons } from '@matinee/sources/sources/stremio/stremio';
import { libraryItem } from '#media-library/manifest/library-entries.ts';
import { createManifestLibrary } from '#media-library/manifest/manifest-library.ts';
import { describeCounts } from '#media-library/titles/indexers/item-indexer.ts';
import { createFolders } from '#media-library/folders.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import type { HttpClient } from '#proxy/http-client.ts';
import type { Library } from '#stream-relay/stream-source.ts';
import type { Config } from '#config/config.ts';
import { countRetry } from '#lib/measurements.ts';
import { createSkipTimes, type AddSkipTimes } from '#media-library/segments/skip-times.ts';
import { createJellyfinConnection } from '#media-library/jellyfin/connection.ts';
import { seasonFinder } from '#media-library/jellyfin/import-watch-state.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { OwnerProgress } from '#user-data/owner-progress.ts';

export interface OperatorSourcesOptions {
  readonly config: Config;
  readonly fetch: Fetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly upstream: HttpClient;
  readonly userAgent: string;
  readonly warn: (message: string) => void;
  /** Logs information for the operator. */
  readonly logInfo: (message: string) => void;
  readonly titles: LibraryTitles;
  /** The progress of the owner's account. */
  readonly ownerProgress: OwnerProgress;
  /** The catalog with the library's titles. */
  readonly fetchCatalog: Catalog['get'];
  /** Converts videos that browsers can't play. */
  readonly transcoder: Transcoder;
}

export interface OperatorSources {
  readonly sources: readonly Source[];
  /** Open URLs that begin with `library:`. */
  readonly libraries: readonly Library[];
  /** False until the first scan of all folders has finished. */
  readonly isComplete: () => boolean;
  /** Returns files of the folders that are neither a movie nor an episode, with the reasons. */
  readonly skippedFiles: () => SkippedFiles['files'];
  /** Starts loading and polling. Returns a function that stops them. */
  readonly start: () => () => Promise<void>;
}

interface Part {
  readonly sources: readonly Source[];
  readonly libraries?: readonly Library[];
  readonly isComplete?: () => boolean;
  readonly skippedFiles?: () => SkippedFiles['files'];
  readonly start?: () => () => Promise<void>;
  /** Starts to read titles into the loaded index. Returns a function that stops it. */
  readonly read?: () => () => Promise<void>;
}

/** Sources that the operator configured, besides the built-in ones. */
export function createOperatorSources(options: OperatorSourcesOptions): OperatorSources {
  const { config, fetch, now } = options;
  const addSkipTimes = createSkipTimes({ base: config.SKIP_TIMES_URL, fetch, now });
  const parts = [
    peertubeOf(options),
    addonsOf(options),
    manifestOf(options),
    foldersOf({ ...options, addSkipTimes }),
    ...mediaServersOf({ ...options, addSkipTimes }),
  ];
  return {
    sources: parts.flatMap(({ sources }) => sources),
    libraries: parts.flatMap(({ libraries = [] }) => libraries),
    isComplete: () => parts.every(({ isComplete }) => isComplete?.() !== false),
    skippedFiles: () => parts.flatMap(({ skippedFiles }) => skippedFiles?.() ?? []),
    start: () => startAll(parts, options),
  };
}

/** Starts reading own sources only after the index of titles is loaded. Otherwise known titles would get new IDs. */
function startAll(parts: readonly Part[], { titles }: OperatorSourcesOptions): () => Promise<void> {
  const stops = parts.map(({ start }) => start?.());
  const stopReading = parts.some(({ read }) => read) ? startReading(parts, titles) : undefined;
  return async () => {
    await Promise.all([stopReading?.(), ...stops.map(async (stop) => stop?.())]);
  };
}

function startReading(parts: readonly Part[], titles: LibraryTitles): () => Promise<void> {
  const stopped = new AbortController();
  const stopTitles = titles.start();
  const started = titles.load(stopped.signal).then(
    () => parts.map(({ read }) => read?.()),
    () => [],
  );
  return async () => {
    stopped.abort();
    const stops = await started;
    await Promise.all(stops.map(async (stop) => stop?.()));
    await stopTitles();
  };
}

function peertubeOf({ config }: OperatorSourcesOptions): Part {
  const source = peertube({
    index: config.PEERTUBE_SEARCH === 'true' ? config.PEERTUBE_SEARCH_URL : undefined,
    instances: config.PEERTUBE_INSTANCES,
    trusted: config.PEERTUBE_TRUSTED,
    hosts: config.PEERTUBE_HOSTS,
  });
  return { sources: source ? [source] : [] };
}

function addonsOf({ config, fetch, warn }: OperatorSourcesOptions): Part {
  return stremioAddons({
    urls: config.STREMIO_ADDONS,
    runsIn: 'server',
    fetch,
    warn,
    onRetry: () => countRetry('add-on'),
  });
}

function manifestOf({ config, fetch, titles, warn, logInfo }: OperatorSourcesOptions): Part {
  if (config.MANIFEST === undefined) return { sources: [] };
  const nameOf = (): string => library.name() ?? 'Manifest';
  const { indexer, pathsOf } = titles.addItems({
    key: 'manifest',
    get name() {
      return nameOf();
    },
  });
  const library = createManifestLibrary({
    location: config.MANIFEST,
    fetch,
    warn,
    keyOf: (media) => pathsOf(media)[0],
    onChange: ({ entries }) => {
      indexer.put(entries.map(libraryItem));
      logInfo(`${nameOf()}: ${describeCounts(indexer.settle())}`);
      titles.afterScan();
    },
  });
  return {
    sources: [manifest({ library })],
    isComplete: library.isComplete,
    read: library.start,
  };
}

type RelayedConfig = Pick<
  Config,
  'MEDIA_FOLDERS' | 'WEBDAV_URL' | 'JELLYFIN_URL' | 'EMBY_URL' | 'STREAM_RELAY'
>;

/** Returns whether folders or media servers are left out because the stream relay is turned off. */
export function needsRelay(config: RelayedConfig): boolean {
  const { STREAM_RELAY, MEDIA_FOLDERS, WEBDAV_URL, JELLYFIN_URL, EMBY_URL } = config;
  const isConfigured =
    MEDIA_FOLDERS.length > 0 || [WEBDAV_URL, JELLYFIN_URL, EMBY_URL].some((url) => url);
  return STREAM_RELAY === 'off' && isConfigured;
}

interface OwnLibraryOptions extends OperatorSourcesOptions {
  readonly addSkipTimes: AddSkipTimes;
}

function foldersOf(options: OwnLibraryOptions): Part {
  const { addSkipTimes } = options;
  const { config, upstream, userAgent, titles, transcoder, warn, logInfo } = options;
  // The server can't serve their files without the relay.
  if (config.STREAM_RELAY === 'off') return { sources: [] };
  const { start, ...folders } = createFolders({
    folders: config.MEDIA_FOLDERS,
    webdav: {
      url: config.WEBDAV_URL,
      user: config.WEBDAV_USER,
      password: config.WEBDAV_PASSWORD,
    },
    upstream,
    userAgent,
    titles,
    transcoder,
    detectsSegments: config.SEGMENT_DETECTION === 'auto',
    addSkipTimes,
    thumbnailBytes: config.THUMBNAILS_MAX_MIB * 1024 * 1024,
    log: { info: logInfo, warn },
  });
  return folders.libraries.length === 0 ? folders : { ...folders, read: start };
}

function mediaServersOf(options: OwnLibraryOptions): Part[] {
  const { config, warn } = options;
  const { JELLYFIN_URL, JELLYFIN_API_KEY, JELLYFIN_USER } = config;
  const { EMBY_URL, EMBY_API_KEY, EMBY_USER } = config;
  const named = [
    {
      product: 'jellyfin',
      base: JELLYFIN_URL,
      apiKey: JELLYFIN_API_KEY,
      user: JELLYFIN_USER,
    } as const,
    { product: 'emby', base: EMBY_URL, apiKey: EMBY_API_KEY, user: EMBY_USER } as const,
  ];
  const watching = {
    progress: options.ownerProgress,
    findSeason: seasonFinder(options.fetchCatalog),
    imageUrl: config.TMDB_IMAGE_URL,
  };
  return named.flatMap(({ product, base, apiKey, user }) => {
    // The server can't serve their streams without the relay.
    if (base === undefined || apiKey === undefined || config.STREAM_RELAY === 'off') return [];
    const server: MediaServer = { product, base, apiKey };
    const connection = createJellyfinConnection({
      ...options,
      server,
      random: Math.random,
      log: warn,
      watching: user === undefined ? undefined : { ...watching, user },
    });
    return {
      sources: [connection.source],
      libraries: [connection.library],
      isComplete: connection.isComplete,
      read: connection.start,
    };
  });
}
