import { z } from 'zod';
import { BookmarkInput } from './bookmarks.ts';
import { endpoint, bulkBudget, QUOTA_ERRORS } from './endpoint.ts';
import { Id, OptionalId, Timestamp, UserPath } from './fields.ts';
import { ProgressInput } from './progress.ts';

/** The maximum per call. */
export const MAX_CHANGES = 500;

export const Change = z.discriminatedUnion('type', [
  BookmarkInput.extend({ type: z.literal('putBookmark'), updatedAt: Timestamp }),
  z.object({ type: z.literal('deleteBookmark'), tmdbId: Id, updatedAt: Timestamp }),
  ProgressInput.extend({ type: z.literal('putProgress'), updatedAt: Timestamp }),
  z.object({
    type: z.literal('deleteProgress'),
    tmdbId: Id,
    seasonId: OptionalId,
    episodeId: OptionalId,
    updatedAt: Timestamp,
  }),
]);
export type Change = z.output<typeof Change>;

/**
 * Matinee only: applies a device's changes in one transaction. For each item, the newest `updatedAt` wins, including
 * deletions. At equal times, the later change in the list wins. A deletion without episode or season covers all of
 * them. Times in the future count as now. Idempotent.
 */
export const putChanges = endpoint({
  method: 'PUT',
  path: '/users/:userId/changes',
  summary: "Applies a device's changes in one transaction. The newest change of each item wins.",
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  errors: QUOTA_ERRORS,
  budget: { ...bulkBudget('changes'), store: 'memory' },
  body: z.array(Change).max(MAX_CHANGES),
  reply: z.object({
    /** The number of applied changes, and of those that a newer change overrides. */
    applied: z.number(),
    outdated: z.number(),
  }),
});
