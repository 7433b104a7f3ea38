import { z } from 'zod';
import { endpoint, QUOTA_ERRORS, LIBRARY_READS } from './endpoint.ts';
import { UserPath } from './fields.ts';

export const Rating = z.object({
  tmdb_id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  type: z.enum(['movie', 'tv']),
  /** 0 to 10. */
  rating: z.number().min(0).max(10),
});
export type Rating = z.infer<typeof Rating>;

export const listRatings = endpoint({
  method: 'GET',
  path: '/users/:userId/ratings',
  summary: 'Lists all ratings.',
  budget: LIBRARY_READS,
  access: 'self',
  forbidden: 'Cannot access other user information',
  params: UserPath,
  reply: z.object({ userId: z.string(), ratings: z.array(Rating) }),
});

export const addRating = endpoint({
  method: 'POST',
  path: '/users/:userId/ratings',
  summary: 'Rates a movie or a show from 0 to 10.',
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  errors: QUOTA_ERRORS,
  body: Rating,
  reply: z.object({ userId: z.string(), rating: Rating }),
});
