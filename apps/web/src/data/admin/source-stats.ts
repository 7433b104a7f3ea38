import { listSourceStats } from '@matinee/shared/contract/source-stats';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#data/api.ts';

const REFETCH_MS = 60_000;

export type StatsBy = 'hour' | 'day';

/** For administrators. Reloads while the page is visible. */
export function sourceStats(by: StatsBy) {
  return queryOptions({
    queryKey: ['admin', 'sources', by],
    queryFn: ({ signal }) => call(listSourceStats, { query: { by } }, { signal }),
    refetchInterval: REFETCH_MS,
    retry: false,
  });
}
