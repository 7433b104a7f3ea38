import type { SkippedFiles } from '@matinee/shared/contract/library';
import type { Fetcher, Source } from '@matinee/sources/source';
import type { MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import { manifest } from '@matinee/sources/sources/manifest/manifest';
import { peertube } from '@matinee/sources/sources/peertube/peertube';
import { stremioAddons } from '@matinee/sources/sources/stremio/stremio';
import { createManifestLibrary } from '#media-library/manifest/manifest-library.ts';
import { createFolders } from '#media-library/folders.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import type { HttpClient } from '#proxy/http-client.ts';
import type { Library } from '#stream-relay/stream-source.ts';
import type { Config } from '#config/config.ts';
import { jellyfin } from '@matinee/sources/sources/jellyfin/jellyfin';
import { createTranscodeSessions } from '#media-library/jellyfin/transcode-sessions.ts';
import { jellyfinPlaylists } from '#media-library/jellyfin/playlist.ts';
import {
  pollIndex,
  type PolledIndex,
  type PolledIndexOptions,
} from '#media-library/jellyfin/title-index.ts';

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
}

export interface OperatorSources {
  readonly sources: readonly Source[];
  /** Open URLs that begin with `library:`. */
  readonly libraries: readonly Library[];
  /** False until the first scan of all folders has finished. */
  readonly isComplete: () => boolean;
  /** Files of the folders that are neither a movie nor an episode, and why. */
  readonly skippedFiles: () => SkippedFiles['files'];
  /** Starts loading and polling; returns a function to stop. */
  readonly start: () => () => Promise<void>;
}

interface Part {
  readonly sources: readonly Source[];
  readonly libraries?: readonly Library[];
  readonly isComplete?: () => boolean;
  readonly skippedFiles?: () => SkippedFiles['files'];
  readonly start?: () => () => Promise<void>;
}

/** Sources that the operator configured, besides the built-in ones. */
export function createOperatorSources(options: OperatorSourcesOptions): OperatorSources {
  const parts = [
    peertubeOf(options),
    addonsOf(options),
    manifestOf(options),
    foldersOf(options),
    ...mediaServersOf(options),
  ];
  return {
    sources: parts.flatMap(({ sources }) => sources),
    libraries: parts.flatMap(({ libraries = [] }) => libraries),
    isComplete: () => parts.every(({ isComplete }) => isComplete?.() !== false),
    skippedFiles: () => parts.flatMap(({ skippedFiles }) => skippedFiles?.() ?? []),
    start: () => {
      const stops = parts.map(({ start }) => start?.());
      return async () => {
        await Promise.all(stops.map(async (stop) => stop?.()));
      };
    },
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
  return stremioAddons({ urls: config.STREMIO_ADDONS, runsIn: 'server', fetch, warn });
}

function manifestOf({ config, fetch, warn }: OperatorSourcesOptions): Part {
  if (config.MANIFEST === undefined) return { sources: [] };
  const library = createManifestLibrary({ location: config.MANIFEST, fetch, warn });
  return { sources: [manifest({ library })], start: library.start };
}

function foldersOf(options: OperatorSourcesOptions): Part {
  const { config, upstream, userAgent, titles, warn, logInfo } = options;
  // Without the relay, their files could not be served.
  if (config.STREAM_RELAY === 'off') return { sources: [] };
  return createFolders({
    folders: config.MEDIA_FOLDERS,
    webdav: {
      url: config.WEBDAV_URL,
      user: config.WEBDAV_USER,
      password: config.WEBDAV_PASSWORD,
    },
    upstream,
    userAgent,
    titles,
    transcoder: createTranscoder(createFfmpegCheck(config.TRANSCODE)),
    log: { info: logInfo, warn },
  });
}

function mediaServersOf({ config, fetch, now, warn }: OperatorSourcesOptions): Part[] {
  const { JELLYFIN_URL, JELLYFIN_API_KEY, EMBY_URL, EMBY_API_KEY } = config;
  const named = [
    { product: 'jellyfin', base: JELLYFIN_URL, apiKey: JELLYFIN_API_KEY } as const,
    { product: 'emby', base: EMBY_URL, apiKey: EMBY_API_KEY } as const,
  ];
  return named.flatMap(({ product, base, apiKey }) => {
    // Without the relay, their streams could not be served.
    if (base === undefined || apiKey === undefined || config.STREAM_RELAY === 'off') return [];
    const server: MediaServer = { product, base, apiKey };
    const connection = createJellyfinConnection({
      server,
      fetch,
      now,
      random: Math.random,
      log: warn,
    });
    return {
      sources: [connection.source],
      libraries: [connection.library],
      start: connection.start,
    };
  });
}

/** The source and library of one media server. */
export interface JellyfinConnection {
  readonly source: Source;
  /** Opens its playlists, and stops transcoding for viewers who have left. */
  readonly library: Library;
  /** Reads its index in the background; returns a function to stop. */
  readonly start: () => () => Promise<void>;
}

function createJellyfinConnection(options: PolledIndexOptions): JellyfinConnection {
  const { server, fetch } = options;
  const index = server.product === 'emby' ? NO_INDEX : pollIndex(options);
  const transcodes = createTranscodeSessions(options);
  return {
    source: jellyfin({ server, library: index.library }),
    library: { ...jellyfinPlaylists(server, fetch), observer: transcodes.observer },
    start: () => {
      const stop = index.start();
      return async () => {
        await Promise.all([stop(), transcodes.stop()]);
      };
    },
  };
}

/** Emby supports search by provider id. */
const NO_INDEX: PolledIndex = {
  library: { find: () => undefined, missed: () => undefined },
  start: () => async () => undefined,
};
