// Lenient schemas for the parts of responses that this client needs. All movie-web servers satisfy them. The contract
// is stricter: other servers lack or change parts of it.
import { RegistrationMode } from '@matinee/shared/contract/meta';
import { z } from 'zod';

const text = z.string().catch('').default('');

const LenientProfile = z
  .looseObject({ colorA: text, colorB: text, icon: text })
  .catch({ colorA: '', colorB: '', icon: '' });

export const LenientUser = z.object({
  id: z.string(),
  nickname: z.string().optional().catch(undefined),
  profile: LenientProfile.prefault({}),
});
export type LenientUser = z.infer<typeof LenientUser>;

export const LenientSession = z.object({
  id: z.string(),
  device: text,
  createdAt: z.string().optional().catch(undefined),
  accessedAt: z.string().optional().catch(undefined),
});
export type LenientSession = z.infer<typeof LenientSession>;

export const LenientMe = z.object({
  user: LenientUser,
  session: LenientSession,
  /** Absent on servers that do not report changes. */
  newsAt: z.string().nullable().optional().catch(undefined),
  /** Absent on other servers. */
  isAdmin: z.boolean().catch(false).default(false),
});
export type LenientMe = z.infer<typeof LenientMe>;

/** Some servers leave out the user. */
export const LenientSignedIn = z.object({
  token: z.string(),
  session: LenientSession,
  user: LenientUser.optional().catch(undefined),
});

/** Rows for `readRow`. */
export const LenientRows = z.array(z.unknown());

/** Returns an empty array for an invalid row. */
export function readRow<T>(schema: z.ZodType<T>, row: unknown): T[] {
  const read = schema.safeParse(row);
  return read.success ? [read.data] : [];
}

function rows<T>(schema: z.ZodType<T>) {
  return LenientRows.transform((all) => all.flatMap((row) => readRow(schema, row)));
}

export const LenientSessions = rows(LenientSession);

const TitleType = z.string().transform((type) => (type === 'movie' ? 'movie' : 'show'));

const LenientTitle = z.object({
  title: text,
  year: z.number().nullish().catch(null),
  poster: z.string().nullish().catch(null),
  type: TitleType,
});

/** ISO 8601. `Date.parse` is faster than a pattern for thousands of rows. */
const DateTime = z
  .string()
  .transform((time) => Date.parse(time))
  .pipe(z.number());
const names = z.array(z.string()).nullish().catch(null);

export const LenientBookmark = z.object({
  tmdbId: z.string(),
  meta: LenientTitle,
  group: names,
  favoriteEpisodes: names,
  updatedAt: DateTime,
});
export type LenientBookmark = z.infer<typeof LenientBookmark>;
export const LenientBookmarks = rows(LenientBookmark);

/** Some databases store a line break for an empty id. */
const id = z
  .string()
  .nullish()
  .transform((given) => (given?.trim() ? given : undefined));
const Part = z
  .object({ id, number: z.number().nullish().catch(null) })
  .nullish()
  .catch(null);
const seconds = z.union([z.number(), z.string().min(1).transform(Number)]).pipe(z.number());

export const LenientProgress = z.object({
  tmdbId: z.string(),
  season: Part,
  episode: Part,
  meta: LenientTitle,
  duration: seconds,
  watched: seconds,
  updatedAt: DateTime,
});
export type LenientProgress = z.infer<typeof LenientProgress>;
export const LenientProgressList = rows(LenientProgress);

export const LenientWatched = LenientProgress.omit({ updatedAt: true }).extend({
  watchedAt: DateTime,
  completed: z.boolean().catch(false).default(false),
});
export type LenientWatched = z.infer<typeof LenientWatched>;
export const LenientWatchedList = rows(LenientWatched);

export const LenientRating = z.object({
  tmdb_id: z.union([z.string(), z.number().transform(String)]),
  type: TitleType,
  rating: z.number().min(0).max(10),
});
export type LenientRating = z.infer<typeof LenientRating>;
export const LenientDatedRating = LenientRating.extend({ ratedAt: DateTime });
export type LenientDatedRating = z.infer<typeof LenientDatedRating>;
export const LenientDatedRatings = rows(LenientDatedRating);
export const LenientRatings = z.object({ ratings: rows(LenientRating) });

const LenientListItem = z
  .object({ tmdb_id: z.union([z.string(), z.number().transform(String)]), type: TitleType })
  .transform(({ tmdb_id: tmdbId, type }): { tmdbId: string; type: 'movie' | 'show' } => ({
    tmdbId,
    type: type === 'movie' ? type : 'show',
  }));

export const LenientList = z.object({
  id: z.string(),
  name: text,
  public: z.boolean().catch(false).default(false),
  created_at: DateTime.catch(0).default(0),
  list_items: rows(LenientListItem),
});
export type LenientList = z.infer<typeof LenientList>;
export const LenientListRows = rows(LenientList);
export const LenientLists = z.object({ lists: LenientListRows });
export const LenientSavedList = z.object({ list: z.object({ id: z.string() }) });

/** `readSettings` parses the values one by one. */
export const LenientSettings = z.record(z.string(), z.unknown());

export const LenientMeta = z.object({
  name: text,
  description: z.string().optional().catch(undefined),
  version: text,
  hasCaptcha: z.boolean().catch(false).default(false),
  captchaClientKey: z.string().optional().catch(undefined),
  captchaProvider: z.enum(['recaptcha', 'turnstile']).optional().catch(undefined),
  /** Absent: open to all. */
  registration: RegistrationMode.optional().catch(undefined),
  maxChanges: z.number().optional().catch(undefined),
  ownSourcesFor: z.literal('accounts').optional().catch(undefined),
  forwardedButUntrusted: z.boolean().optional().catch(undefined),
});
export type LenientMeta = z.infer<typeof LenientMeta>;

/** Accepts any reply to a write, because the replies differ between servers. */
export const IgnoredReply = z.unknown();
