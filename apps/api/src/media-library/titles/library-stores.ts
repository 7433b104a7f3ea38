// The folders, media servers and manifest that feed the index of titles.
import type { LibrarySummary, OwnSources } from '@matinee/shared/contract/library';
import { mediaType, type MediaType, type ScrapeMedia } from '@matinee/shared/media/media';
import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { itemCounts, createItemIndexer, type ItemIndexer } from './indexers/item-indexer.ts';
import type { ListSeasons, Season } from '#media-library/segments/detect-segments.ts';
import type { DetectedSegments, SegmentRows } from '#media-library/segments/segment-rows.ts';
import type { SeasonFile } from '#media-library/segments/audio-reader.ts';
import type { ThumbnailTarget, ThumbnailTargets } from '#media-library/thumbnails/thumbnails.ts';
import type { LibraryIndex } from './index/library-index.ts';
import type { FileRecord, TitleRecord } from './index/library-records.ts';
import { createMovedFiles } from './files/moved-files.ts';
import { hasOwnFrame, type ArtworkStore } from './artwork/artwork.ts';
import { createScanIndexer, type ScanIndexer } from './indexers/scan-indexer.ts';
import { fileId } from './files/title-files.ts';

/** The part of the index for one folder or share. */
export interface TitlesOfStore {
  readonly indexer: ScanIndexer;
  /** Returns the paths of the files of a movie or an episode. */
  readonly pathsOf: (media: ScrapeMedia) => readonly string[];
  /** Returns whether an administrator has corrected the file's title. */
  readonly isPinned: (path: string) => boolean;
  /** Returns the ID of a file for pages. */
  readonly idOf: (path: string) => string;
  readonly seasons: ListSeasons;
  readonly thumbnailTargets: ThumbnailTargets;
  /** Undefined if the file hasn't been analyzed. */
  readonly segmentsOf: (path: string) => Promise<DetectedSegments | undefined>;
  /** Undefined if the file belongs to no title. */
  readonly titleOf: (path: string) => TitleOfItem | undefined;
}

/** A media server or a manifest. */
export interface ItemStore {
  /** Never changes, because stored titles refer to it. */
  readonly key: string;
  /** Shown to viewers. */
  readonly name: string;
  /** Opens pictures. */
  readonly open?: ArtworkStore['open'];
  /** False if the last read failed. */
  readonly isReachable?: () => boolean;
}

/** Identifies a movie or an episode. Other fields of `ScrapeMedia` aren't needed to find its files. */
export type PlayedTitle = Pick<ScrapeMedia, 'tmdbId' | 'file'> &
  (
    | { readonly type: 'movie' }
    | {
        readonly type: 'show';
        readonly season: { readonly number: number };
        readonly episode: { readonly number: number };
      }
  );

/** The title of an item. */
export interface TitleOfItem {
  readonly type: MediaType;
  /** The TMDB ID, or a local one. */
  readonly tmdbId: string;
  readonly title: string;
  readonly year: number | null;
  /** A path on TMDB's image host or on this site. */
  readonly poster: string | null;
  /** Null for movies. */
  readonly season: number | null;
  readonly episodes: readonly number[];
}

/** The part of the index for one media server or manifest. */
export interface TitlesOfItems {
  readonly indexer: ItemIndexer;
  /** Returns the paths of the items of a movie or an episode. */
  readonly pathsOf: (media: PlayedTitle) => readonly string[];
  /** Undefined if the index lacks the item. */
  readonly titleOf: (path: string) => TitleOfItem | undefined;
}

export interface LibraryStores {
  readonly addStore: (store: FileStore) => TitlesOfStore;
  readonly addItems: (store: ItemStore) => TitlesOfItems;
  /** Returns the number of titles in each source. */
  readonly ownSources: () => OwnSources['sources'];
  /** Marks the files of sources that are no longer configured as missing. */
  readonly dropOthers: () => void;
  /** Keyed by ID. */
  readonly folders: ReadonlyMap<string, FileStore>;
  readonly artworkStores: ReadonlyMap<string, ArtworkStore>;
  readonly sources: LibrarySummary['sources'];
}

interface LibraryStoresOptions {
  readonly index: LibraryIndex;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly segments: Pick<SegmentRows, 'get'>;
  readonly posterOf: (record: TitleRecord) => string | null;
}

export function createLibraryStores(options: LibraryStoresOptions): LibraryStores {
  const { index, now, segments } = options;
  const moved = createMovedFiles(index);
  const folders = new Map<string, FileStore>();
  const reachable = new Map<string, () => boolean>();
  const artworkStores = new Map<string, ArtworkStore>();
  const sources: LibrarySummary['sources'] = [];
  return {
    folders,
    artworkStores,
    sources,
    ownSources: () =>
      sources.map(({ id, name }) => ({
        id,
        name,
        ...itemCounts(index, id),
        isReachable: reachable.get(id)?.() !== false,
      })),
    dropOthers: () => {
      const configured = new Set(sources.map(({ id }) => id));
      for (const file of index.files())
        if (!configured.has(file.store) && file.missingSince === null)
          index.putFile({ ...file, missingSince: new Date(now()) });
    },
    addStore: (store) => {
      const storeId = idOf(store.name);
      folders.set(storeId, store);
      artworkStores.set(storeId, store);
      sources.push({ id: storeId, name: basename(store.name) });
      const indexer = createScanIndexer({ index, storeId, store, moved, now });
      reachable.set(storeId, indexer.isReachable);
      return {
        indexer,
        pathsOf: (media) => pathsOf(index, storeId, media),
        isPinned: (path) => !!index.fileAt(storeId, path)?.pinned,
        idOf: (path) => fileId({ store: storeId, path }),
        seasons: () => seasonsOf(index.filesIn(storeId)),
        thumbnailTargets: {
          list: () =>
            index.filesIn(storeId).flatMap(({ path, identity, addedAt, missingSince, extra }) => {
              const isThere = identity !== null && missingSince === null && extra === null;
              return isThere ? [{ path, identity, addedAt }] : [];
            }),
          withoutImage: () => withoutImage(index, storeId),
          setFrame: ({ path, identity }) => {
            const file = index.fileAt(storeId, path);
            if (file?.identity === identity) index.putFile({ ...file, hasFrame: true });
          },
          identityOf: (path) => index.fileAt(storeId, path)?.identity ?? undefined,
        },
        segmentsOf: async (path) => {
          const identity = index.fileAt(storeId, path)?.identity ?? undefined;
          return identity === undefined ? undefined : await segments.get(identity);
        },
        titleOf: (path) => titleOfItem(options, index.fileAt(storeId, path)),
      };
    },
    addItems: (store) => {
      const storeId = idOf(store.key);
      const { open, isReachable } = store;
      if (isReachable) reachable.set(storeId, isReachable);
      if (open) artworkStores.set(storeId, { open });
      sources.push({
        id: storeId,
        get name() {
          return store.name;
        },
      });
      return {
        indexer: createItemIndexer({ index, storeId, now }),
        pathsOf: (media) => pathsOf(index, storeId, media),
        titleOf: (path) => titleOfItem(options, index.fileAt(storeId, path)),
      };
    },
  };
}

const idOf = (key: string): string => hash('sha256', key, 'base64url').slice(0, 16);

function titleOfItem(
  { index, posterOf }: Pick<LibraryStoresOptions, 'index' | 'posterOf'>,
  file: FileRecord | undefined,
): TitleOfItem | undefined {
  const record = file && index.recordOf(file);
  if (!record || file.extra !== null || file.missingSince !== null) return undefined;
  return {
    type: mediaType(record.kind),
    tmdbId: String(record.tmdbId ?? record.id),
    title: record.title,
    year: record.year,
    poster: record.poster ?? posterOf(record),
    season: file.season,
    episodes: file.episodes,
  };
}

function pathsOf(index: LibraryIndex, storeId: string, media: PlayedTitle): readonly string[] {
  const title = index.find(media.type === 'movie' ? 'movie' : 'tv', Number(media.tmdbId));
  const files =
    title?.files.filter(
      (file) => file.store === storeId && (media.file ?? fileId(file)) === fileId(file),
    ) ?? [];
  if (media.type === 'movie') return files.map(({ path }) => path);
  const { season, episode } = media;
  return files
    .filter((file) => file.season === season.number && file.episodes.includes(episode.number))
    .map(({ path }) => path);
}

/** Returns home videos without a picture in a file or from a database. */
function withoutImage(index: LibraryIndex, storeId: string): readonly ThumbnailTarget[] {
  return index.filesIn(storeId).flatMap((file) => {
    const { path, identity, addedAt, missingSince, extra, hasFrame, media } = file;
    if (identity === null || missingSince !== null || extra !== null || hasFrame) return [];
    const record = index.recordOf(file);
    // Whether a file has a cover is known after its header was read.
    if (!record || !hasOwnFrame(record) || media === null || media.hasCover === true) return [];
    return record.posterFile === null ? [{ path, identity, addedAt }] : [];
  });
}

function seasonsOf(files: readonly FileRecord[]): readonly Season[] {
  const sorted = files.toSorted(
    (a, b) =>
      a.titleId - b.titleId ||
      (a.season ?? 0) - (b.season ?? 0) ||
      (a.episodes[0] ?? 0) - (b.episodes[0] ?? 0),
  );
  const seasons: { titleId: number; season: number; files: SeasonFile[] }[] = [];
  for (const { path, titleId, season, episodes, identity, missingSince } of sorted) {
    if (season === null || identity === null || missingSince !== null) continue;
    const file = { path, identity, episodes };
    const last = seasons.at(-1);
    if (last?.titleId === titleId && last.season === season) last.files.push(file);
    else seasons.push({ titleId, season, files: [file] });
  }
  return seasons.map((season, at) => {
    const last = seasons[at - 1];
    // Specials don't precede the first season.
    const isBefore = last?.titleId === season.titleId && last.season > 0;
    return { files: season.files, before: isBefore ? last.files : [] };
  });
}
