import type { ScrapeMedia, ScrapeMovie, ScrapeShow } from '@matinee/shared/media/media';
import type { EmbedRef, MissCause } from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { TitleMetadata } from './match.ts';
import type { Quality, Stream } from '@matinee/shared/media/stream';
import type { FilePlaylists } from './lower-qualities.ts';

/** Thrown by a source or an embed that works but lacks the title. Users see "doesn't have it" instead of an error. */
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
  /** Truncates the body. Default 2 MiB. */
  readonly maxBytes?: number;
  /** Includes reading the body. Default 10 s, or the operator's timeout for the source. */
  readonly timeoutMs?: number;
}

export interface FetchResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** After redirects. */
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
  /** Tells its container where the URL doesn't: `Film.mkv`. */
  readonly name?: string | undefined;
  /** It is an HLS stream, which is never converted. Undefined if its name doesn't tell. */
  readonly isPlaylist?: boolean | undefined;
}

/** The way of a remote file to the viewer's browser: as it is, as a playlist of this server, or not at all. */
export type RemoteFileInfo =
  | DirectFile
  /** The browser lacks the codec of the sound, and players show the picture all the same. */
  | { readonly plays: 'silently' }
  | ConvertedFile
  | { readonly plays: 'never'; readonly format: string; readonly part: MissCause['part'] };

interface DirectFile extends FilePlaylists {
  readonly plays: 'direct';
  /** According to the size of its picture. Undefined for an HLS stream. */
  readonly quality?: Quality;
}

interface ConvertedFile {
  readonly plays: 'converted';
  readonly playlist: string;
  readonly timeline: string;
  /** The URL of `EmbeddedSubtitles`, if there are any. */
  readonly embeddedSubtitles: string | undefined;
}

/** Reads the container, or the playlist and the beginning of a segment. Rejects if that is impossible. */
export type InspectFile = (
  file: RemoteFile,
  options: Pick<RunContext, 'capabilities' | 'signal'>,
) => Promise<RemoteFileInfo>;

export interface RunContext {
  /** Already bound to the run's signal. */
  readonly fetch: (url: string, options?: FetchOptions) => Promise<FetchResponse>;
  /** 0 to 100. */
  readonly progress: (percentage: number) => void;
  /** Logs why something was skipped; not shown to users. */
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
  /** The capabilities of the viewer's browser; undefined if the client didn't send them. */
  readonly capabilities: Capabilities | undefined;
  /** Unset if the server doesn't convert files of this source. */
  readonly inspectFile?: InspectFile | undefined;
  /** The catalog's metadata of a movie, by TMDB id; independent of what the client sent. */
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
 * The operator's trust in a source. Decides what its requests reach, what the stream relay does with its streams,
 * and who sees them:
 * - `public`: built in, or a service that unknown people run. Its requests reach the public internet and configured
 *   services. Every upload passes the rights gate (`rights.ts`). Streams play from their own address; the relay carries
 *   those that a page cannot fetch only with `STREAM_RELAY=all`.
 * - `named`: a service of others that the operator chose, such as an add-on. It needs no rights gate, because the
 *   operator is responsible for it. The relay carries what a page cannot fetch itself, and hides private addresses.
 * - `own`: the operator's server, disk or list. Its requests may reach private hosts. All its streams pass through the
 *   relay, so that no address or key reaches a client. Only signed-in accounts see it, unless `OWN_SOURCES` says
 *   otherwise.
 */
export type SourceTrust = 'public' | 'named' | 'own';

/** Begins the address of a file that the server serves itself; only for sources that the operator chose. */
export const LIBRARY_SCHEME = 'library:';

/** Implemented by each folder under `sources/`. The README shows how to add one. */
export interface Source {
  /** Kebab case, unique among sources and embeds. */
  readonly id: string;
  readonly name: string;
  /** Higher is tried earlier; unique among sources. */
  readonly rank: number;
  /** `server` if it needs an index, a disk or a key. */
  readonly runsIn: 'server' | 'anywhere';
  /** Default `public`. */
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

/** Base URLs of services, replaceable by mirrors and test doubles. No trailing slash. */
export interface SourceAddresses {
  readonly internetArchive: string;
  /** Collections, and uploaders by email address, whose items pass the rights gate. */
  readonly trustedInArchive?: readonly string[];
  /** Base URLs that replace a PeerTube host's default, by host name. */
  readonly peertubeHosts: Readonly<Record<string, string>>;
}
