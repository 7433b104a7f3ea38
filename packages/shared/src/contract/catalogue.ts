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
  about: 'Says which movie database answers, and whether it does.',
  access: 'public',
  reply: CatalogueStatus,
});

/** How our client asks for a title's details; the server asks the same in advance when a title's page is opened. */
export const DETAILS_QUERY = { language: 'en-US', append_to_response: 'external_ids' } as const;
