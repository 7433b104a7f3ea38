// Feeds the items of a media server or of the manifest into the index of titles.
import { createFileIndexer, type FileIndexerOptions } from './file-indexer.ts';
import type { IdentifiedFile } from './identified-files.ts';
import { withNotes, type TitleRecord, type TitleTexts } from '../index/library-records.ts';

/** A movie, an episode or another video. */
export interface FoundItem extends IdentifiedFile {
  /** For an episode, the show's texts. Undefined if the source knows only the IDs. */
  readonly texts?: Partial<TitleTexts> | undefined;
  /** Paths that the source opens. */
  readonly poster?: string | undefined;
  readonly backdrop?: string | undefined;
}

export interface ItemCounts {
  readonly movies: number;
  readonly episodes: number;
  readonly videos: number;
}

export interface ItemIndexer {
  readonly put: (items: readonly FoundItem[]) => void;
  /** Call it after a complete read. Marks items as missing that weren't put since the last call. Returns the rest. */
  readonly settle: () => ItemCounts;
}

export function createItemIndexer(options: FileIndexerOptions): ItemIndexer {
  const { index, storeId } = options;
  const indexer = createFileIndexer(options);
  let seen = new Set<string>();
  return {
    put: (items) => {
      for (const item of items) {
        const { texts: _texts, poster: _poster, backdrop: _backdrop, ...found } = item;
        seen.add(found.path);
        indexer.put(found);
        const record = indexer.titleOf(found);
        const described = describe(record, item, storeId);
        if (described !== record) index.putTitle(described);
      }
    },
    settle: () => {
      for (const file of index.filesIn(storeId))
        if (!seen.has(file.path)) indexer.markMissing(file);
      seen = new Set();
      indexer.forgetNew();
      return itemCounts(index, storeId);
    },
  };
}

export function itemCounts(index: FileIndexerOptions['index'], storeId: string): ItemCounts {
  const counts = { movies: 0, episodes: 0, videos: 0 };
  for (const file of index.filesIn(storeId)) {
    if (file.missingSince !== null) continue;
    const isVideo = index.recordOf(file)?.isVideo === true;
    counts[file.kind === 'tv' ? 'episodes' : isVideo ? 'videos' : 'movies'] += 1;
  }
  return counts;
}

/** Returns the counts for the log: `12 movies, 1 episode, 0 other videos`. */
export function describeCounts({ movies, episodes, videos }: ItemCounts): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  return [
    counted(movies, 'movie'),
    counted(episodes, 'episode'),
    counted(videos, 'other video'),
  ].join(', ');
}

/** Adds the item's texts and pictures. Keeps TMDB's texts and folders' pictures. Returns an unchanged record itself. */
function describe(record: TitleRecord, item: FoundItem, storeId: string): TitleRecord {
  const isOurs = (file: string | null): boolean => file?.startsWith(`${storeId}/`) !== false;
  const hasTexts = record.tmdbId !== null && record.matchedAt !== null;
  const isDescribed = hasTexts || !isOurs(record.posterFile);
  const { title, originalTitle, year } = item.title;
  const next = withNotes({
    ...record,
    ...(item.texts && !isDescribed && { title, originalTitle, year, ...item.texts }),
    posterFile: isOurs(record.posterFile) ? fileOf(storeId, item.poster) : record.posterFile,
    backdropFile: isOurs(record.backdropFile)
      ? fileOf(storeId, item.backdrop)
      : record.backdropFile,
  });
  return isEqual(record, next) ? record : next;
}

const fileOf = (storeId: string, path: string | undefined): string | null =>
  path === undefined ? null : `${storeId}/${path}`;

const isEqual = (before: TitleRecord, next: TitleRecord): boolean =>
  before.title === next.title &&
  before.originalTitle === next.originalTitle &&
  before.year === next.year &&
  before.overview === next.overview &&
  before.genreIds.join() === next.genreIds.join() &&
  before.rating === next.rating &&
  before.runtime === next.runtime &&
  before.posterFile === next.posterFile &&
  before.backdropFile === next.backdropFile;
