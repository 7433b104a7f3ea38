// The values that several resources carry. Limits are generous to real clients and bound everybody else.
import { z } from 'zod';

/** Half a surrogate pair is no character, and PostgreSQL refuses it: it becomes U+FFFD, as it does in UTF-8. */
export const text = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .overwrite((value) => value.toWellFormed());

/** A TMDB id, or whatever an old client used as one. */
export const Id = text(255).min(1);

/** Also reads what an adopted database holds: absent, null, '' and a single newline all mean "none". */
export const OptionalId = text(255)
  .nullish()
  .transform((id) => (id === undefined || id === null || id.trim() === '' ? null : id));

const INT4 = 2_147_483_647;

/** Rounded, because columns are whole; what fits no column is refused. */
export const WholeNumber = z.number().min(-INT4).max(INT4).transform(Math.round);

export const OptionalNumber = WholeNumber.nullish().transform((value) => value ?? null);

/** Seconds, of a film or into it. */
export const Seconds = z
  .number()
  .min(Number.MIN_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .transform(Math.round);

/** ISO 8601 with a zone; what is given in another zone is the same moment. */
export const Timestamp = z.iso.datetime({ offset: true });

export const UserPath = z.object({ userId: z.string().min(1).max(255) });

export const TitlePath = UserPath.extend({ tmdbId: Id });

export const MAX_TITLE = 500;
export const MAX_POSTER = 1000;
const Title = text(MAX_TITLE);
const Poster = text(MAX_POSTER);

/** Films and series; later clients also say `tv`. */
export const TitleType = z
  .enum(['movie', 'show', 'tv'])
  .transform((type) => (type === 'tv' ? ('show' as const) : type));

export const TitleMetaInput = z.object({
  title: Title,
  year: OptionalNumber,
  poster: Poster.nullish().transform((poster) => poster ?? null),
  type: TitleType,
});

/** `year` is null and `poster` absent where nothing is known. */
export const TitleMeta = z.object({
  title: z.string(),
  year: z.number().nullable(),
  poster: z.string().optional(),
  type: z.string(),
});
export type TitleMeta = z.infer<typeof TitleMeta>;

/** A season or an episode, as reads tell it: both members null for a film. */
export const Part = z.object({ id: z.string().nullable(), number: z.number().nullable() });

/** The same where something was just written: members that are not known are absent. */
export const WrittenPart = z.object({ id: z.string().optional(), number: z.number().optional() });

/** Which episode something is of, as clients send it: none of these for a film. */
export const placeInput = {
  seasonId: OptionalId,
  episodeId: OptionalId,
  seasonNumber: OptionalNumber,
  episodeNumber: OptionalNumber,
};

/** The same as it is answered. */
export const flatPlace = {
  seasonId: z.string().nullable(),
  episodeId: z.string().nullable(),
  seasonNumber: z.number().nullable(),
  episodeNumber: z.number().nullable(),
};
