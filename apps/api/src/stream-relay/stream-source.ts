import { NotFoundError, LIBRARY_SCHEME } from '@matinee/sources/source';
import type { ServerResponse } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';

export interface OpenOptions {
  readonly method: 'GET' | 'HEAD';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Where bytes come from, whatever keeps them. The answer's body must be read to its end or destroyed. */
export type OpenSource = (url: string, options: OpenOptions) => Promise<UpstreamResponse>;

/** What serves addresses of its own, such as a folder on the disk. It answers 200, 206 and 416 as a web server does. */
export interface Library {
  /** Begins all its addresses: `library:folder/`. */
  readonly prefix: string;
  /** Throws `NotFound` where there is nothing any more. */
  readonly open: OpenSource;
  /** What is told of own streams, for a server that goes on working for a viewer until it is told that they have left. */
  readonly observer?: PlaybackObserver;
}

export interface PlaybackObserver {
  /** Somebody reads this, as part of that session. */
  readonly reads: (session: string, url: string) => void;
  /** Nobody has read anything of that session for a while. */
  readonly left: (session: string) => void;
}

interface RelayedOptions extends Omit<OpenOptions, 'signal'> {
  /** Made for who needs one, as it costs more than all else about a small answer. */
  readonly signal: () => AbortSignal;
  readonly passthrough?: PassthroughTarget | undefined;
}

/** A shorter way for bodies that are handed on as they are, until whoever is answered has left. */
export interface PassthroughTarget {
  readonly into: ServerResponse;
  /** Writes the head, and the body follows by itself; or does nothing, and the answer is handed over. */
  readonly writeHead: (head: Omit<UpstreamResponse, 'body'>) => boolean;
}

/** Undefined when the answer has gone the straight way, to its end. */
export type OpenRelayed = (
  url: string,
  options: RelayedOptions,
) => Promise<UpstreamResponse | undefined>;

export interface StreamSourceOptions {
  readonly upstream: Pick<HttpClient, 'open' | 'pipe'>;
  readonly libraries: readonly Library[];
}

export function createStreamSource({ upstream, libraries }: StreamSourceOptions): OpenRelayed {
  return (url, { passthrough, method, headers, signal }) => {
    if (url.startsWith(LIBRARY_SCHEME)) {
      const library = libraries.find(({ prefix }) => url.startsWith(prefix));
      if (!library) throw new NotFoundError('No library keeps that.');
      return library.open(url, { method, headers, signal: signal() });
    }
    const address = passthrough && URL.parse(url);
    if (!address) return upstream.open({ url, method, headers, signal: signal() });
    return new Promise((resolve, reject) => {
      const { into } = passthrough;
      const writeHead = (head: Omit<UpstreamResponse, 'body'>): Writable | undefined => {
        if (passthrough.writeHead(head)) return undefined;
        // Like every answer's, it may break before anybody reads it.
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

/** A ticket never leads back to this server by itself, and `Via` stops whatever else might. */
const NO_HOSTS: ReadonlySet<string> = new Set();
