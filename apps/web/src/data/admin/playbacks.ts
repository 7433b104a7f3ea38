import { listPlaybacks, listPlayDays } from '@matinee/shared/contract/playbacks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#data/api.ts';

const LIVE_MS = 5_000;
const DAYS_MS = 5 * 60_000;

/** For administrators. Reloads every few seconds while the page is visible. */
export function livePlaybacks() {
  return queryOptions({
    queryKey: ['admin', 'playbacks'],
    queryFn: ({ signal }) => call(listPlaybacks, {}, { signal }),
    refetchInterval: LIVE_MS,
    staleTime: 0,
    retry: false,
  });
}

/** For administrators. */
export function playDays(days: number) {
  return queryOptions({
    queryKey: ['admin', 'days', days],
    queryFn: async ({ signal }) => (await call(listPlayDays, { query: { days } }, { signal })).days,
    refetchInterval: DAYS_MS,
    retry: false,
  });
}
