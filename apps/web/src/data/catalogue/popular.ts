import { queryOptions } from '@tanstack/react-query';
import { MovieResults } from './schemas.ts';
import { titleOf, type Title } from './title.ts';
import { tmdb } from './tmdb.ts';

const REMEMBERED_MS = 60 * 60_000;

/** What is out already; the popular include what is only awaited. */
export function popularMovies() {
  return queryOptions({
    queryKey: ['catalogue', 'popular', 'movie'],
    queryFn: async ({ signal }): Promise<readonly Title[]> => {
      const { results } = await tmdb('/movie/popular', {
        schema: MovieResults,
        query: { page: 1 },
        signal,
      });
      const now = new Date();
      return results.map((item) => titleOf(item, now)).filter(({ isReleased }) => isReleased);
    },
    staleTime: REMEMBERED_MS,
    gcTime: REMEMBERED_MS,
  });
}
