import { NotFoundError, LIBRARY_SCHEME } from '@matinee/sources/source';
import type { ServerResponse } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';

export interface OpenOptions {
  readonly method: 'GET' | 'HEAD';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The playback session. Unset if no viewer reads. */
  readonly session?: string | undefined;
}

/** Opens a URL of a source. The body must be read to its end or destroyed. */
export type OpenSource = (url: string, options: OpenOptions) => Promise<UpstreamResponse>;

/**
 * Serves URLs with its own prefix, such as a folder on disk. Responds 200, 206 and 416 like a web
 * server.
 */
export interface Library {
  /** The start of all URLs of the library: `library:folder/`. */
  readonly prefix: string;
  /** Throws `NotFoundError` if the file does not exist. */
  readonly open: OpenSource;
  /** Observes operator streams, for a media server that transcodes until a viewer leaves. */
  readonly observer?: StreamObserver;
}

export interface StreamObserver {
  /** Called when a URL is read in this session. */
  readonly reads: (session: string, url: string) => void;
  /** Called when the session has been idle for a while. */
  readonly left: (session: string) => void;
}

interface RelayedOptions extends Omit<OpenOptions, 'signal'> {
  /**
   * Returns a signal that is created on demand: with one for each, small responses cost a fifth more than proxied ones
   * (`npm run bench:relay`).
   */
  readonly signal: () => AbortSignal;
  readonly passthrough?: PassthroughTarget | undefined;
}

/** Pipes unchanged bodies directly to the client. */
export interface PassthroughTarget {
  readonly into: ServerResponse;
  /**
   * Writes the head and returns true. The body follows. Returning false leaves the response to the caller.
   */
  readonly writeHead: (head: Omit<UpstreamResponse, 'body'>) => boolean;
}

/** Undefined if the response was piped completely. */
export type OpenRelayed = (
  url: string,
  options: RelayedOptions,
) => Promise<UpstreamResponse | undefined>;

export interface StreamSourceOptions {
  readonly upstream: Pick<HttpClient, 'open' | 'pipe'>;
  readonly libraries: readonly Library[];
}

export function createStreamSource({ upstream, libraries }: StreamSourceOptions): OpenRelayed {
  return (url, { passthrough, method, headers, signal, session }) => {
    if (url.startsWith(LIBRARY_SCHEME)) {
      const library = libraries.find(({ prefix }) => url.startsWith(prefix));
      if (!library) throw new NotFoundError("This library doesn't exist.");
      return library.open(url, { method, headers, signal: signal(), session });
    }
    const address = passthrough && URL.parse(url);
    if (!address) return upstream.open({ url, method, headers, signal: signal() });
    return new Promise((resolve, reject) => {
      const { into } = passthrough;
      const writeHead = (head: Omit<UpstreamResponse, 'body'>): Writable | undefined => {
        if (passthrough.writeHead(head)) return undefined;
        // The body may fail before it is read. Without a listener, that would end the process.
        const body = new PassThrough().on('error', () => undefined);
        resolve({ ...head, body });
        return body;
      };
      upstream
        .pipe({ url: address, method, headers, publicHosts: NO_HOSTS, into, writeHead })
        .then(() => resolve(undefined), reject);
    });
  };
}

/** A token never leads back to this server, and `Via` stops other loops. */
const NO_HOSTS: ReadonlySet<string> = new Set();
