/** Loads the operator's manifest from disk or a URL, and reloads it when it changes. */
import { createPolledValue } from '@matinee/shared/lib/poll';
import type { Fetcher } from '@matinee/sources/source';
import type { ManifestLibrary } from '@matinee/sources/sources/manifest/manifest';
import {
  keysOf,
  readManifest,
  type ManifestContent,
} from '@matinee/sources/sources/manifest/read-manifest';
import { createManifestReader, isWebAddress, type ManifestText } from './manifest-reader.ts';

const FILE_EVERY_MS = 5_000;
const URL_EVERY_MS = 5 * 60_000;
const RETRY_MS = 5_000;
const MAX_REPORTED_ERRORS = 20;

export interface ManifestLibraryOptions {
  /** A path or an http address. */
  readonly location: string;
  readonly fetch: Fetcher;
  readonly warn: (message: string) => void;
  /** The polling interval; the default depends on the location. */
  readonly everyMs?: number;
}

export interface PolledManifest extends ManifestLibrary {
  /** Looks whether it has changed, and reads it if so; rejects when it cannot be used. */
  readonly refresh: () => Promise<unknown>;
  /** Polls for changes until stopped. */
  readonly start: () => () => Promise<void>;
}

export function createManifestLibrary(options: ManifestLibraryOptions): PolledManifest {
  const { location, fetch, warn } = options;
  const everyMs = options.everyMs ?? (isWebAddress(location) ? URL_EVERY_MS : FILE_EVERY_MS);
  const read = createManifestReader(location, fetch);
  let parsed: ManifestContent | Error | undefined;
  let lastReported = '';

  async function load(signal: AbortSignal): Promise<ManifestContent> {
    const found = await read(signal);
    // Unchanged otherwise, and so is its error.
    if (found) parsed = parse(found);
    if (!parsed || parsed instanceof Error) throw parsed ?? new Error('The manifest is empty');
    if (found) {
      reportErrors(parsed.errors, warn);
      lastReported = '';
    }
    return parsed;
  }

  const content = createPolledValue({
    load,
    everyMs,
    retryMs: Math.min(RETRY_MS, everyMs),
    // Logged once per error: the file is polled every few seconds.
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
      return keysOf(media).flatMap((key) => titles.get(key) ?? [])[0];
    },
    start: content.start,
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
