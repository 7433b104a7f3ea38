// Index of a media server's titles. Jellyfin can't search by provider ID, so all items are read.
import { createPolledValue } from '@matinee/shared/lib/poll';
import { errorMessage } from '@matinee/sources/errors';
import type { Fetcher } from '@matinee/sources/source';
import {
  fetchFromServer,
  nameOf,
  type BoundFetch,
  type MediaServer,
  type ServerRequest,
} from '@matinee/sources/sources/jellyfin/media-server';
import {
  matchesKeys,
  parseItems,
  titleType,
  tmdbIdOf,
  type ItemIds,
  type ItemPage,
  type LibraryItem,
  type TitleKeys,
  type JellyfinLibrary,
} from '@matinee/sources/sources/jellyfin/items';
import { countRetry } from '#lib/measurements.ts';

export interface TitleIndex {
  /** The number of titles. */
  readonly size: number;
  readonly find: (wanted: TitleKeys) => readonly string[];
}

/** Receives the items of each page. */
export interface ServerIndexer {
  readonly movies: (items: readonly LibraryItem[]) => void;
  /** Receives seasons for their pictures. */
  readonly seasons: (items: readonly LibraryItem[]) => void;
  /** Called after all shows and seasons have been read. */
  readonly episodes: (items: readonly LibraryItem[]) => void;
  /** Called after everything has been read. */
  readonly settle: () => void;
}

export interface ReadOptions {
  readonly server: MediaServer;
  readonly request: BoundFetch;
  readonly warn: (message: string) => void;
  readonly indexer?: ServerIndexer | undefined;
  readonly maxTitles?: number;
  readonly maxSeasons?: number;
  readonly maxEpisodes?: number;
}

/** Large enough for few requests, small enough to respond in seconds. */
const PAGE_SIZE = 500;
const PAGE_LIMIT_MS = 60_000;
const READ_LIMIT_MS = 60 * 60_000;
const MAX_TITLES = 100_000;
const MAX_SEASONS = 50_000;
const MAX_EPISODES = 250_000;

export async function readIndex(options: ReadOptions): Promise<TitleIndex> {
  const { server, warn, indexer } = options;
  const { maxTitles = MAX_TITLES, maxSeasons = MAX_SEASONS, maxEpisodes = MAX_EPISODES } = options;
  const index = createIndex();
  let hasShows = false;
  const titles = await readPages(options, TITLES, maxTitles, (items) => {
    for (const item of items) index.add(item);
    hasShows ||= items.some(({ type }) => type === 'Series');
    indexer?.movies(items);
  });
  if (!titles)
    warn(`${nameOf(server)} has more than ${maxTitles} titles: the rest is found by name only`);
  if (!indexer) return index;
  const seasons = !hasShows || (await readPages(options, SEASONS, maxSeasons, indexer.seasons));
  if (!seasons)
    warn(`${nameOf(server)} has more than ${maxSeasons} seasons: the rest has no pictures`);
  const episodes = !hasShows || (await readPages(options, EPISODES, maxEpisodes, indexer.episodes));
  if (!episodes)
    warn(`${nameOf(server)} has more than ${maxEpisodes} episodes: the rest isn't listed`);
  if (titles && episodes) indexer.settle();
  return index;
}

type Query = NonNullable<ServerRequest['query']>;

const TITLES: Query = {
  includeItemTypes: 'Movie,Series,Video',
  fields: 'ProviderIds,Overview,OriginalTitle,Genres,DateCreated,Width,Height',
  enableImageTypes: 'Primary,Backdrop',
  imageTypeLimit: 1,
};
const SEASONS: Query = {
  includeItemTypes: 'Season',
  enableImageTypes: 'Primary',
  imageTypeLimit: 1,
};
const EPISODES: Query = {
  includeItemTypes: 'Episode',
  fields: 'DateCreated,Width,Height',
  enableImages: 'false',
};

/** False if there are more than `max`. */
async function readPages(
  options: ReadOptions,
  query: Query,
  max: number,
  onPage: (items: readonly LibraryItem[]) => void,
): Promise<boolean> {
  const known = new Set<string>();
  for (let at = 0; ;) {
    const page = await readPage(options, query, at);
    const fresh = page.items.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    // A server without paging returns the same page forever.
    if (page.length === 0 || (page.items.length > 0 && fresh.length === 0)) return true;
    onPage(fresh);
    at += page.length;
    if (at >= (page.total ?? Number.POSITIVE_INFINITY)) return true;
    if (at >= max) return false;
  }
}

async function readPage(
  { server, request }: ReadOptions,
  query: Query,
  startIndex: number,
): Promise<ItemPage> {
  const json = await fetchFromServer(request, server, '/Items', {
    query: {
      ...query,
      recursive: 'true',
      enableUserData: 'false',
      sortBy: 'DateCreated,SortName',
      sortOrder: 'Ascending',
      startIndex,
      limit: PAGE_SIZE,
    },
    timeoutMs: PAGE_LIMIT_MS,
  });
  return parseItems(json, nameOf(server));
}

interface Entry extends ItemIds {
  readonly id: string;
}

function createIndex(): TitleIndex & { readonly add: (item: LibraryItem) => void } {
  const known = new Map<string, Entry[]>();
  const ids = new Set<string>();
  return {
    get size() {
      return ids.size;
    },
    add: (item) => {
      const { id, type, tmdbId, imdbId } = item;
      if (!titleType(item) || ids.has(id)) return;
      const keys = keysOf({ tmdbId, imdbId });
      if (keys.length > 0) ids.add(id);
      for (const key of keys) {
        const entries = known.get(key);
        if (entries) entries.push({ id, type, tmdbId, imdbId });
        else known.set(key, [{ id, type, tmdbId, imdbId }]);
      }
    },
    find: (wanted) => {
      const entries = keysOf({ tmdbId: tmdbIdOf(wanted), imdbId: wanted.imdbId }).flatMap(
        (key) => known.get(key) ?? [],
      );
      return [...new Set(entries.filter((it) => matchesKeys(it, wanted)).map(({ id }) => id))];
    },
  };
}

function keysOf({ tmdbId, imdbId }: Pick<ItemIds, 'tmdbId' | 'imdbId'>): string[] {
  return [tmdbId, imdbId].filter((id) => id !== undefined);
}

export interface PolledIndexOptions {
  readonly server: MediaServer;
  readonly fetch: Fetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns 0 to 1. Spreads the reads of replicas. */
  readonly random: () => number;
  readonly log: (message: string) => void;
  /** Receives each read of the library. */
  readonly indexer?: ServerIndexer | undefined;
}

export interface PolledIndex {
  readonly library: Omit<JellyfinLibrary, 'itemsOf'>;
  /** False until the first read has succeeded or failed. */
  readonly isComplete: () => boolean;
  /** False if the last read failed. */
  readonly isReachable: () => boolean;
  /** Reads the index in the background. Returns a function that stops it. */
  readonly start: () => () => Promise<void>;
}

const EVERY_MS = 20 * 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 10 * 60_000;
/** A missing title may be new and triggers a read, but not more often than this. */
const MIN_AGE_MS = 60_000;

/** Caches the index in memory and refreshes it regularly. */
export function pollIndex(options: PolledIndexOptions): PolledIndex {
  const { server, fetch, now, random, log, indexer } = options;
  const name = `library of ${nameOf(server)}`;
  let readAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  const titles = createPolledValue({
    load: async (signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_LIMIT_MS)]);
      try {
        return await readIndex({
          server,
          request: (url, options) => fetch(url, { ...options, signal: limit }),
          warn: log,
          indexer,
        });
      } finally {
        readAt = now();
      }
    },
    everyMs: EVERY_MS,
    retryMs: FIRST_RETRY_MS,
    maxRetryMs: MAX_RETRY_MS,
    onRetry: () => countRetry('media server'),
    random,
    onFailure: (error) => {
      // Log once, not on every attempt.
      if (!isFailing) log(`${name} not readable, retrying: ${errorMessage(error)}`);
      isFailing = true;
    },
    onRecovery: () => {
      log(`${name} readable again`);
      isFailing = false;
    },
  });
  return {
    library: {
      find: (wanted) => titles.current()?.find(wanted),
      missed: () => {
        // Ignore a failure. The next regular read reports it.
        if (!isFailing && now() - readAt >= MIN_AGE_MS) titles.refresh().catch(() => undefined);
      },
    },
    isComplete: () => readAt > Number.NEGATIVE_INFINITY,
    isReachable: () => !isFailing,
    start: titles.start,
  };
}
