// Fields of several resources. Real clients stay far below the limits.
import { z } from 'zod';

/** Replaces lone surrogates with U+FFFD, like UTF-8 encoders, because PostgreSQL rejects them. */
export const text = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .overwrite((value) => value.toWellFormed());

/** A TMDB ID, or any string from old clients. */
export const Id = text(255).min(1);

/** Imported databases also contain null, '' and a newline for "none". */
export const OptionalId = text(255)
  .nullish()
  .transform((id) => (id === undefined || id === null || id.trim() === '' ? null : id));

const INT4 = 2_147_483_647;

/** Rounds to integers for the database, and rejects values out of range. */
export const Integer = z.number().min(-INT4).max(INT4).transform(Math.round);

export const OptionalNumber = Integer.nullish().transform((value) => value ?? null);

/** Seconds: a duration or a position. */
export const Seconds = z
  .number()
  .min(Number.MIN_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .transform(Math.round);

/** ISO 8601 with any time zone. */
export const Timestamp = z.iso.datetime({ offset: true });

export const UserPath = z.object({ userId: z.string().min(1).max(255) });

export const TitlePath = UserPath.extend({ tmdbId: Id });

export const MAX_TITLE = 500;
export const MAX_POSTER = 1000;
const Title = text(MAX_TITLE);
const Poster = text(MAX_POSTER);

/** Newer clients also send `tv`. */
export const TitleType = z
  .enum(['movie', 'show', 'tv'])
  .transform((type) => (type === 'tv' ? ('show' as const) : type));

export const TitleMetaInput = z.object({
  title: Title,
  year: OptionalNumber,
  poster: Poster.nullish().transform((poster) => poster ?? null),
  type: TitleType,
});

/** If unknown, `year` is null and `poster` is missing. */
export const TitleMeta = z.object({
  title: z.string(),
  year: z.number().nullable(),
  poster: z.string().optional(),
  type: z.string(),
});
export type TitleMeta = z.infer<typeof TitleMeta>;

/** A season or an episode in responses. Both members are null for movies. */
export const Part = z.object({ id: z.string().nullable(), number: z.number().nullable() });

/** A season or an episode in responses to writes. Unknown members are missing. */
export const WrittenPart = z.object({ id: z.string().optional(), number: z.number().optional() });

/** Identifies an episode in requests. All fields are missing for movies. */
export const episodeInput = {
  seasonId: OptionalId,
  episodeId: OptionalId,
  seasonNumber: OptionalNumber,
  episodeNumber: OptionalNumber,
};

/** Identifies an episode in responses. */
export const flatEpisode = {
  seasonId: z.string().nullable(),
  episodeId: z.string().nullable(),
  seasonNumber: z.number().nullable(),
  episodeNumber: z.number().nullable(),
};
