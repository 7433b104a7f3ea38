// Corrections of the titles that the server recognized in its folders.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const Kind = z.enum(['movie', 'tv']);
const id = z.number().int().positive();
const number = z.number().int().min(0).max(100_000);

export const CorrectMatchRequest = z.object({
  /** A title with all its files, or one file by its ID in `/library/files` and `/library/skipped`. */
  subject: z.union([z.object({ kind: Kind, id }), z.object({ file: z.string().max(100) })]),
  target: z.discriminatedUnion('to', [
    z.object({
      to: z.literal('title'),
      kind: Kind,
      /** A TMDB ID, or the ID of a title in the library. */
      id,
      /** Required for a single file that wasn't an episode. */
      season: number.optional(),
      episode: number.optional(),
    }),
    /** A recording that no database knows. */
    z.object({ to: z.literal('video') }),
    /** Restores the match by names and NFO files. */
    z.object({ to: z.literal('automatic') }),
  ]),
});
export type CorrectMatchRequest = z.infer<typeof CorrectMatchRequest>;

export const correctMatch = endpoint({
  method: 'PUT',
  path: '/library/match',
  summary: 'Says which title a file or all files of a title are. Renaming and moving keeps that.',
  access: 'admin',
  budget: { bucket: 'library_match', max: 300, seconds: 600, by: 'account' },
  body: CorrectMatchRequest,
  reply: z.object({
    /** The new title of the files. */
    kind: Kind,
    id: z.number().int(),
    title: z.string(),
    files: z.number().int(),
  }),
  errors: {
    404: 'The library has no such file, or the catalog no such title.',
    413: 'The title has too many files.',
  },
});
export type CorrectedMatch = z.infer<(typeof correctMatch)['reply']>;
