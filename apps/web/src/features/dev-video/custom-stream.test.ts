import { describe, expect, test, afterEach, beforeEach, vi } from 'vitest';
import {
  customStream,
  invalidVideoFields,
  readCustomVideo,
  searchOf,
  detectType,
} from './custom-stream.ts';

const read = (query: string) => readCustomVideo(new URLSearchParams(query));

test('a playlist with captions and headers', () => {
  const query = new URLSearchParams({
    url: ' https://films.test/a.m3u8 ',
    captions: 'https://films.test/a.vtt?b',
    headers: 'Referer: https://films.test/\n\n X-Key :  a:b ',
  });
  expect(customStream({ ...readCustomVideo(query), type: 'hls' })).toEqual({
    id: 'custom',
    flags: [],
    type: 'hls',
    playlist: 'https://films.test/a.m3u8',
    captions: [
      {
        id: 'custom',
        type: 'vtt',
        url: 'https://films.test/a.vtt?b',
        hasCorsRestrictions: false,
        language: 'und',
      },
    ],
    headers: { Referer: 'https://films.test/', 'X-Key': 'a:b' },
  });
});

test('a file has an unknown quality', () => {
  expect(customStream({ ...read('url=https://films.test/a.mp4'), type: 'mp4' })).toEqual({
    id: 'custom',
    flags: [],
    type: 'file',
    captions: [],
    qualities: { unknown: { type: 'mp4', url: 'https://films.test/a.mp4' } },
  });
});

test.each([
  ['url=https://films.test/a.mp4', 'mp4'],
  ['url=https://films.test/a.M4V%3Fkey=1', 'mp4'],
  ['url=https://films.test/a.m3u8%3Fb=.mp4', 'hls'],
  ['url=https://films.test/watch', 'auto'],
  ['type=auto&url=https://films.test/a.mp4', 'mp4'],
  ['type=mp4&url=https://films.test/watch', 'mp4'],
  ['type=hls&url=https://films.test/a.mp4', 'hls'],
])('without a type the file extension decides: %s', (query, type) => {
  expect(read(query).type).toBe(type);
});

test('the URL has everything but the headers', () => {
  const video = read(
    'type=mp4&url=https://films.test/a.mp4?b%26c&captions=https://films.test/a.srt',
  );
  expect(read(searchOf({ ...video, headers: 'Cookie: secret' }))).toEqual(video);
});

describe('invalid fields are reported', () => {
  test.each([
    ['', ['url']],
    ['url=javascript:alert(1)', ['url']],
    ['url=file:///etc/passwd', ['url']],
    ['url=https://films.test/a&captions=nowhere', ['captions']],
    ['url=https://films.test/a&headers=no%20header', ['headers']],
    ['url=x&captions=x&headers=x', ['url', 'captions', 'headers']],
    ['url=http://films.test/a', []],
  ])('%s', (query, invalid) => {
    expect(invalidVideoFields(read(query))).toEqual(invalid);
    expect(customStream({ ...read(query), type: 'mp4' }) === undefined).toBe(invalid.length > 0);
  });
});

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
