import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { parseMetadata, type GetMetadata } from '@matinee/sources/title-metadata';
import { z } from 'zod';
import { tmdb } from '#data/catalog/tmdb.ts';

/** The browser has what the title's page has just asked for. */
export const filmFacts: GetMetadata = async (tmdbId, signal) =>
  parseMetadata(
    await tmdb(`/movie/${tmdbId}`, { schema: z.unknown(), query: DETAILS_QUERY, signal }),
  );
