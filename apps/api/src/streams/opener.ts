import { NotFound, LIBRARY_SCHEME } from '@matinee/sources/source';
import type { Upstream, UpstreamAnswer } from '#proxy/upstream.ts';

export interface OpenOptions {
  readonly method: 'GET' | 'HEAD';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Where bytes come from, whatever keeps them. The answer's body must be read to its end or destroyed. */
export type Opener = (url: string, options: OpenOptions) => Promise<UpstreamAnswer>;

/** What serves addresses of its own, such as a folder on the disk. It answers 200, 206 and 416 as a web server does. */
export interface Library {
  /** Begins all its addresses: `library:folder/`. */
  readonly prefix: string;
  /** Throws `NotFound` where there is nothing any more. */
  readonly open: Opener;
}

export interface OpenerOptions {
  readonly upstream: Pick<Upstream, 'open'>;
  readonly libraries: readonly Library[];
}

export function createOpener({ upstream, libraries }: OpenerOptions): Opener {
  return async (url, options) => {
    if (!url.startsWith(LIBRARY_SCHEME)) return await upstream.open({ url, ...options });
    const library = libraries.find(({ prefix }) => url.startsWith(prefix));
    if (!library) throw new NotFound('No library keeps that.');
    return await library.open(url, options);
  };
}
