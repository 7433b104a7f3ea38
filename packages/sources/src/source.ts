import type { ScrapeMedia, ScrapeMovie, ScrapeShow } from '@matinee/shared/media/media';
import type { EmbedRef, MissCause } from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { TitleMetadata } from './match.ts';
import type { Quality, Stream } from '@matinee/shared/media/stream';
import type { FilePlaylists } from './lower-qualities.ts';

/** The source or embed works but lacks the title. Users see "doesn't have it" instead of an error. */
export class NotFoundError extends Error {
  override name = 'NotFoundError';
  /** A reason that clients translate. */
  readonly missCause: MissCause | undefined;

  constructor(message: string, missCause?: MissCause) {
    super(message);
    this.missCause = missCause;
  }
}

export interface FetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: string;
  /** The size at which the body is truncated. Default: 2 MiB. */
  readonly maxBytes?: number;
  /** The timeout, including reading the body. Default: 10 s, or the operator's timeout for the source. */
  readonly timeoutMs?: number;
}

export interface FetchResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL after redirects. */
  readonly finalUrl: string;
  readonly body: string;
}

/** The only way a source reaches the network. Rejects on network errors and timeouts, but not on HTTP errors. */
export type Fetcher = (
  url: string,
  options: FetchOptions & { readonly signal: AbortSignal },
) => Promise<FetchResponse>;

/** A video file or an HLS stream on another server. */
export interface RemoteFile {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The file name, for the container if the URL doesn't tell it: `Film.mkv`. */
  readonly name?: string | undefined;
  /** Whether the file is an HLS stream, which is never converted. Undefined if the name doesn't tell. */
  readonly isPlaylist?: boolean | undefined;
}

/** The way that a browser plays a remote file: as it is, as a playlist of this server, or not at all. */
export type RemoteFileInfo =
  | DirectFile
  /** The browser lacks the audio codec, but players show the video. */
  | { readonly plays: 'silently' }
  | ConvertedFile
  | { readonly plays: 'never'; readonly format: string; readonly part: MissCause['part'] };

interface DirectFile extends FilePlaylists {
  readonly plays: 'direct';
  /** The quality by the size of the picture. Undefined for an HLS stream. */
  readonly quality?: Quality;
}

interface ConvertedFile {
  readonly plays: 'converted';
  readonly playlist: string;
  readonly timeline: string;
  /** The URL of `EmbeddedSubtitles`, if there are any. */
  readonly embeddedSubtitles: string | undefined;
}

/** Reads the container, or the playlist and the beginning of a segment. Rejects if that fails. */
export type InspectFile = (
  file: RemoteFile,
  options: Pick<RunContext, 'capabilities' | 'signal'>,
) => Promise<RemoteFileInfo>;

export interface RunContext {
  /** Already bound to the run's signal. */
  readonly fetch: (url: string, options?: FetchOptions) => Promise<FetchResponse>;
  /** 0 to 100. */
  readonly progress: (percentage: number) => void;
  /** Logs the reason for skipping something. Users don't see it. */
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
  /** The capabilities of the viewer's browser. Undefined if the client didn't send them. */
  readonly capabilities: Capabilities | undefined;
  /** Unset if the server doesn't convert files of this source. */
  readonly inspectFile?: InspectFile | undefined;
  /** Returns the catalog's metadata of a movie by its TMDB ID, independent of the client's values. */
  readonly getMetadata: (tmdbId: string) => Promise<TitleMetadata | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type SourceContext<M extends ScrapeMedia = ScrapeMedia> = RunContext & { readonly media: M };

export type EmbedContext = RunContext & { readonly url: string };

export interface SourceResult {
  readonly embeds: readonly EmbedRef[];
  readonly streams: readonly Stream[];
}

/**
 * The operator's trust in a source. It decides which hosts its requests reach, how the stream relay handles its
 * streams, and which users see them:
 * - `public`: built in, or a service that unknown people run. Its requests reach the public internet and configured
 *   services. Every upload must pass the rights gate (`rights.ts`). Streams play from their own URL. With
 *   `STREAM_RELAY=all`, the relay forwards streams that a page can't fetch.
 * - `named`: a third-party service that the operator chose, such as an add-on. It needs no rights gate, because the
 *   operator is responsible for it. The relay forwards streams that a page can't fetch, and hides private addresses.
 * - `own`: the operator's server, disk or list. Its requests may reach private hosts. All its streams pass through the
 *   relay, to hide addresses and keys from clients. Only signed-in accounts see it, unless `OWN_SOURCES` says
 *   otherwise.
 */
export type SourceTrust = 'public' | 'named' | 'own';

/** The scheme of files that the server itself serves. Only for sources that the operator chose. */
export const LIBRARY_SCHEME = 'library:';

/** Implemented by each folder under `sources/`. The README shows how to add one. */
export interface Source {
  /** In kebab case. Unique among sources and embeds. */
  readonly id: string;
  readonly name: string;
  /** Higher ranks are tried earlier. Unique among sources. */
  readonly rank: number;
  /** `server` if the source needs an index, a disk or a key. */
  readonly runsIn: 'server' | 'anywhere';
  /** Default: `public`. */
  readonly trust?: SourceTrust;
  readonly movie?: ((context: SourceContext<ScrapeMovie>) => Promise<SourceResult>) | undefined;
  readonly show?: ((context: SourceContext<ScrapeShow>) => Promise<SourceResult>) | undefined;
}

export interface Embed {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly run: (context: EmbedContext) => Promise<readonly Stream[]>;
}

/** Base URLs of services without a trailing slash. Mirrors and test doubles can replace them. */
export interface SourceAddresses {
  readonly internetArchive: string;
  /** Collections, and email addresses of uploaders. Their items pass the rights gate. */
  readonly trustedInArchive?: readonly string[];
  /** Base URLs that replace a PeerTube host's default, by host name. */
  readonly peertubeHosts: Readonly<Record<string, string>>;
}
