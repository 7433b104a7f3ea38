import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const EmbedMeta = z.object({
  type: z.literal('embed'),
  id: z.string(),
  rank: z.number(),
  name: z.string(),
});
export type EmbedMeta = z.infer<typeof EmbedMeta>;

export const SourceMeta = z.object({
  type: z.literal('source'),
  id: z.string(),
  rank: z.number(),
  name: z.string(),
  mediaTypes: z.array(z.enum(['movie', 'show'])).optional(),
});
export type SourceMeta = z.infer<typeof SourceMeta>;

/** What the relay can run: embeds, then sources, each sorted by rank, highest first. */
export const getMetadata = endpoint({
  method: 'GET',
  path: '/metadata',
  about: 'The sources of this instance, best first.',
  access: 'public',
  reply: z.tuple([z.array(EmbedMeta), z.array(SourceMeta)]),
});
