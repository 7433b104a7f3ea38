import { afterEach, expect, test, vi } from 'vitest';
import { CatalogError } from './catalog/tmdb.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

test.each([
  ['an unreachable catalog is requested once more', 502, 2],
  ['a response that never arrived is requested once more', 0, 2],
  ['a catalog whose hosts are both too slow is not waited for twice', 504, 1],
  ['a rejected request is not repeated', 404, 1],
])('%s', async (_, status, requests) => {
  vi.useFakeTimers();
  const queryFn = vi.fn(() => Promise.reject(new CatalogError(status, 'No response')));
  const query = Promise.allSettled([
    queryClient.fetchQuery({ queryKey: ['retries', status], queryFn }),
  ]);
  await vi.runAllTimersAsync();
  expect(await query).toMatchObject([{ status: 'rejected' }]);
  expect(queryFn).toHaveBeenCalledTimes(requests);
});
