import {
  QueryObserver,
  type QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Like `client.query`, for a caller who may leave: rejects with the signal's reason at once, and ends what was asked
 * for unless somebody else waits for it. Nothing of an ended request is kept, an error least of all.
 */
export async function fetchWhileWanted<T, K extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<T, Error, T, T, K>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  // The cache ends a request with its last observer; this one only says that somebody is there.
  const leave = new QueryObserver(client, { ...options, enabled: false }).subscribe(() => {});
  const left = Promise.withResolvers<never>();
  const onAbort = () => {
    leave();
    left.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([left.promise, client.query(options)]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    leave();
  }
}
