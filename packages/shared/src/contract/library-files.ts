// The files of a title that this server holds.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Kinds by the names of files and folders that media servers share. */
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

/** The facts in a file's header. All are empty if it can't be read. */
export const MediaFacts = z.object({
  seconds: z.number().nullable(),
  video: z
    .object({
      /** The usual name of the codec: `HEVC`. */
      codec: z.string(),
      /** Pixels as they are shown. */
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
  /** Whether the file has a picture in it. */
  hasCover: z.boolean(),
});
export type MediaFacts = z.infer<typeof MediaFacts>;

export const TitleFile = z.object({
  /** The value of `file` in `/scrape`. */
  id: z.string(),
  season: z.number().int().nullable(),
  /** Episodes in the file; empty for movies. */
  episodes: z.array(z.number().int()),
  /** `Director's Cut` */
  edition: z.string().nullable(),
  /** `MKV` */
  container: z.string(),
  /** Bytes. */
  size: z.number().nullable(),
  isPlayable: z.boolean(),
  /** Null if there was no time to read the header yet. */
  media: MediaFacts.nullable(),
  /** The folder's name and the path below it; only for administrators. */
  path: z.string().optional(),
});
export type TitleFile = z.infer<typeof TitleFile>;

export const TitleExtra = z.object({
  /** Plays as a movie with this id. */
  id: z.number().int(),
  kind: ExtraKind,
  /** Empty if it's called like the title itself. */
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
    /** Only the files of this season. */
    season: z.coerce.number().int().optional(),
  }),
  reply: z.object({
    /** Empty if the server doesn't hold the title. */
    files: z.array(TitleFile),
    extras: z.array(TitleExtra),
  }),
});
export type TitleFiles = z.infer<(typeof listTitleFiles)['reply']>;
