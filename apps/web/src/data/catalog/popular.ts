import { queryOptions } from '@tanstack/react-query';
import { ENGLISH } from './locale.ts';
import { MovieResults } from './schemas.ts';
import { titleList } from './title-list.ts';
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

/** How many movies and shows a catalogue without a key has; null where it does not say. */
export function collectionSize() {
  return queryOptions({
    queryKey: ['catalogue', 'size'],
    queryFn: async ({ signal }): Promise<number | null> => {
      const kinds = (['movie', 'tv'] as const).map(async (kind) => {
        const call = { path: `/${kind}/popular`, kind, language: ENGLISH, query: { page: 1 } };
        return (await titleList({ ...call, signal })).total;
      });
      const [movies, shows] = await Promise.all(kinds);
      return movies === undefined || shows === undefined ? null : movies + shows;
    },
    staleTime: REMEMBERED_MS,
    gcTime: REMEMBERED_MS,
  });
}
