/** The scrape protocol's names; TMDB says `tv` for `show`. */
export type MediaType = 'movie' | 'show';

export type TmdbKind = 'movie' | 'tv';

export function tmdbKind(type: MediaType): TmdbKind {
  return type === 'movie' ? 'movie' : 'tv';
}

export function mediaType(kind: TmdbKind): MediaType {
  return kind === 'movie' ? 'movie' : 'show';
}

/** Ids are TMDB's, or a `localId`, as decimal text. */
interface SeasonRef {
  readonly number: number;
  readonly tmdbId: string;
}

interface EpisodeRef {
  readonly number: number;
  readonly tmdbId: string;
}

interface TitleRef {
  readonly title: string;
  readonly releaseYear: number;
  readonly tmdbId: string;
  /** `tt` and digits. */
  readonly imdbId?: string | undefined;
  /** Minutes of the movie or episode; sources compare files with it. */
  readonly runtime?: number | undefined;
  /** The file of an own source that the viewer chose. */
  readonly file?: string | undefined;
}

export interface ScrapeMovie extends TitleRef {
  readonly type: 'movie';
}

export interface ScrapeShow extends TitleRef {
  readonly type: 'show';
  readonly season: SeasonRef;
  readonly episode: EpisodeRef & { readonly title?: string | undefined };
}

/** The title that sources search for. */
export type ScrapeMedia = ScrapeMovie | ScrapeShow;

export const FIRST_LOCAL_ID = 1_000_000_000;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A numeric id for a title without TMDB id. Addresses, bookmarks and progress contain it, so the hash (32-bit FNV-1a
 * over UTF-8) must never change.
 */
export function localId(key: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(key)) {
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return FIRST_LOCAL_ID + (hash >>> 0);
}
