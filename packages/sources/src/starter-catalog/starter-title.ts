import type { OpenGenre } from '@matinee/shared/contract/catalog';
import type { MovieRow, SeriesRow } from './starter-schema.ts';

export type StarterRights = MovieRow['rights'];

/** Where the bytes are: an Internet Archive item, a PeerTube video, or a file on a PeerTube host. */
export type StarterLocation =
  | { readonly source: 'archive.org'; readonly identifier: string; readonly file?: string }
  | {
      readonly source: 'peertube';
      readonly host: string;
      /** UUID or short UUID. */
      readonly video: string;
      /** The height of a web video file that bears the same UUID. */
      readonly webVideoHeight?: number;
    }
  | { readonly source: 'peertube-file'; readonly url: string };

interface StarterCommon {
  /** TMDB's, or our own from 10⁹ up. */
  readonly id: number;
  readonly imdbId?: string;
  readonly title: string;
  readonly originalTitle?: string;
  readonly year: number;
  readonly runtimeMin?: number;
  readonly directors: readonly string[];
  readonly cast: readonly string[];
  /** TMDB's. */
  readonly genreIds: readonly number[];
  readonly openGenre: OpenGenre;
  readonly overview: string;
  readonly posterPath?: string;
  readonly backdropPath?: string;
  readonly rights: StarterRights;
}

export interface StarterMovie extends StarterCommon {
  readonly kind: 'movie';
  readonly streams: readonly StarterLocation[];
}

export interface StarterEpisode {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  /** `yyyy-mm-dd` */
  readonly airDate?: string;
  /** The Internet Archive item. */
  readonly identifier: string;
  readonly file?: string;
}

export interface StarterSeason {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly episodes: readonly StarterEpisode[];
}

export interface StarterSeries extends StarterCommon {
  readonly kind: 'tv';
  readonly seasons: readonly StarterSeason[];
}

export type StarterTitle = StarterMovie | StarterSeries;
export type StarterRow = MovieRow | SeriesRow;
