/** A film or a series, in the spelling of the scrape protocol; TMDB says `tv` for `show`. */
export type MediaType = 'movie' | 'show';

export type TmdbKind = 'movie' | 'tv';

export function tmdbKind(type: MediaType): TmdbKind {
  return type === 'movie' ? 'movie' : 'tv';
}

export function mediaType(kind: TmdbKind): MediaType {
  return kind === 'movie' ? 'movie' : 'show';
}

/** Ids are TMDB's (or our own from 10⁹ up), as decimal text. */
export interface SeasonRef {
  readonly number: number;
  readonly tmdbId: string;
}

export interface EpisodeRef {
  readonly number: number;
  readonly tmdbId: string;
}

interface TitleRef {
  readonly title: string;
  readonly releaseYear: number;
  readonly tmdbId: string;
  /** `tt` and digits. */
  readonly imdbId?: string | undefined;
  /** Minutes, of the film or of one episode; sources compare files with it. */
  readonly runtime?: number | undefined;
}

export interface ScrapeMovie extends TitleRef {
  readonly type: 'movie';
}

export interface ScrapeShow extends TitleRef {
  readonly type: 'show';
  readonly season: SeasonRef;
  readonly episode: EpisodeRef & { readonly title?: string | undefined };
}

/** What a source is asked to find. */
export type ScrapeMedia = ScrapeMovie | ScrapeShow;
