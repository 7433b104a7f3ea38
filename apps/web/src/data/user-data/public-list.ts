import { getPublicList } from '@matinee/shared/contract/lists';
import { queryOptions } from '@tanstack/react-query';
import { config } from '#config.ts';
import { LenientList } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';

/** A list that somebody shares on this site. Rejects with ApiError. */
export function publicList(listId: string) {
  return queryOptions({
    queryKey: ['public-list', listId],
    queryFn: ({ signal }) => {
      const options = { signal, server: config.BACKEND_URL || undefined, reply: LenientList };
      return call(getPublicList, { params: { listId } }, options);
    },
    retry: false,
  });
}

/** It is shared no longer, or never was. */
export const isNotShared = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);
