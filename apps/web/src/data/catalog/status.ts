import { CatalogueStatus, getCatalogueStatus } from '@matinee/shared/contract/catalog';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '#lib/http.ts';
import { ENGLISH } from './tmdb.ts';
import { titleList } from './title-list.ts';

const CACHED_MS = 60 * 60_000;

/** Whether the catalog is TMDB or the open collection. */
export function catalogStatus() {
  return queryOptions({
    queryKey: ['catalogue', 'status'],
    queryFn: async ({ signal }) =>
      CatalogueStatus.parse((await requestJson(getCatalogueStatus.path, { signal })).body),
    staleTime: Infinity,
    retry: false,
  });
}

/** The number of movies and shows in the open collection; null if the server does not report it. */
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
    staleTime: CACHED_MS,
    gcTime: CACHED_MS,
  });
}
