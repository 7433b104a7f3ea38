import { DETAILS_QUERY } from '@matinee/shared/contract/catalogue';
import { readFacts, type FactsOf } from '@matinee/sources/facts';
import { z } from 'zod';
import { tmdb } from '#data/catalogue/tmdb.ts';

/** The browser has what the title's page has just asked for. */
export const filmFacts: FactsOf = async (tmdbId, signal) =>
  readFacts(await tmdb(`/movie/${tmdbId}`, { schema: z.unknown(), query: DETAILS_QUERY, signal }));
