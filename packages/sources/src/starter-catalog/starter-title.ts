import { type OpenGenre, OPEN_GENRES } from '@matinee/shared/contract/catalog';
import { z } from 'zod';

type StarterRights = MovieRow['rights'];

/** An Internet Archive item, a PeerTube video, or a file on a PeerTube host. */
export type StarterLocation =
  | { readonly source: 'archive.org'; readonly identifier: string; readonly file?: string }
  | {
      readonly source: 'peertube';
      readonly host: string;
      /** UUID or short UUID. */
      readonly video: string;
      /** The height of a web video file with the same UUID. */
      readonly webVideoHeight?: number;
    }
  | { readonly source: 'peertube-file'; readonly url: string };

interface StarterCommon {
  /** A TMDB ID, or a `localId`. */
  readonly id: number;
  readonly imdbId?: string;
  readonly title: string;
  readonly originalTitle?: string;
  readonly year: number;
  readonly runtimeMin?: number;
  readonly directors: readonly string[];
  readonly cast: readonly string[];
  /** TMDB's genre IDs. */
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

interface StarterEpisode {
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

/** Returns the rights for users, without editors' notes. */
export function creditLine({ basis, region }: StarterRights): string {
  const line = basis.replace(/ \(confirm[^)]*\)|; confirm(?=\))/g, '');
  return region === 'world' || line.includes(region) ? line : `${line} (${region})`;
}

// The file has null for unknown values.
const text = z.string().nullish();
const number = z.number().nullish();

const ArchiveLocation = z.object({
  source: z.literal('archive.org'),
  identifier: z.string(),
  file: text,
});

const PeertubeLocation = z.object({
  source: z.literal('peertube'),
  host: z.string(),
  uuid: text,
  shortUUID: text,
  webVideoHeight: number,
});

const FileLocation = z.object({ source: z.literal('peertube-file'), url: z.string() });

const common = {
  tmdbId: number,
  imdbId: text,
  title: z.string(),
  originalTitle: text,
  year: z.number(),
  runtimeMin: number,
  directors: z.array(z.string()).default([]),
  /** The cast, leading roles first. */
  cast: z.array(z.string()).default([]),
  genreIds: z.array(z.number()),
  openGenre: z.enum(OPEN_GENRES.map(({ name }) => name)),
  overview: z.string(),
  posterPath: text,
  backdropPath: text,
  rights: z.object({
    basis: z.string(),
    kind: z.enum(['age', 'nonrenewed', 'nonotice', 'usgov', 'ccby', 'cc0']),
    region: z.string(),
  }),
};

const MovieRow = z.object({
  ...common,
  type: z.literal('movie'),
  streams: z.array(
    z.discriminatedUnion('source', [ArchiveLocation, PeertubeLocation, FileLocation]),
  ),
});
export type MovieRow = z.infer<typeof MovieRow>;

const StarterEpisodeRow = z.object({
  season: z.number(),
  episode: z.number(),
  title: z.string(),
  airDate: text,
  identifier: z.string(),
  file: text,
});
export type StarterEpisodeRow = z.infer<typeof StarterEpisodeRow>;

const SeriesRow = z.object({
  ...common,
  type: z.literal('tv'),
  episodes: z.array(StarterEpisodeRow),
});
export type SeriesRow = z.infer<typeof SeriesRow>;

/** The format of `starter-catalog.json`. */
export const StarterFile = z.object({
  items: z.array(z.discriminatedUnion('type', [MovieRow, SeriesRow])),
});
