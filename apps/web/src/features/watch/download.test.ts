import { expect, test } from 'vitest';
import { MOVIE, PLAYLIST } from '#player/testing/streams.ts';
import { captionFileName, downloadOf, isRelayUrl, serviceUrl } from './download.ts';

const PAGE = 'https://matinee.test/media/x';

test('playlists and the current file can be downloaded', () => {
  expect(downloadOf(PLAYLIST, undefined, PAGE)).toEqual({
    kind: 'playlist',
    url: 'https://films.test/master.m3u8',
  });
  expect(downloadOf(MOVIE, '360', PAGE)).toEqual({
    kind: 'file',
    url: 'https://films.test/360.mp4',
  });
});

test('while the server encodes a lower quality, the file can be downloaded', () => {
  const lowerQualities = { '360': { type: 'hls', url: 'https://films.test/360.m3u8' } } as const;
  const qualities = { '1080': { type: 'mp4', url: 'https://films.test/1080.mp4' } } as const;
  expect(downloadOf({ ...MOVIE, qualities, lowerQualities }, '360', PAGE)).toEqual({
    kind: 'file',
    url: 'https://films.test/1080.mp4',
  });
});

test('a relayed stream gets an absolute URL', () => {
  expect(downloadOf({ ...PLAYLIST, playlist: '/stream/a' }, undefined, PAGE)).toEqual({
    kind: 'playlist',
    url: 'https://matinee.test/stream/a',
  });
});

test.each([
  ['https://matinee.test/stream/abc/index.m3u8', true],
  ['https://relay.test/base/stream/abc', true],
  ['https://films.test/stream/abc', false],
  ['https://matinee.test/streams.mp4', false],
])('%s is a relay URL: %s', (url, expected) => {
  expect(isRelayUrl(url, ['https://matinee.test', 'https://relay.test/base/'])).toBe(expected);
});

test.each([
  ['nothing plays', undefined, 'noFile'],
  ['the quality is not known yet', MOVIE, 'noFile'],
  ['it needs headers', { ...PLAYLIST, headers: { Referer: 'https://films.test' } }, 'headers'],
  ['it is a data URL', { ...PLAYLIST, playlist: 'data:text/plain,%23EXTM3U' }, 'local'],
  ['it is a blob URL', { ...PLAYLIST, playlist: 'blob:https://matinee.test/1' }, 'local'],
  ['it has no address', { ...PLAYLIST, playlist: '' }, 'noFile'],
] as const)('when %s there is no download', (_when, stream, why) => {
  expect(downloadOf(stream, undefined, PAGE)).toEqual({ kind: 'none', why });
});

test('an empty headers object allows the download', () => {
  expect(downloadOf({ ...PLAYLIST, headers: {} }, undefined, PAGE).kind).toBe('playlist');
});

test('the service URL keeps its own parameters', () => {
  expect(serviceUrl('https://party.test/create?room=1', 'video', 'https://a.test/b?c=d&e=f')).toBe(
    'https://party.test/create?room=1&video=https%3A%2F%2Fa.test%2Fb%3Fc%3Dd%26e%3Df',
  );
  expect(serviceUrl('https://convert.test', 'url', 'https://a.test/')).toBe(
    'https://convert.test/?url=https%3A%2F%2Fa.test%2F',
  );
});

test('captions get the extension of their format', () => {
  expect(captionFileName('\uFEFFWEBVTT\n\n')).toBe('subtitles.vtt');
  expect(captionFileName('1\n00:00:01,000 --> 00:00:02,000\nHi')).toBe('subtitles.srt');
});
