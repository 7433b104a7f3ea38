// The titles of the operator's own sources. Scans find them, the database stores them, the catalog describes them.
import type { TmdbKind } from '@matinee/shared/media/media';
import { setTimeout } from 'node:timers/promises';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Database } from '#database/database.ts';
import { createCatalogCopier } from './catalog-copies/catalog-copies.ts';
import { createCopyRows, type CopyRows } from './catalog-copies/copy-rows.ts';
import type { FetchImage } from './catalog-copies/fetch-image.ts';
import { createLanguageCopies, type LanguageCopies } from './catalog-copies/language-copies.ts';
import { createLibraryIndex, type LibraryIndex } from './index/library-index.ts';
import { createSegmentRows, type SegmentRows } from '#media-library/segments/segment-rows.ts';
import { createFrameRows, type FrameRows } from '#media-library/thumbnails/frame-rows.ts';
import {
  createThumbnailRows,
  type ThumbnailRows,
} from '#media-library/thumbnails/thumbnail-rows.ts';
import type { FileRecord, AvailableTitle, TitleRecord } from './index/library-records.ts';
import { createCollections, type Collections } from './collections.ts';
import { createCorrector } from './correct-match.ts';
import { readIdentities } from './files/file-identity.ts';
import { createLibraryRows, type LibraryRows } from './index/library-rows.ts';
import { createTitleList, type TitleList } from './list-titles.ts';
import { createMatcher } from './match-titles.ts';
import { createLibraryStores, type LibraryStores } from './library-stores.ts';
import { createArtwork, type Artwork } from './artwork/artwork.ts';
import {
  createLengthReader,
  createMediaReader,
  readMissingFacts,
  type MediaReader,
} from './files/read-media.ts';
import { createLibrarySearch, type LibrarySearch } from './search-titles.ts';
import { createTitleFiles } from './files/title-files.ts';
import { countRetry } from '#lib/measurements.ts';

export interface LibraryTitlesOptions {
  readonly db: Pick<Database, 'prisma' | 'query' | 'transaction'>;
  readonly fetchCatalog: Catalog['get'];
  readonly fetchImage: FetchImage;
  /** Whether the catalog is TMDB, not the starter catalog. */
  readonly hasTmdb: boolean;
  /** Signs URLs of pictures. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
  readonly findFfmpeg: () => Promise<Pick<Ffmpeg, 'isAvailable'>>;
  /** Returns whether the catalog has a title with this local ID. */
  readonly isTaken: (kind: TmdbKind, id: number) => boolean;
  /** Returns TMDB's name of a genre. */
  readonly genreName: (id: number) => string | undefined;
}

export interface LibraryTitles
  extends
    Pick<LibraryIndex, 'find'>,
    Pick<LibrarySearch, 'search'>,
    Pick<LibraryStores, 'addStore' | 'addItems' | 'ownSources'>,
    TitleList {
  readonly artwork: Artwork;
  /** Returns whether the file is in a folder or share, not in a media server or manifest. */
  readonly isFolder: (file: Pick<FileRecord, 'store'>) => boolean;
  readonly collections: Pick<Collections, 'all'>;
  /** Lists a title's files. Reads the headers of files that haven't been read before. */
  readonly filesOf: ReturnType<typeof createTitleFiles>;
  /** Corrects the titles of files. */
  readonly correct: ReturnType<typeof createCorrector>;
  readonly segments: SegmentRows;
  readonly thumbnails: ThumbnailRows;
  readonly frames: FrameRows;
  /** Copies of TMDB's texts. */
  readonly copies: Pick<LanguageCopies, 'keep' | 'get'>;
  /** Calls listeners when all files have been identified, and when their headers have been read. */
  readonly onIdentified: (listener: () => void) => void;
  /** Reads the database. Retries until that succeeds or the signal aborts. */
  readonly load: (signal: AbortSignal) => Promise<void>;
  /** Matches new titles and reads identities in the background. */
  readonly afterScan: () => void;
  /** Returns the end of the latest scan in milliseconds since 1970. Undefined before the first. */
  readonly scannedAt: () => number | undefined;
  /** Saves at intervals. Returns a function that saves a last time and stops. */
  readonly start: () => () => Promise<void>;
}

const SAVE_EVERY_MS = 5_000;
const RETRY_MS = 5_000;

export function createLibraryTitles(options: LibraryTitlesOptions): LibraryTitles {
  const { now, warn, genreName } = options;
  const index = createLibraryIndex(options);
  const rows = createLibraryRows(options.db);
  const facts = storedFacts(options);
  const posterOf = (record: TitleRecord) => artwork.pathOf(record, 'poster');
  const stores = createLibraryStores({ index, now, posterOf, ...facts });
  const { folders, artworkStores, sources, addStore, addItems, ownSources, dropOthers } = stores;
  const artwork = createArtwork({ ...options, ...facts, index, stores: artworkStores, folders });
  const stopped = new AbortController();
  const { signal } = stopped;
  let scannedAt: number | undefined;

  const save = createSave({ index, rows, warn });
  const replicas = followCorrections({ index, rows, save });
  const reader = createMediaReader({ index, stores: folders, findFfmpeg: options.findFfmpeg });
  const reading = { index, reader, folders, signal };
  const background = backgroundReading(reading);
  // Pages show copies only of titles in folders.
  const isCopying = () => options.hasTmdb && folders.size > 0;
  const { matching, lookUp } = matchInBackground({ ...options, ...facts, ...reading, isCopying });
  const collections = createCollections({ index, posterOf });
  const correct = createCorrector({ index, stores: folders, lookUp, now });
  const { search, prepare } = createLibrarySearch(index);
  const copies = createLanguageCopies({ rows: facts.copies, isCopying, now, warn });

  return {
    find: index.find,
    search,
    ...createTitleList({ index, sources, posterOf, collections, genreName }),
    artwork,
    isFolder: ({ store }) => folders.has(store),
    collections,
    filesOf: createTitleFiles({ index, reader, stores: folders }),
    correct: async (request, calling) => {
      const corrected = await correct(request, calling);
      matching();
      await save();
      await replicas.publish();
      return corrected;
    },
    ...facts,
    copies,
    onIdentified: background.onRead,
    addStore,
    addItems,
    ownSources,
    load: async (loading) => {
      await replicas.begin();
      await load({ index, rows, warn }, loading);
      dropOthers();
      void prepare();
    },
    afterScan: () => {
      scannedAt = now();
      index.refresh();
      void save();
      matching();
      background.read();
    },
    scannedAt: () => scannedAt,
    start: () => {
      const work = () => (folders.size > 0 ? replicas.follow() : save());
      const timer = setInterval(() => void work(), SAVE_EVERY_MS).unref();
      return async () => {
        stopped.abort();
        clearInterval(timer);
        await save();
        await copies.settle();
      };
    },
  };
}

/** Tables that aren't part of the index. */
const storedFacts = ({ db, now }: Pick<LibraryTitlesOptions, 'db' | 'now'>) => ({
  segments: createSegmentRows(db),
  thumbnails: createThumbnailRows(db, now),
  frames: createFrameRows(db, now),
  copies: createCopyRows(db, now),
});

interface Stored {
  readonly index: LibraryIndex;
  readonly rows: LibraryRows;
  readonly warn: (message: string) => void;
}

type Save = () => Promise<void>;

/** Returns a function that saves changes. Calls run one after another. */
function createSave({ index, rows, warn }: Stored): Save {
  let saving: Promise<void> = Promise.resolve();
  const saveNow = async (): Promise<void> => {
    const changes = index.changes.take();
    try {
      await rows.save(changes);
    } catch (error) {
      index.changes.giveBack(changes);
      warn(`library index not saved: ${String(error)}`);
    }
  };
  return () => (saving = saving.then(saveNow));
}

/** Each replica has an index. Scans keep the indexes in sync. Corrections reach other replicas through the database. */
function followCorrections({ index, rows, save }: Omit<Stored, 'warn'> & { save: Save }) {
  let known = 0;
  return {
    /** Call it before the index is loaded. */
    begin: async (): Promise<void> => {
      known = await rows.revision().catch(() => known);
    },
    publish: async (): Promise<void> => {
      const revision = await rows.nextRevision();
      // If the revision increased by more, another replica's correction must still be read.
      if (known === revision - 1) known = revision;
    },
    /** Saves first, to keep this replica's changes. Does nothing while the database is down. */
    follow: async (): Promise<void> => {
      await save();
      const revision = await rows.revision().catch(() => known);
      if (revision === known) return;
      const stored = await rows.load().catch(() => undefined);
      if (!stored) return;
      known = revision;
      index.load(stored.titles, stored.files);
      index.refresh();
    },
  };
}

async function load({ index, rows, warn }: Stored, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      const { titles, files } = await rows.load();
      return index.load(titles, files);
    } catch (error) {
      signal.throwIfAborted();
      warn(`library index not read: ${String(error)}`);
      await setTimeout(RETRY_MS, undefined, { signal });
      countRetry('library index');
    }
  }
}

interface ReadInBackground {
  readonly index: LibraryIndex;
  readonly reader: MediaReader;
  readonly folders: LibraryStores['folders'];
  readonly signal: AbortSignal;
}

interface MatchInBackground extends Pick<
  LibraryTitlesOptions,
  'fetchCatalog' | 'fetchImage' | 'hasTmdb' | 'now' | 'warn'
> {
  readonly isCopying: () => boolean;
  readonly index: LibraryIndex;
  readonly reader: MediaReader;
  readonly copies: CopyRows;
  readonly signal: AbortSignal;
}

function matchInBackground({ reader, copies, ...options }: MatchInBackground) {
  const { index, isCopying, warn, signal } = options;
  const secondsOf = createLengthReader({ index, reader });
  const { matchAll, lookUp } = createMatcher({ ...options, secondsOf });
  const matching = oneAtATime(signal, async () => {
    await matchAll().catch((error: unknown) => {
      if (!signal.aborted) warn(`titles not matched with TMDB: ${String(error)}`);
    });
    if (isCopying()) copying();
  });
  const { copyAll } = createCatalogCopier({ ...options, rows: copies });
  const copying = oneAtATime(signal, async () => {
    await copyAll().catch((error: unknown) => {
      if (!signal.aborted) warn(`texts and pictures of TMDB not copied: ${String(error)}`);
    });
  });
  return { matching, lookUp };
}

/** Reads the identities of files, and the headers of files whose names and notes don't tell enough. */
function backgroundReading({ index, reader, folders, signal }: ReadInBackground) {
  const listeners: (() => void)[] = [];
  const notify = (): void => listeners.forEach((listener) => listener());
  const headers = oneAtATime(signal, async () => {
    await readMissingFacts({ index, reader }, signal);
    notify();
  });
  const identities = oneAtATime(signal, async () => {
    for (const [storeId, store] of folders) await readIdentities({ index, storeId, store }, signal);
    notify();
  });
  return {
    onRead: (listener: () => void) => void listeners.push(listener),
    read: (): void => {
      identities();
      headers();
    },
  };
}

/** Runs one task at a time. A call during a run starts another run after it. */
function oneAtATime(signal: AbortSignal, task: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await task().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}

/** Returns the IDs of titles that have a file that browsers can play. */
export function playable(
  titles: Pick<LibraryIndex, 'find'>,
  wanted: readonly Pick<AvailableTitle['record'], 'kind' | 'id'>[],
) {
  return wanted.filter(({ kind, id }) =>
    titles.find(kind, id)?.files.some(({ isPlayable }) => isPlayable),
  );
}
