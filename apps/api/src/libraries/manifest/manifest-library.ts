/** Keeps an operator's manifest at hand: reads it from a disk or an address, and again when it changes. */
import { keepFresh, untilAborted } from '@matinee/sources/keep-fresh';
import type { Fetcher } from '@matinee/sources/source';
import type { ManifestLibrary } from '@matinee/sources/sources/manifest/manifest';
import {
  keysOf,
  readManifest,
  type ManifestContent,
} from '@matinee/sources/sources/manifest/read-manifest';
import { createReader, isWebAddress } from './readers.ts';

const FILE_EVERY_MS = 5_000;
const URL_EVERY_MS = 5 * 60_000;
const RETRY_MS = 5_000;
const MOST_FAULTS_TOLD = 20;

export interface ManifestLibraryOptions {
  /** A path or an http address. */
  readonly place: string;
  readonly fetch: Fetcher;
  readonly warn: (message: string) => void;
  /** How often it is looked at; unset, as often as is fit for the place. */
  readonly everyMs?: number;
}

export interface KeptManifest extends ManifestLibrary {
  /** Looks whether it has changed, and reads it if so; rejects when it cannot be used. */
  readonly refresh: () => Promise<void>;
  /** Keeps it fresh until stopped. */
  readonly start: () => () => void;
}

export function createManifestLibrary(options: ManifestLibraryOptions): KeptManifest {
  const { place, fetch, warn } = options;
  const everyMs = options.everyMs ?? (isWebAddress(place) ? URL_EVERY_MS : FILE_EVERY_MS);
  const life = new AbortController();
  const read = createReader(place, fetch);
  let content: ManifestContent | undefined;
  let mistake: Error | undefined;
  let reading: Promise<void> | undefined;
  let lastTold = '';

  async function readAnew(): Promise<void> {
    const found = await read(life.signal);
    if (!found) {
      // Unchanged, and so is what is wrong with it.
      if (mistake) throw mistake;
      return;
    }
    try {
      content = readManifest(found.text, found.base);
      mistake = undefined;
    } catch (error) {
      mistake = error instanceof Error ? error : new Error(String(error));
      throw mistake;
    }
    tellFaults(content.faults, warn);
    lastTold = '';
  }

  const refresh = () =>
    (reading ??= readAnew().finally(() => {
      reading = undefined;
    }));

  /** Once for each mistake: it is looked at every few seconds. What was read before stays in use. */
  function onFailure(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== lastTold) warn(`MANIFEST: ${message}`);
    lastTold = message;
  }

  return {
    refresh,
    name: () => content?.name,
    find: async (media, signal) => {
      if (!content) await untilAborted(refresh(), signal);
      const keys = keysOf(media);
      return keys.flatMap((key) => content?.titles.get(key) ?? [])[0];
    },
    start: () => {
      const retryMs = Math.min(RETRY_MS, everyMs);
      keepFresh({ refresh, everyMs, retryMs, onFailure }, life.signal);
      return () => life.abort();
    },
  };
}

function tellFaults(faults: readonly string[], warn: (message: string) => void): void {
  for (const fault of faults.slice(0, MOST_FAULTS_TOLD)) warn(`MANIFEST: left out ${fault}`);
  const more = faults.length - MOST_FAULTS_TOLD;
  if (more > 0) warn(`MANIFEST: left out ${more} more entries`);
}
