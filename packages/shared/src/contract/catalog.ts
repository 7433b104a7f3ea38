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

/**
 * The genres of the open collection, best first. TMDB has none of them, so their ids are our own; each title is in exactly one,
 * and no client that asks for them in turn shows a title twice.
 */
export const OPEN_GENRES = [
  { name: 'horror', kind: 'movie', id: 1_000_000_001 },
  { name: 'noir', kind: 'movie', id: 1_000_000_002 },
  { name: 'silentComedy', kind: 'movie', id: 1_000_000_003 },
  { name: 'blender', kind: 'movie', id: 1_000_000_004 },
  { name: 'comedy', kind: 'movie', id: 1_000_000_005 },
  { name: 'scienceFiction', kind: 'movie', id: 1_000_000_006 },
  { name: 'silentHorror', kind: 'movie', id: 1_000_000_007 },
  { name: 'mystery', kind: 'movie', id: 1_000_000_008 },
  { name: 'animation', kind: 'movie', id: 1_000_000_009 },
  { name: 'silent', kind: 'movie', id: 1_000_000_010 },
  { name: 'drama', kind: 'movie', id: 1_000_000_011 },
  { name: 'adventure', kind: 'movie', id: 1_000_000_012 },
  { name: 'shorts', kind: 'movie', id: 1_000_000_013 },
  { name: 'classicTv', kind: 'tv', id: 1_000_000_014 },
] as const;
export type OpenGenre = (typeof OPEN_GENRES)[number]['name'];

/** How our client asks for a title's details; the server asks the same in advance when a title's page is opened. */
export const DETAILS_QUERY = { language: 'en-US', append_to_response: 'external_ids' } as const;
