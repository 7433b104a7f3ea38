/** The scrape protocol's names. TMDB's name for `show` is `tv`. */
export type MediaType = 'movie' | 'show';

export type TmdbKind = 'movie' | 'tv';

export function tmdbKind(type: MediaType): TmdbKind {
  return type === 'movie' ? 'movie' : 'tv';
}

export function mediaType(kind: TmdbKind): MediaType {
  return kind === 'movie' ? 'movie' : 'show';
}

/** IDs are TMDB's or `localId`s, as decimal text. */
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
  /** The runtime in minutes. Sources compare files with it. */
  readonly runtime?: number | undefined;
  /** The file that the user chose in an own source. */
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
 * Returns a numeric ID for a title without a TMDB ID. URLs, bookmarks and progress contain it, so the hash (32-bit
 * FNV-1a of UTF-8) must never change.
 */
export function localId(key: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(key)) {
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return FIRST_LOCAL_ID + (hash >>> 0);
}
