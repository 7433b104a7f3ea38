import { OPEN_GENRES } from '@matinee/shared/contract/catalog';
import { z } from 'zod';

// The file says null for what is unknown; the rest of the product says undefined.
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

const EpisodeRow = z.object({
  season: z.number(),
  episode: z.number(),
  title: z.string(),
  airDate: text,
  identifier: z.string(),
  file: text,
});
export type EpisodeRow = z.infer<typeof EpisodeRow>;

const SeriesRow = z.object({ ...common, type: z.literal('tv'), episodes: z.array(EpisodeRow) });
export type SeriesRow = z.infer<typeof SeriesRow>;

/** How `starter-catalog.json` is written. */
export const StarterFile = z.object({
  items: z.array(z.discriminatedUnion('type', [MovieRow, SeriesRow])),
});
