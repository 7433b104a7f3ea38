// What any server of the family answers, as much as this client needs of it: the contract is what ours promises, and
// others spell, lack or break parts of it.
import { RegistrationMode } from '@matinee/shared/contract/meta';
import { z } from 'zod';

const text = z.string().catch('').default('');

const Look = z
  .looseObject({ colorA: text, colorB: text, icon: text })
  .catch({ colorA: '', colorB: '', icon: '' });

export const AnyUser = z.object({
  id: z.string(),
  nickname: z.string().optional().catch(undefined),
  profile: Look.prefault({}),
});
export type AnyUser = z.infer<typeof AnyUser>;

export const AnySession = z.object({
  id: z.string(),
  device: text,
  createdAt: z.string().optional().catch(undefined),
  accessedAt: z.string().optional().catch(undefined),
});
export type AnySession = z.infer<typeof AnySession>;

export const AnyMe = z.object({
  user: AnyUser,
  session: AnySession,
  /** Absent: this server does not tell whether there is something new. */
  newsAt: z.string().nullable().optional().catch(undefined),
  /** Other servers have none. */
  isAdmin: z.boolean().catch(false).default(false),
});
export type AnyMe = z.infer<typeof AnyMe>;

/** Not every server says at once who has signed in. */
export const AnySignedIn = z.object({
  token: z.string(),
  session: AnySession,
  user: AnyUser.optional().catch(undefined),
});

/** To be read one by one. */
export const AnyRows = z.array(z.unknown());

/** One row that cannot be understood does not cost the others. */
export function readRow<T>(schema: z.ZodType<T>, row: unknown): T[] {
  const read = schema.safeParse(row);
  return read.success ? [read.data] : [];
}

function rows<T>(schema: z.ZodType<T>) {
  return AnyRows.transform((all) => all.flatMap((row) => readRow(schema, row)));
}

export const AnySessions = rows(AnySession);

const TitleType = z.string().transform((type) => (type === 'movie' ? 'movie' : 'show'));

const AnyTitle = z.object({
  title: text,
  year: z.number().nullish().catch(null),
  poster: z.string().nullish().catch(null),
  type: TitleType,
});

/** ISO 8601; five thousand of them at once are read without a pattern. */
const Moment = z
  .string()
  .transform((time) => Date.parse(time))
  .pipe(z.number());
const names = z.array(z.string()).nullish().catch(null);

export const AnyBookmark = z.object({
  tmdbId: z.string(),
  meta: AnyTitle,
  group: names,
  favoriteEpisodes: names,
  updatedAt: Moment,
});
export type AnyBookmark = z.infer<typeof AnyBookmark>;
export const AnyBookmarks = rows(AnyBookmark);

/** Some databases hold a line break where others hold nothing. */
const id = z
  .string()
  .nullish()
  .transform((given) => (given?.trim() ? given : undefined));
const Part = z
  .object({ id, number: z.number().nullish().catch(null) })
  .nullish()
  .catch(null);
const seconds = z.union([z.number(), z.string().min(1).transform(Number)]).pipe(z.number());

export const AnyProgress = z.object({
  tmdbId: z.string(),
  season: Part,
  episode: Part,
  meta: AnyTitle,
  duration: seconds,
  watched: seconds,
  updatedAt: Moment,
});
export type AnyProgress = z.infer<typeof AnyProgress>;
export const AnyProgressList = rows(AnyProgress);

export const AnyWatched = AnyProgress.omit({ updatedAt: true }).extend({
  watchedAt: Moment,
  completed: z.boolean().catch(false).default(false),
});
export type AnyWatched = z.infer<typeof AnyWatched>;
export const AnyWatchedList = rows(AnyWatched);

export const AnyRating = z.object({
  tmdb_id: z.union([z.string(), z.number().transform(String)]),
  type: TitleType,
  rating: z.number().min(0).max(10),
});
export type AnyRating = z.infer<typeof AnyRating>;
export const AnyDatedRating = AnyRating.extend({ ratedAt: Moment });
export type AnyDatedRating = z.infer<typeof AnyDatedRating>;
export const AnyDatedRatings = rows(AnyDatedRating);
export const AnyRatings = z.object({ ratings: rows(AnyRating) });

const AnyListItem = z
  .object({ tmdb_id: z.union([z.string(), z.number().transform(String)]), type: TitleType })
  .transform(({ tmdb_id: tmdbId, type }): { tmdbId: string; type: 'movie' | 'show' } => ({
    tmdbId,
    type: type === 'movie' ? type : 'show',
  }));

export const AnyList = z.object({
  id: z.string(),
  name: text,
  public: z.boolean().catch(false).default(false),
  created_at: Moment.catch(0).default(0),
  list_items: rows(AnyListItem),
});
export type AnyList = z.infer<typeof AnyList>;
export const AnyListRows = rows(AnyList);
export const AnyLists = z.object({ lists: AnyListRows });
export const AnySavedList = z.object({ list: z.object({ id: z.string() }) });

/** Values are looked at one by one where they are used. */
export const AnySettings = z.record(z.string(), z.unknown());

export const AnyMeta = z.object({
  name: text,
  description: z.string().optional().catch(undefined),
  version: text,
  hasCaptcha: z.boolean().catch(false).default(false),
  captchaClientKey: z.string().optional().catch(undefined),
  captchaProvider: z.enum(['recaptcha', 'turnstile']).optional().catch(undefined),
  /** Absent: open. */
  registration: RegistrationMode.optional().catch(undefined),
  maxChanges: z.number().optional().catch(undefined),
  ownSourcesFor: z.literal('accounts').optional().catch(undefined),
  forwardedButUntrusted: z.boolean().optional().catch(undefined),
});
export type AnyMeta = z.infer<typeof AnyMeta>;

/** Of a write only its success matters: what it answers differs from server to server. */
export const Anything = z.unknown();
