import { describe, expect, test } from 'vitest';
import {
  fileHeaders,
  isPlaylistType,
  safeMediaType,
  rangeHeaders,
  playlistHeaders,
  sanitizeHeaders,
} from './headers.ts';

const BOX = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

test('a source may set headers about the stream, but not about the connection', () => {
  expect(
    sanitizeHeaders({
      Referer: 'https://page.test/',
      'User-Agent': 'Player',
      Cookie: 'a=1',
      'X-Emby-Token': 'k',
      Host: 'inside',
      Connection: 'close',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '5',
      Range: 'bytes=0-1',
      'If-None-Match': 'x',
      'X-Forwarded-For': '127.0.0.1',
      'X-Matinee-Hop': '1',
      'Accept-Encoding': 'br',
      'bad name': 'x',
      'x-bad-value': 'a\r\nb: c',
    }),
  ).toEqual({
    referer: 'https://page.test/',
    'user-agent': 'Player',
    cookie: 'a=1',
    'x-emby-token': 'k',
  });
  expect(sanitizeHeaders(undefined)).toEqual({});
});

test('only range headers of the client are sent on', () => {
  expect(
    rangeHeaders({
      range: 'bytes=5-',
      'if-range': '"a"',
      cookie: 'ours',
      authorization: 'ours',
      host: 'us',
    }),
  ).toEqual({ range: 'bytes=5-', 'if-range': '"a"' });
});

describe('the response', () => {
  const hostile = {
    'set-cookie': ['a=1'],
    'access-control-allow-origin': 'https://evil.test',
    'strict-transport-security': 'max-age=1',
    'clear-site-data': '"*"',
    refresh: '0',
    link: '<x>',
    server: 'Jellyfin',
    location: 'http://10.0.0.5/',
    etag: '"é"',
  };

  test('of a file keeps what a player needs, and gets the sandbox headers', () => {
    const about = {
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=60',
      'content-length': '4',
      'content-range': 'bytes 0-3/10',
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    };
    const headers = { ...hostile, ...about, 'content-type': 'video/mp4' };
    const response = { headers, finalUrl: 'http://10.0.0.5/x' };
    const ours = { ...BOX, ...about, 'content-type': 'video/mp4' };
    expect(fileHeaders({ ...response, status: 206 })).toEqual(ours);
    const { 'content-length': _, ...without } = ours;
    expect(fileHeaders({ ...response, status: 416 })).toEqual(without);
  });

  test('of a playlist has no length, because the playlist is rewritten', () => {
    const headers = { ...hostile, 'content-length': '4', 'content-encoding': 'gzip', expires: '0' };
    expect(playlistHeaders({ headers })).toEqual({
      ...BOX,
      expires: '0',
      'content-type': 'application/vnd.apple.mpegurl',
    });
  });
});

test.each([
  ['video/mp4', 'x', 'video/mp4'],
  ['Video/MP2T; foo=bar', 'x', 'video/mp2t'],
  ['audio/mp4', 'x', 'audio/mp4'],
  ['image/jpeg', 'x', 'image/jpeg'],
  ['text/vtt', 'x', 'text/vtt; charset=utf-8'],
  ['application/dash+xml', 'x', 'text/plain; charset=utf-8'],
  ['application/octet-stream', 'a.m4s', 'video/iso.segment'],
  ['text/html', 'a.mp4', 'video/mp4'],
  ['', 'a.webm?x=1', 'video/webm'],
  ['text/html', 'a', 'text/plain; charset=utf-8'],
  ['application/xhtml+xml', 'a', 'text/plain; charset=utf-8'],
  ['image/svg+xml', 'a', 'text/plain; charset=utf-8'],
  ['application/json', 'a', 'text/plain; charset=utf-8'],
  ['text/javascript', 'a.js', 'text/plain; charset=utf-8'],
  ['application/javascript', 'a.js', 'application/octet-stream'],
  ['application/pdf', 'a', 'application/octet-stream'],
  ['multipart/x-mixed-replace', 'a', 'application/octet-stream'],
  ['', 'a', 'application/octet-stream'],
  ['video/<script>', 'a', 'application/octet-stream'],
])('%s of %s is sent as %s', (declared, path, type) => {
  expect(safeMediaType(declared, `https://a.test/${path}`)).toBe(type);
});

test.each([
  ['application/vnd.apple.mpegurl', true],
  ['application/x-mpegURL; charset=utf-8', true],
  ['audio/mpegurl', true],
  ['audio/x-mpegurl', true],
  ['audio/mpeg', false],
  ['text/plain', false],
  [undefined, false],
])('%s as the type of a playlist: %s', (type, is) => {
  expect(isPlaylistType(type)).toBe(is);
});
