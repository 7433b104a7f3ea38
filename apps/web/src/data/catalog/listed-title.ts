// One title as lists show it, for lists that are told its number alone.
import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import type { MediaType } from '@matinee/shared/media/media';
import { queryOptions } from '@tanstack/react-query';
import { MovieDetails, ShowDetails } from './schemas.ts';
import { titleOf, type Title } from './title.ts';
import { tmdb } from './tmdb.ts';

const FRESH_MS = 60 * 60_000;

/** Rejects with CatalogueError. */
export function listedTitle(type: MediaType, tmdbId: string) {
  return queryOptions({
    queryKey: ['catalogue', 'listed', type, tmdbId],
    queryFn: async ({ signal }): Promise<Title> => {
      const options = { query: DETAILS_QUERY, signal };
      const now = new Date();
      if (type === 'movie') {
        const movie = await tmdb(`/movie/${tmdbId}`, { schema: MovieDetails, ...options });
        return titleOf({ ...movie, media_type: 'movie' }, now);
      }
      const show = await tmdb(`/tv/${tmdbId}`, { schema: ShowDetails, ...options });
      return titleOf({ ...show, media_type: 'tv' }, now);
    },
    staleTime: FRESH_MS,
  });
}
