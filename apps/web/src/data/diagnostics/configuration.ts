import { getConfiguration } from '@matinee/shared/contract/diagnostics';
import { queryOptions } from '@tanstack/react-query';
import { siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';

/** For administrators: every option of this site's server. Requested by a button. */
export function configuration() {
  return queryOptions({
    queryKey: ['diagnostics', 'configuration', sessionStore.getState().account?.userId ?? ''],
    queryFn: async ({ signal }) =>
      (await call(getConfiguration, {}, { server: siteOrigin, signal })).options,
    enabled: false,
    retry: false,
  });
}
