import type { ScrapeMedia, ScrapeMovie, ScrapeShow } from '@matinee/shared/media/media';
import type { EmbedRef, MissCause } from '@matinee/shared/contract/scrape';
import type { TitleMetadata } from './title-metadata.ts';
import type { Stream } from '@matinee/shared/media/stream';

/** Thrown by a source or an embed that works but has not got the title: shown as "doesn't have it", not as an error. */
export class NotFoundError extends Error {
  override name = 'NotFoundError';
  /** For viewers, in their language. */
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
  /** Bytes read at most; the rest of the answer is dropped. Default 2 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds until the whole answer must be there. Default 10 000, or what the operator has set for the source. */
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

/** The only way a source reaches the network. Rejects on network failure or time-out; HTTP errors are answers. */
export type Fetcher = (
  url: string,
  options: FetchOptions & { readonly signal: AbortSignal },
) => Promise<FetchResponse>;

export interface RunContext {
  /** Already bound to the run's signal. */
  readonly fetch: (url: string, options?: FetchOptions) => Promise<FetchResponse>;
  /** 0 to 100. */
  readonly progress: (percentage: number) => void;
  /** For the log, not for the viewer: why something was skipped. */
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
  /** Of the film with that TMDB id, whatever a visitor says of it; undefined where nobody knows. */
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

/** Begins the address of something that a library on the server serves itself; only own sources may use it. */
export const LIBRARY_SCHEME = 'library:';

/** What a contributor implements; one folder a source under `sources/`. */
export interface Source {
  /** Kebab case, unique among sources and embeds. */
  readonly id: string;
  readonly name: string;
  /** Higher is tried earlier; unique among sources. */
  readonly rank: number;
  /** `server`: it needs what only a server keeps, such as an index or a key. */
  readonly runsIn: 'server' | 'anywhere';
  /** The operator's own: theirs to show, and reached through the stream relay, so that no address or key of it gets out. */
  readonly isOwn?: boolean;
  /** The operator has named it and answers for what it finds: the stream relay carries what a page cannot fetch itself. */
  readonly rights?: 'operator';
  readonly movie?: ((context: SourceContext<ScrapeMovie>) => Promise<SourceResult>) | undefined;
  readonly show?: ((context: SourceContext<ScrapeShow>) => Promise<SourceResult>) | undefined;
}

export interface Embed {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly run: (context: EmbedContext) => Promise<readonly Stream[]>;
}

/** Where the outside services live, so that a mirror or a test double can stand in. No trailing slash. */
export interface SourceAddresses {
  readonly internetArchive: string;
  /** Collections, and uploaders by their e-mail address, whose items need no other proof of their rights. */
  readonly trustedInArchive?: readonly string[];
  /** For Open films: overrides of a host's base address by host name. */
  readonly peertubeHosts: Readonly<Record<string, string>>;
}
