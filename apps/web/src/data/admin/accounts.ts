import {
  exportAnyAccount,
  listAccounts,
  removeAccount,
} from '@matinee/shared/contract/admin-accounts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '#data/api.ts';

const EXPORT_MS = 120_000;

/** For administrators. */
export function accountList(search: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'accounts', search],
    queryFn: ({ signal, pageParam: after }) =>
      call(listAccounts, { query: { search, ...(after !== '' && { after }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
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
