import { CatalogueStatus, getCatalogueStatus } from '@matinee/shared/contract/catalog';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '#lib/http.ts';

/** Whether the operator has set a key, or the open collection answers. */
export function catalogueStatus() {
  return queryOptions({
    queryKey: ['catalogue', 'status'],
    queryFn: async ({ signal }) =>
      CatalogueStatus.parse((await requestJson(getCatalogueStatus.path, { signal })).body),
    staleTime: Infinity,
    retry: false,
  });
}
