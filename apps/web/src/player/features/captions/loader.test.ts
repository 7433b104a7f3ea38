import { afterEach, expect, test, vi } from 'vitest';

import { ENGLISH } from '../../testing/streams.ts';
import { fetchCaption } from './loader.ts';

afterEach(() => void vi.unstubAllGlobals());

const answering = (response: Response) => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(response));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

test('a caption is fetched from its address', async () => {
  const fetch = answering(new Response('WEBVTT'));
  expect(await fetchCaption(ENGLISH, new AbortController().signal)).toBe('WEBVTT');
  expect(fetch.mock.calls[0]?.[0]).toBe(ENGLISH.url);
});

test('an error page is not a caption', async () => {
  answering(new Response('1\n00:00:01,000 --> 00:00:02,000\nNot found', { status: 404 }));
  await expect(fetchCaption(ENGLISH, new AbortController().signal)).rejects.toThrow(
    'failed to get caption data',
  );
});
