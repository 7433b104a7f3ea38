// The format of manifests. A script generates `manifest.schema.json` from it.
import { QUALITIES } from '@matinee/shared/media/stream';
import { captionEndings } from '@matinee/shared/subtitles/formats';
import { z } from 'zod';
import { languageCode } from '#caption-language.ts';

const Address = z
  .string()
  .min(1)
  .describe(
    "An http or https URL. Relative URLs start from the manifest's own URL, if it has one.",
  );

const Headers = z
  .record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/), z.string())
  .describe('Sent by the server. Visitors never see them.');

const ManifestStream = z.object({
  url: Address,
  type: z
    .enum(['mp4', 'hls'])
    .optional()
    .describe(
      "When unset, determined by the URL's extension, or by the start of the file: a playlist is hls, anything else is mp4.",
    ),
  quality: z.enum(QUALITIES).default('unknown').describe('Quality of an mp4 file.'),
  headers: Headers.optional(),
});
export type ManifestStream = z.infer<typeof ManifestStream>;

const ManifestCaption = z.object({
  lang: z
    .string()
    .refine((text) => languageCode(text) !== undefined, 'not a language')
    .describe('A language, such as en, pt-BR, ger or French.'),
  url: Address.describe(
    `URL of a file that ends with ${captionEndings()
      .map((ending) => `.${ending}`)
      .join(', ')}.`,
  ),
  forced: z
    .boolean()
    .optional()
    .describe("Only translates speech or text in another language than the video's."),
  hearingImpaired: z.boolean().optional().describe('Also describes sounds.'),
});
export type ManifestCaption = z.infer<typeof ManifestCaption>;

const streams = z.array(ManifestStream).min(1).max(50).describe('Best first.');
const captions = z.array(ManifestCaption).max(200).optional();

const ids = {
  tmdbId: z.int().positive().optional(),
  imdbId: z
    .string()
    .regex(/^tt\d+$/)
    .optional()
    .describe('At least one of tmdbId, imdbId and title is required.'),
  title: z
    .string()
    .min(1)
    .optional()
    .describe('For the library and the credit line. The only name of a title without an ID.'),
  year: z
    .int()
    .optional()
    .describe('For the library. Without it and an ID, a movie is a home video.'),
  rights: z.string().optional().describe('License or other rights, for the credit line.'),
};

interface Named {
  readonly tmdbId?: unknown;
  readonly imdbId?: unknown;
  readonly title?: unknown;
}

const hasId = ({ tmdbId, imdbId, title }: Named): boolean =>
  tmdbId !== undefined || imdbId !== undefined || title !== undefined;
const NEEDS_ID = 'needs a tmdbId, an imdbId or a title';

export const ManifestMovie = z.object({ ...ids, streams, captions }).refine(hasId, NEEDS_ID);
export type ManifestMovie = z.infer<typeof ManifestMovie>;

const Episode = z
  .union([streams, z.object({ streams, captions })])
  .transform((episode) => ('streams' in episode ? episode : { streams: episode, captions: [] }));

const number = z.string().regex(/^\d{1,4}$/, 'not a number');

export const ManifestShow = z
  .object({
    ...ids,
    seasons: z
      .record(number, z.record(number, Episode).describe('By episode number.'))
      .describe('By season number. 0 is for specials.'),
  })
  .refine(hasId, NEEDS_ID);
export type ManifestShow = z.infer<typeof ManifestShow>;

const head = {
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z.string().min(1).max(60).optional().describe("The source's name."),
};

const Manifest = z.object({
  ...head,
  movies: z.array(ManifestMovie).optional(),
  shows: z.array(ManifestShow).optional(),
});

/** Leaves entries unparsed, to keep the others if one is invalid. */
export const ManifestDocument = z.object({
  ...head,
  movies: z.array(z.unknown()).default([]),
  shows: z.array(z.unknown()).default([]),
});

/** Returns the content of `manifest.schema.json`. */
export function manifestSchema(): object {
  return {
    ...z.toJSONSchema(Manifest, { io: 'input' }),
    title: 'Your own streams, by title',
  };
}
