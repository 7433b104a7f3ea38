import { listErrorGroups } from '@matinee/shared/contract/error-groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#data/api.ts';

const REFETCH_MS = 15_000;

/** For administrators. Reloads while the page is visible. */
export function errorGroups(search: string) {
  return queryOptions({
    queryKey: ['admin', 'errors', search],
    queryFn: ({ signal }) => call(listErrorGroups, { query: { search } }, { signal }),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
    retry: false,
  });
}
