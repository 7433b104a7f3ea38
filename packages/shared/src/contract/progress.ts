import { z } from 'zod';
import { endpoint, IMPORT_BYTES, IMPORT_ITEMS, QUOTA_ERRORS, LIBRARY_READS } from './endpoint.ts';
import {
  Id,
  flatEpisode,
  OptionalId,
  Part,
  episodeInput,
  Seconds,
  Timestamp,
  TitleMeta,
  TitleMetaInput,
  TitlePath,
  UserPath,
  WrittenPart,
} from './fields.ts';

/** Movies have no season and episode. `updatedAt`: the time of watching. Default: now. */
export const ProgressInput = z.object({
  tmdbId: Id,
  meta: TitleMetaInput,
  duration: Seconds,
  watched: Seconds,
  ...episodeInput,
  updatedAt: Timestamp.nullish().transform((time) => time ?? null),
});
export type ProgressInput = z.output<typeof ProgressInput>;

/** Progress in responses. Seconds are decimal text, which movie-web clients expect. */
export const Progress = z.object({
  id: z.string(),
  tmdbId: z.string(),
  season: Part,
  episode: Part,
  meta: TitleMeta,
  duration: z.string(),
  watched: z.string(),
  updatedAt: z.string(),
});
export type Progress = z.infer<typeof Progress>;

/** Progress in responses to writes. Seconds are numbers, and IDs are both nested and flat. */
export const SavedProgress = z.object({
  id: z.string(),
  userId: z.string(),
  tmdbId: z.string(),
  season: WrittenPart,
  episode: WrittenPart,
  ...flatEpisode,
  meta: TitleMeta,
  duration: z.number(),
  watched: z.number(),
  updatedAt: z.string(),
});
export type SavedProgress = z.infer<typeof SavedProgress>;

const own = { access: 'self', forbidden: 'Cannot modify user other than yourself' } as const;

export const listProgress = endpoint({
  ...own,
  method: 'GET',
  path: '/users/:userId/progress',
  summary: 'Lists all progress.',
  budget: LIBRARY_READS,
  params: UserPath,
  reply: z.array(Progress),
});

/**
 * The latest `updatedAt` wins, not the last request. Returns the stored item. After a newer deletion, stores nothing
 * and returns the request's item. The ID in the path overrides the body's.
 */
export const putProgress = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/progress/:tmdbId',
  summary: 'Saves the progress of a movie or an episode. The latest `updatedAt` wins.',
  params: TitlePath,
  errors: QUOTA_ERRORS,
  body: ProgressInput.extend({ tmdbId: Id.nullish() }),
  reply: SavedProgress,
});

/**
 * The furthest position of an item wins. Restores deleted items, because the import is deliberate. Returns the stored
 * items in the order of the request.
 */
export const importProgress = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/progress/import',
  summary: 'Imports progress. The furthest position of each item wins.',
  params: UserPath,
  errors: QUOTA_ERRORS,
  budget: { bucket: 'progress_import', max: 5, seconds: 600, by: 'account' },
  bodyLimit: IMPORT_BYTES,
  body: z.array(ProgressInput).max(IMPORT_ITEMS),
  reply: z.array(SavedProgress),
});

export const PartsOfTitle = z
  .object({ seasonId: OptionalId, episodeId: OptionalId })
  .nullish()
  .transform((parts) => parts ?? { seasonId: null, episodeId: null });

/** Deletes a title, a season or an episode. Delayed older writes don't restore it. */
export const deleteProgress = endpoint({
  ...own,
  method: 'DELETE',
  path: '/users/:userId/progress/:tmdbId',
  summary: 'Deletes the progress of a title, a season or an episode.',
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
