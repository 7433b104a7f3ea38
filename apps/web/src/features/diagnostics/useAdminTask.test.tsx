// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { useAdminTask } from './useAdminTask.ts';

startLanguages();
await loadPageTexts('side', 'admin');

async function errorOf(failure: ApiFailure): Promise<string | undefined> {
  const { result } = renderHook(useAdminTask);
  await act(async () => {
    result.current.run(() => Promise.reject(new ApiRequestError(failure, 'raw')));
    await Promise.resolve();
  });
  return result.current.error;
}

test.each<[ApiFailure, string]>([
  [
    { is: 'rejected', status: 404, message: 'Raw text.' },
    "This no longer exists\nReload the page. If that doesn't help, check the account server in Settings.",
  ],
  [
    { is: 'rejected', status: 429, message: 'Ratelimited', retryAfterMs: 60_000 },
    'Too many attempts\nWait 1 minute, then try again.',
  ],
  [
    { is: 'rejected', status: 418, message: 'Raw text.' },
    'The server refused the request\nIt responded with status 418. Try again later.\nRaw text.',
  ],
  [
    { is: 'unreachable' },
    'Failed to reach server\nCheck your connection and try again. Nothing has been lost.',
  ],
])('a failed request is explained in the words of the app: %o', async (failure, text) => {
  expect(await errorOf(failure)).toBe(text);
});
