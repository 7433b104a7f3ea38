import { z } from 'zod';
import { endpoint, IMPORT_BYTES, IMPORT_ITEMS, QUOTA_ERRORS, LIBRARY_READS } from './endpoint.ts';
import {
  Id,
  flatPlace,
  OptionalId,
  Part,
  placeInput,
  Seconds,
  Timestamp,
  TitleMeta,
  TitleMetaInput,
  TitlePath,
  UserPath,
  WrittenPart,
} from './fields.ts';

/** A film has neither season nor episode; `updatedAt` is when it was watched, now when absent. */
export const ProgressInput = z.object({
  tmdbId: Id,
  meta: TitleMetaInput,
  duration: Seconds,
  watched: Seconds,
  ...placeInput,
  updatedAt: Timestamp.nullish().transform((time) => time ?? null),
});
export type ProgressInput = z.output<typeof ProgressInput>;

/** As reads tell it: seconds are decimal text, as clients of the family expect. */
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

/** As writes answer it: seconds are numbers, and the ids stand both nested and flat. */
export const SavedProgress = z.object({
  id: z.string(),
  userId: z.string(),
  tmdbId: z.string(),
  season: WrittenPart,
  episode: WrittenPart,
  ...flatPlace,
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
  about: 'How far everything was watched.',
  budget: LIBRARY_READS,
  params: UserPath,
  reply: z.array(Progress),
});

/**
 * The last to be watched wins, not the last to arrive; answers what is stored then. Where a later deletion won, nothing
 * is, and the item is answered as it came. The id in the path counts.
 */
export const putProgress = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/progress/:tmdbId',
  about: 'Saves how far one film or episode was watched; what was watched last wins.',
  params: TitlePath,
  refusals: QUOTA_ERRORS,
  body: ProgressInput.extend({ tmdbId: Id.nullish() }),
  reply: SavedProgress,
});

/**
 * An item that is there gives way only to one watched further; of one item twice the furthest counts. What was deleted
 * comes back: whoever imports means it. Answers what is stored of each item, in their order.
 */
export const importProgress = endpoint({
  ...own,
  method: 'PUT',
  path: '/users/:userId/progress/import',
  about: 'Merges many items in; what was watched further wins.',
  params: UserPath,
  refusals: QUOTA_ERRORS,
  budget: { bucket: 'progress_import', max: 5, seconds: 600, by: 'account' },
  bodyLimit: IMPORT_BYTES,
  body: z.array(ProgressInput).max(IMPORT_ITEMS),
  reply: z.array(SavedProgress),
});

export const PartsOfTitle = z
  .object({ seasonId: OptionalId, episodeId: OptionalId })
  .nullish()
  .transform((parts) => parts ?? { seasonId: null, episodeId: null });

/** Everything of the title, or of that season or episode; what was watched before and arrives later is not kept. */
export const deleteProgress = endpoint({
  ...own,
  method: 'DELETE',
  path: '/users/:userId/progress/:tmdbId',
  about: 'Forgets a title, or one season or episode of it.',
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
