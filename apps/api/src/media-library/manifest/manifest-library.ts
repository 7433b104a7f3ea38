/** Loads the operator's manifest from disk or a URL, and reloads it when it changes. */
import { createPolledValue } from '@matinee/shared/lib/poll';
import type { Fetcher } from '@matinee/sources/source';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { ManifestLibrary } from '@matinee/sources/sources/manifest/manifest';
import {
  titleKeys,
  readManifest,
  type ManifestContent,
} from '@matinee/sources/sources/manifest/read-manifest';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { countRetry } from '#lib/measurements.ts';

const FILE_EVERY_MS = 5_000;
const URL_EVERY_MS = 5 * 60_000;
const RETRY_MS = 5_000;
const MAX_REPORTED_ERRORS = 20;

export interface ManifestLibraryOptions {
  /** A path or an HTTP URL. */
  readonly location: string;
  readonly fetch: Fetcher;
  readonly warn: (message: string) => void;
  /** The polling interval. The default depends on the location. */
  readonly everyMs?: number;
  /** Receives the content after each change, once started. */
  readonly onChange?: (content: ManifestContent) => void;
  /** Returns the key in the index of titles for a title that the index identifies by ID. */
  readonly keyOf?: (media: ScrapeMedia) => string | undefined;
}

export interface PolledManifest extends ManifestLibrary {
  /** False until the first read has succeeded or failed. */
  readonly isComplete: () => boolean;
  /** Reads the manifest if it has changed. Rejects if it is invalid. */
  readonly refresh: () => Promise<unknown>;
  /** Polls for changes until stopped. */
  readonly start: () => () => Promise<void>;
}

export function createManifestLibrary(options: ManifestLibraryOptions): PolledManifest {
  const { location, fetch, warn, onChange, keyOf } = options;
  const everyMs = options.everyMs ?? (isWebAddress(location) ? URL_EVERY_MS : FILE_EVERY_MS);
  const read = createManifestReader(location, fetch);
  let parsed: ManifestContent | Error | undefined;
  let lastReported = '';
  let hasStarted = false;
  let isComplete = false;

  async function load(signal: AbortSignal): Promise<ManifestContent> {
    const found = await read(signal).finally(() => (isComplete = true));
    // If nothing has changed, keep the content or its error.
    if (found) parsed = parse(found);
    if (!parsed || parsed instanceof Error) throw parsed ?? new Error('The manifest is empty');
    if (found) {
      reportErrors(parsed.errors, warn);
      lastReported = '';
      if (hasStarted) onChange?.(parsed);
    }
    return parsed;
  }

  const content = createPolledValue({
    load,
    everyMs,
    retryMs: Math.min(RETRY_MS, everyMs),
    onRetry: () => countRetry('manifest'),
    // Log each error once, because the file is polled every few seconds.
    onFailure: (error) => {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastReported) warn(`MANIFEST: ${message}`);
      lastReported = message;
    },
  });

  return {
    refresh: content.refresh,
    name: () => content.current()?.name,
    find: async (media, signal) => {
      const { titles } = await content.ready(signal);
      const keys = [...titleKeys(media), keyOf?.(media) ?? ''];
      return keys.flatMap((key) => titles.get(key) ?? [])[0];
    },
    isComplete: () => isComplete,
    start: () => {
      hasStarted = true;
      const known = content.current();
      if (known) onChange?.(known);
      return content.start();
    },
  };
}

function parse({ text, base }: ManifestText): ManifestContent | Error {
  try {
    return readManifest(text, base);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function reportErrors(errors: readonly string[], warn: (message: string) => void): void {
  for (const error of errors.slice(0, MAX_REPORTED_ERRORS)) warn(`MANIFEST: skipped ${error}`);
  const more = errors.length - MAX_REPORTED_ERRORS;
  if (more > 0) warn(`MANIFEST: skipped ${more} more entries`);
}

export interface ManifestText {
  readonly text: string;
  /** The base of relative URLs. Unset for a file. */
  readonly base: string | undefined;
}

/** Undefined if nothing has changed since the last read. */
export type ReadManifest = (signal: AbortSignal) => Promise<ManifestText | undefined>;

const MAX_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = `The manifest is larger than ${MAX_BYTES / 1024 / 1024} MiB`;
const URL_MS = 30_000;

function createManifestReader(location: string, fetch: Fetcher): ReadManifest {
  return isWebAddress(location) ? urlReader(location, fetch) : fileReader(resolve(location));
}

function isWebAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Compares date and size. That also works on network shares, which send no change events. */
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
