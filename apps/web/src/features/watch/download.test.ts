import { expect, test } from 'vitest';
import { FILM, PLAYLIST } from '#player/testing/streams.ts';
import { captionFileName, downloadOf, isTicket, serviceAddress } from './download.ts';

const PAGE = 'https://matinee.test/media/x';

test('a playlist and the file that plays can be taken away', () => {
  expect(downloadOf(PLAYLIST, undefined, PAGE)).toEqual({
    kind: 'playlist',
    url: 'https://films.test/master.m3u8',
  });
  expect(downloadOf(FILM, '360', PAGE)).toEqual({
    kind: 'file',
    url: 'https://films.test/360.mp4',
  });
});

test('what this server relays is named in full', () => {
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
])('that %s is a ticket of a relay is %s', (url, expected) => {
  expect(isTicket(url, ['https://matinee.test', 'https://relay.test/base/'])).toBe(expected);
});

test.each([
  ['nothing plays', undefined, 'noFile'],
  ['the quality is not known yet', FILM, 'noFile'],
  ['it needs headers', { ...PLAYLIST, headers: { Referer: 'https://films.test' } }, 'headers'],
  ['it lies in the page', { ...PLAYLIST, playlist: 'data:text/plain,%23EXTM3U' }, 'local'],
  ['it lies in memory', { ...PLAYLIST, playlist: 'blob:https://matinee.test/1' }, 'local'],
  ['it has no address', { ...PLAYLIST, playlist: '' }, 'noFile'],
] as const)('when %s there is nothing to take', (_when, stream, why) => {
  expect(downloadOf(stream, undefined, PAGE)).toEqual({ kind: 'none', why });
});

test('headers that none are do not matter', () => {
  expect(downloadOf({ ...PLAYLIST, headers: {} }, undefined, PAGE).kind).toBe('playlist');
});

test('a service is told the whole address, and keeps what it had of its own', () => {
  expect(
    serviceAddress('https://party.test/create?room=1', 'video', 'https://a.test/b?c=d&e=f'),
  ).toBe('https://party.test/create?room=1&video=https%3A%2F%2Fa.test%2Fb%3Fc%3Dd%26e%3Df');
  expect(serviceAddress('https://convert.test', 'url', 'https://a.test/')).toBe(
    'https://convert.test/?url=https%3A%2F%2Fa.test%2F',
  );
});

test('captions are named after what they are', () => {
  expect(captionFileName('\uFEFFWEBVTT\n\n')).toBe('subtitles.vtt');
  expect(captionFileName('1\n00:00:01,000 --> 00:00:02,000\nHi')).toBe('subtitles.srt');
});
