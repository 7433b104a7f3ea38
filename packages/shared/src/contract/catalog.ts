import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const CatalogueStatus = z.object({
  /** True with the operator's TMDB key. Without it, the server uses the starter catalog. */
  configured: z.boolean(),
  /** True if the key is a read access token, which can't change data. */
  readOnly: z.boolean(),
  /** True if TMDB or the starter catalog responded to a test request. */
  answers: z.boolean(),
  /** The duration of the test request. */
  ms: z.number(),
});
export type CatalogueStatus = z.infer<typeof CatalogueStatus>;

export const getCatalogueStatus = endpoint({
  method: 'GET',
  path: '/catalogue/status',
  summary: 'Reports which movie database is in use and whether it responds.',
  access: 'public',
  reply: CatalogueStatus,
});

/**
 * Genres of the starter catalog, best first. Their IDs aren't TMDB's. Each title has exactly one, so clients that
 * request all genres show no title twice.
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

/** The web app's query for details. The server prefetches the same query when a title's page is opened. */
export const DETAILS_QUERY = { language: 'en-US', append_to_response: 'external_ids' } as const;
