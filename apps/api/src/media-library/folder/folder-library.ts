import { NotFoundError } from '@matinee/sources/source';
import type { FolderLibrary, VideoInfo } from '@matinee/sources/sources/folder/folder-library';
import { LRUCache } from 'lru-cache';
import { Readable } from 'node:stream';
import type { Library, OpenOptions } from '#stream-relay/stream-source.ts';
import { UpstreamFailed, type UpstreamResponse } from '#proxy/http-client.ts';
import { toWebVtt } from '@matinee/shared/subtitles/convert';
import { decode } from '@matinee/shared/subtitles/encoding';
import { createFolderIndex, type FolderIndex } from './folder-index.ts';
import { createScanner } from './scanner.ts';
import { report } from './report.ts';
import { readSome, type FileStore } from './file-store.ts';
import type { Refusal } from './scan-directory.ts';
import { readVideoFacts } from './video-facts.ts';
import { createWatch } from './watch.ts';

export interface ShelfLibraryOptions {
  readonly shelf: FileStore;
  /** Begins all its addresses, and is no other library's: `library:folder-0/`. */
  readonly prefix: string;
  /** Between two looks through everything. */
  readonly refreshMs?: number;
  /** After something has changed, until it is looked at: much changes at once. */
  readonly settleMs?: number;
  readonly limits?: { readonly videos: number; readonly folders: number; readonly depth: number };
  readonly log: {
    readonly info: (message: string) => void;
    readonly warn: (message: string) => void;
  };
  /** A look has ended. */
  readonly onLooked?: () => void;
}

/** What a source finds in, and what the stream relay opens. */
export interface ShelfLibrary extends FolderLibrary, Library {
  /** What an operator may miss, and why. */
  readonly refusals: () => readonly Refusal[];
  readonly counts: FolderIndex['counts'];
  /** Looks through everything now. */
  readonly refresh: () => Promise<void>;
  /** Looks through everything in the background, now and then; returns how to stop. */
  readonly start: () => () => Promise<void>;
}

const REFRESH_MS = 15 * 60_000;
const SETTLE_MS = 2_000;
const LIMITS = { videos: 250_000, folders: 50_000, depth: 10 };
const CAPTION_BYTES = 5 * 1024 * 1024;
const MAX_CACHED_FACTS = 10_000;

export function createShelfLibrary(options: ShelfLibraryOptions): ShelfLibrary {
  const { shelf, prefix, refreshMs = REFRESH_MS } = options;
  const index = createFolderIndex(prefix);
  const looks = createLooks(options, index);
  return {
    prefix,
    find: index.find,
    findUnplayable: index.findUnplayable,
    inspect: createLook(shelf, index),
    isComplete: looks.isComplete,
    open: (url, asked) => openOn(shelf, index, url, asked),
    refusals: index.refusals,
    counts: index.counts,
    refresh: looks.through,
    start: () => {
      void looks.through();
      const timer = setInterval(() => void looks.through(), refreshMs).unref();
      return async () => {
        clearInterval(timer);
        await looks.stop();
      };
    },
  };
}

interface Looks {
  readonly through: () => Promise<void>;
  readonly isComplete: () => boolean;
  readonly stop: () => Promise<void>;
}

/** One look after the other, so that none undoes what a later one saw. */
function createLooks(options: ShelfLibraryOptions, index: FolderIndex): Looks {
  const { shelf, log, limits = LIMITS, settleMs = SETTLE_MS, onLooked } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  let isComplete = false;
  let reported = '';
  let last: Promise<void> = Promise.resolve();
  let pending: Promise<void> | undefined;

  const { warn } = log;
  const onChanged = (folders: readonly string[]): void =>
    void inTurn(async () => {
      for (const folder of folders) if (index.has(folder)) await keeper.lookAt(folder);
    });
  const watch = createWatch({ shelf, settleMs, onChanged, warn });
  const { add: onFound, remove: onDropped } = watch;
  const keeper = createScanner({ shelf, index, limits, warn, onFound, onDropped, signal });

  function inTurn(look: () => Promise<void>): Promise<void> {
    last = last.then(async () => {
      try {
        if (!signal.aborted) await look();
      } catch (error) {
        if (!signal.aborted) warn(`${shelf.name} cannot be looked through: ${String(error)}`);
      }
      if (!signal.aborted) onLooked?.();
    });
    return last;
  }

  async function everything(): Promise<void> {
    await keeper.scan('');
    isComplete = true;
    const now = report(shelf.name, index);
    if (now !== reported) log.info(now);
    reported = now;
  }

  function through(): Promise<void> {
    pending ??= inTurn(everything).finally(() => (pending = undefined));
    return pending;
  }

  return {
    through,
    isComplete: () => isComplete,
    stop: async () => {
      stopped.abort();
      watch.stop();
      await last;
    },
  };
}

async function openOn(
  shelf: FileStore,
  index: FolderIndex,
  url: string,
  options: OpenOptions,
): Promise<UpstreamResponse> {
  const shelved = index.get(url);
  if (!shelved) throw new NotFoundError('There is nothing of that name.');
  const { path, language, isOriginal = false } = shelved;
  if (language === undefined) return { ...(await shelf.open(path, options)), finalUrl: url };
  const { method, signal } = options;
  const bytes = await readSome(shelf, path, { maxBytes: CAPTION_BYTES, signal });
  const body = Buffer.from(
    isOriginal ? decode(bytes, { language }) : await webVtt(bytes, language),
  );
  return {
    status: 200,
    headers: {
      'content-type': isOriginal ? 'text/plain; charset=utf-8' : 'text/vtt',
      'content-length': String(body.length),
    },
    finalUrl: url,
    body: Readable.from(method === 'HEAD' ? [] : [body]),
  };
}

async function webVtt(bytes: Buffer, language: string): Promise<string> {
  try {
    return await toWebVtt(bytes, { language });
  } catch (error) {
    throw new UpstreamFailed('The file with the captions could not be read.', { cause: error });
  }
}

function createLook(shelf: FileStore, index: FolderIndex): FolderLibrary['inspect'] {
  const known = new LRUCache<string, VideoInfo>({ max: MAX_CACHED_FACTS });
  return async (url, signal) => {
    const before = known.get(url);
    const path = index.get(url)?.path;
    if (before || path === undefined) return before ?? NOTHING;
    try {
      const facts = await readVideoFacts((from, maxBytes) =>
        readSome(shelf, path, { from, maxBytes, signal }),
      );
      known.set(url, facts);
      return facts;
    } catch {
      signal.throwIfAborted();
      return NOTHING;
    }
  };
}

const NOTHING: VideoInfo = { height: undefined, seconds: undefined };
