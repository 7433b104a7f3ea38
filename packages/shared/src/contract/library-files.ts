// The files of a title on this server.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Kinds of extras. Media servers use the same names of files and folders. */
export const ExtraKind = z.enum([
  'trailer',
  'featurette',
  'behindTheScenes',
  'deletedScene',
  'interview',
  'scene',
  'short',
  'clip',
  'other',
]);
export type ExtraKind = z.infer<typeof ExtraKind>;

/** The facts in a file's header. All are empty if the header can't be read. */
export const MediaFacts = z.object({
  seconds: z.number().nullable(),
  video: z
    .object({
      /** The codec's common name: `HEVC`. */
      codec: z.string(),
      /** Display size in pixels. */
      width: z.number().int(),
      height: z.number().int(),
      isHdr: z.boolean(),
    })
    .nullable(),
  audio: z.array(
    z.object({
      codec: z.string(),
      channels: z.number().int(),
      /** BCP 47. */
      language: z.string().nullable(),
    }),
  ),
  /** Whether the file contains a cover. */
  hasCover: z.boolean(),
});
export type MediaFacts = z.infer<typeof MediaFacts>;

export const TitleFile = z.object({
  /** The value of `file` in `/scrape`. */
  id: z.string(),
  season: z.number().int().nullable(),
  /** The episodes in the file. Empty for movies. */
  episodes: z.array(z.number().int()),
  /** `Director's Cut` */
  edition: z.string().nullable(),
  /** `MKV` */
  container: z.string(),
  /** Bytes. */
  size: z.number().nullable(),
  isPlayable: z.boolean(),
  /** Null if the server hasn't read the header yet. */
  media: MediaFacts.nullable(),
  /** The folder's name and the path below it. Only for administrators. */
  path: z.string().optional(),
});
export type TitleFile = z.infer<typeof TitleFile>;

export const TitleExtra = z.object({
  /** The extra plays as a movie with this ID. */
  id: z.number().int(),
  kind: ExtraKind,
  /** Empty if the name is the same as the title's. */
  name: z.string(),
  seconds: z.number().nullable(),
  path: z.string().optional(),
});
export type TitleExtra = z.infer<typeof TitleExtra>;

export const listTitleFiles = endpoint({
  method: 'GET',
  path: '/library/files',
  summary: 'Lists the files and extras of a title that this server holds.',
  access: 'optional',
  budget: { bucket: 'title_files', max: 600, seconds: 600, store: 'memory' },
  query: z.object({
    kind: z.enum(['movie', 'tv']),
    id: z.coerce.number().int(),
    /** Selects the files of this season. */
    season: z.coerce.number().int().optional(),
  }),
  reply: z.object({
    /** Empty if the server doesn't have the title. */
    files: z.array(TitleFile),
    extras: z.array(TitleExtra),
  }),
});
export type TitleFiles = z.infer<(typeof listTitleFiles)['reply']>;
