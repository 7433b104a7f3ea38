import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonResponse } from '#testing/fake-context.ts';
import type { FakeResponse } from '#testing/fake-context.ts';
import { createAddon } from './addon-client.ts';

const URL_OF = 'https://addon.test/manifest.json';
const MANIFEST = {
  id: 'org.test',
  name: 'Shelf',
  version: '1.0.0',
  description: '',
  resources: ['stream'],
  types: ['movie'],
  catalogs: [],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each attempt to load the manifest after a failed one is a retry', async () => {
  let manifest: FakeResponse = { status: 503 };
  const onRetry = vi.fn<() => void>();
  const addon = createAddon({
    url: URL_OF,
    fetch: async (url) => ({
      status: 200,
      headers: {},
      finalUrl: url,
      body: '',
      ...(await manifest),
    }),
    warn: () => undefined,
    onRetry,
  });
  const stop = addon.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(onRetry).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onRetry).toHaveBeenCalledTimes(1);
  manifest = jsonResponse(MANIFEST);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(onRetry).toHaveBeenCalledTimes(2);
  expect(addon.manifest()?.name).toBe('Shelf');
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(onRetry).toHaveBeenCalledTimes(2);
  await stop();
});
