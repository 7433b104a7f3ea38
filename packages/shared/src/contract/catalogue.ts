import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const CatalogueStatus = z.object({
  /** An operator's TMDB key is set; without one the starter catalogue answers. */
  configured: z.boolean(),
  /** The key is a read access token that can change nothing. */
  readOnly: z.boolean(),
  /** TMDB (or, without a key, the starter catalogue) answered a test request. */
  answers: z.boolean(),
  /** How long that test request took, in milliseconds. */
  ms: z.number(),
});
export type CatalogueStatus = z.infer<typeof CatalogueStatus>;

export const getCatalogueStatus = endpoint({
  method: 'GET',
  path: '/catalogue/status',
  access: 'public',
  reply: CatalogueStatus,
});
