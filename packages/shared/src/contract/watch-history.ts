import { z } from 'zod';
import {
  endpoint,
  IMPORT_BYTES,
  IMPORT_ITEMS,
  bulkBudget,
  QUOTA_ERRORS,
  LIBRARY_READS,
} from './endpoint.ts';
import {
  Id,
  flatEpisode,
  episodeInput,
  Timestamp,
  TitleMeta,
  TitleMetaInput,
  TitlePath,
  UserPath,
  WrittenPart,
} from './fields.ts';
import { PartsOfTitle } from './progress.ts';

/** Seconds with fractions, unlike progress. */
export const Moment = z.number().min(-1e15).max(1e15);

export const WatchedInput = z.object({
  tmdbId: Id,
  meta: TitleMetaInput,
  duration: Moment,
  watched: Moment,
  watchedAt: Timestamp,
  completed: z
    .boolean()
    .nullish()
    .transform((completed) => completed ?? false),
  ...episodeInput,
});
export type WatchedInput = z.output<typeof WatchedInput>;

/** A watched item in responses, which list the newest first. Seconds are decimal text. */
export const Watched = z.object({
  tmdbId: z.string(),
  season: WrittenPart,
  episode: WrittenPart,
  meta: TitleMeta,
  duration: z.string(),
  watched: z.string(),
  watchedAt: z.string(),
  completed: z.boolean(),
});
export type Watched = z.infer<typeof Watched>;

export const SavedWatched = z.object({
  id: z.string(),
  userId: z.string(),
  tmdbId: z.string(),
  ...flatEpisode,
  meta: TitleMeta,
  duration: z.number(),
  watched: z.number(),
  watchedAt: z.string(),
  completed: z.boolean(),
  updatedAt: z.string(),
});
export type SavedWatched = z.infer<typeof SavedWatched>;

const Many = z.object({
  success: z.literal(true),
  count: z.number(),
  items: z.array(SavedWatched),
});

const own = { access: 'self', forbidden: 'Cannot modify user other than yourself' } as const;

export const listWatchHistory = endpoint({
  ...own,
  method: 'GET',
  path: '/users/:userId/watch-history',
  summary: 'Lists the watch history, newest first.',
  budget: LIBRARY_READS,
  params: UserPath,
  reply: z.array(Watched),
});

/** Accepts and returns an item or a list. The newest `watchedAt` of an item wins. */
export const putWatchHistory = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/watch-history/:tmdbId',
  summary: 'Adds one item or a list of items to the watch history.',
  params: TitlePath,
  errors: QUOTA_ERRORS,
  budget: bulkBudget('watch_history_import'),
  bodyLimit: IMPORT_BYTES,
  body: z.union([
    z.array(WatchedInput).max(IMPORT_ITEMS),
    WatchedInput.extend({ tmdbId: Id.nullish() }),
  ]),
  reply: z.union([SavedWatched.extend({ success: z.literal(true) }), Many]),
});

export const importWatchHistory = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/watch-history/import',
  summary: 'Imports items into the watch history.',
  params: UserPath,
  errors: QUOTA_ERRORS,
  budget: bulkBudget('watch_history_import'),
  bodyLimit: IMPORT_BYTES,
  body: z.array(WatchedInput).max(IMPORT_ITEMS),
  reply: Many,
});

export const deleteWatchHistory = endpoint({
  ...own,
  method: 'DELETE',
  path: '/users/:userId/watch-history/:tmdbId',
  summary: 'Removes a title, a season or an episode from the watch history.',
  params: TitlePath,
  body: PartsOfTitle,
  reply: z.object({
    success: z.literal(true),
    count: z.number(),
    tmdbId: z.string(),
    seasonId: z.string().optional(),
    episodeId: z.string().optional(),
  }),
});
