// Requests for the administrators' panels. Lists reload while the page is visible.
import {
  exportAnyAccount,
  listAccounts,
  removeAccount,
} from '@matinee/shared/contract/admin-accounts';
import { listErrorGroups } from '@matinee/shared/contract/error-groups';
import { listPlaybacks, listPlayDays } from '@matinee/shared/contract/playbacks';
import { listSourceStats } from '@matinee/shared/contract/source-stats';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '#data/api.ts';

const EXPORT_MS = 120_000;
const ACCOUNTS_MS = 60_000;
const LIVE_MS = 5_000;
const ERRORS_MS = 15_000;
const SOURCES_MS = 60_000;
const DAYS_MS = 5 * 60_000;

export function accountList(search: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'accounts', search],
    queryFn: ({ signal, pageParam: after }) =>
      call(listAccounts, { query: { search, ...(after !== '' && { after }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ACCOUNTS_MS,
    staleTime: 0,
    retry: false,
  });
}

export async function removeAnyAccount(accountId: string, signal: AbortSignal): Promise<void> {
  await call(removeAccount, { params: { accountId } }, { signal });
}

/** The document as JSON text. */
export async function accountDocument(accountId: string, signal: AbortSignal): Promise<string> {
  const document = await call(
    exportAnyAccount,
    { params: { accountId } },
    { signal, reply: z.looseObject({}), timeoutMs: EXPORT_MS },
  );
  return JSON.stringify(document, null, 2);
}

export function errorGroups(search: string) {
  return queryOptions({
    queryKey: ['admin', 'errors', search],
    queryFn: ({ signal }) => call(listErrorGroups, { query: { search } }, { signal }),
    refetchInterval: ERRORS_MS,
    staleTime: 0,
    retry: false,
  });
}

export function livePlaybacks() {
  return queryOptions({
    queryKey: ['admin', 'playbacks'],
    queryFn: ({ signal }) => call(listPlaybacks, {}, { signal }),
    refetchInterval: LIVE_MS,
    staleTime: 0,
    retry: false,
  });
}

export function playDays(days: number) {
  return queryOptions({
    queryKey: ['admin', 'days', days],
    queryFn: async ({ signal }) => (await call(listPlayDays, { query: { days } }, { signal })).days,
    refetchInterval: DAYS_MS,
    retry: false,
  });
}

export type StatsBy = 'hour' | 'day';

export function sourceStats(by: StatsBy) {
  return queryOptions({
    queryKey: ['admin', 'sources', by],
    queryFn: ({ signal }) => call(listSourceStats, { query: { by } }, { signal }),
    refetchInterval: SOURCES_MS,
    retry: false,
  });
}
