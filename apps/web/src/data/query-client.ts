import {
  QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';
import { CatalogError } from '#data/catalog/tmdb.ts';

const RETRIES = 1;
const GATEWAY_TIMEOUT = 504;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < RETRIES && isRetriable(error),
    },
  },
});

/** A retry of a rejected request would fail again. After a time-out of both catalog hosts, it would wait as long. */
function isRetriable(error: Error): boolean {
  if (!(error instanceof CatalogError)) return true;
  return error.status < 400 || (error.status >= 500 && error.status !== GATEWAY_TIMEOUT);
}

/**
 * Works like `client.query` with a signal: rejects with its reason at once, and cancels the request unless another
 * caller waits for it. A canceled request leaves nothing in the cache.
 */
export async function fetchQueryAbortable<T, K extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<T, Error, T, T, K>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  // The cache cancels a request with its last observer.
  const unsubscribe = new QueryObserver(client, { ...options, enabled: false }).subscribe(() => {});
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => {
    unsubscribe();
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, client.query(options)]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}
