import type { Fetcher } from '@matinee/sources/source';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';

export interface ManifestText {
  readonly text: string;
  /** The base for relative URLs; unset for a file. */
  readonly base: string | undefined;
}

/** Undefined: nothing has changed since the last reading. */
export type ReadManifest = (signal: AbortSignal) => Promise<ManifestText | undefined>;

const MAX_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = `The manifest is larger than ${MAX_BYTES / 1024 / 1024} MiB`;
const URL_MS = 30_000;

export function createManifestReader(location: string, fetch: Fetcher): ReadManifest {
  return isWebAddress(location) ? urlReader(location, fetch) : fileReader(resolve(location));
}

export function isWebAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Compares date and size, which also works on network shares without change events. */
function fileReader(path: string): ReadManifest {
  let known = '';
  return async (signal) => {
    const file = await open(path);
    try {
      const { ino, mtimeMs, size } = await file.stat();
      const version = `${ino} ${mtimeMs} ${size}`;
      if (version === known) return undefined;
      if (size > MAX_BYTES) throw new Error(TOO_LARGE);
      const text = await file.readFile({ encoding: 'utf8', signal });
      known = version;
      return { text, base: undefined };
    } finally {
      await file.close();
    }
  };
}

function urlReader(url: string, fetch: Fetcher): ReadManifest {
  let etag: string | undefined;
  return async (signal) => {
    const response = await fetch(url, {
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      maxBytes: MAX_BYTES,
      timeoutMs: URL_MS,
      signal,
    });
    if (response.status === 304) return undefined;
    if (response.status !== 200)
      throw new Error(`The manifest responded with status ${response.status}`);
    if (response.body.length >= MAX_BYTES) throw new Error(TOO_LARGE);
    etag = response.headers['etag'];
    return { text: response.body, base: response.finalUrl };
  };
}
