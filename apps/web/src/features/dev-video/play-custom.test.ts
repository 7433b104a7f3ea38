import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { detectType } from './play-custom.ts';

const served = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', served));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const detect = () => detectType('https://films.test/watch', new AbortController().signal);

test.each([
  ['application/vnd.apple.mpegurl', '', 'hls'],
  ['application/x-mpegURL; charset=utf-8', '', 'hls'],
  ['audio/mpegurl', '', 'hls'],
  ['text/plain', '#EXTM3U\n#EXT-X-VERSION:3', 'hls'],
  ['application/octet-stream', '\0\0\0 ftypisom', 'mp4'],
  ['video/mp4', '', 'mp4'],
])('%s beginning with %j is %s', async (type, body, expected) => {
  served.mockResolvedValue(new Response(body, { headers: { 'content-type': type } }));
  expect(await detect()).toBe(expected);
});

test('a response that the page may not read counts as a file', async () => {
  served.mockRejectedValue(new TypeError('CORS'));
  expect(await detect()).toBe('mp4');
});

test('the probe has a time limit', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  served.mockImplementation(async (_url, init) => {
    init?.signal?.throwIfAborted();
    return new Response();
  });
  expect(await detect()).toBe('mp4');
  expect(limit).toHaveBeenCalledExactlyOnceWith(8_000);
});
