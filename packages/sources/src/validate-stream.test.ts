import { describe, expect, test } from 'vitest';
import { validateStream, probe } from './validate-stream.ts';
import type { Stream } from '@matinee/shared/media/stream';
import { fakeContext, type FakeResponse } from './testing/fake-context.ts';

const COMMON = { id: 's', flags: [], captions: [] };
const MP4 = { type: 'mp4', url: 'https://media.test/a.mp4' };

function accept(stream: unknown, isTrusted = false) {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  return { stream: validateStream(stream, { isTrusted, warn }), warnings };
}

test('only an operator source may use addresses of a media library', () => {
  const movie = {
    ...COMMON,
    type: 'file',
    qualities: { '720': { type: 'mp4', url: 'library:7' } },
  };
  expect(accept(movie, true).stream).toEqual(movie);
  expect(accept(movie).stream).toBeUndefined();
});

describe('files', () => {
  test('of known qualities in mp4 are kept, and others are logged and left out', () => {
    const { stream, warnings } = accept({
      ...COMMON,
      type: 'file',
      qualities: {
        '1080': MP4,
        unknown: MP4,
        '999': MP4,
        '720': { type: 'webm', url: 'https://media.test/a.webm' },
        '480': { type: 'mp4', url: '' },
        '360': { type: 'mp4', url: 'javascript:alert(1)' },
        '4k': null,
      },
    });
    expect(stream).toEqual({ ...COMMON, type: 'file', qualities: { '1080': MP4, unknown: MP4 } });
    expect(warnings).toHaveLength(5);
  });

  test('without a playable one are not a stream', () => {
    expect(accept({ ...COMMON, type: 'file', qualities: {} }).stream).toBeUndefined();
    const webm = { type: 'webm', url: 'https://media.test/a.webm' };
    expect(accept({ ...COMMON, type: 'file', qualities: { '720': webm } }).stream).toBeUndefined();
  });
});

describe('playlists', () => {
  test('with an http address are kept unchanged', () => {
    const hls = {
      ...COMMON,
      type: 'hls',
      playlist: 'https://media.test/a.m3u8',
      headers: { a: 'b' },
    };
    expect(accept(hls)).toEqual({ stream: hls, warnings: [] });
  });

  test.each(['', 'data:text/plain,x', 'file:///etc/passwd', '//media.test/a.m3u8'])(
    'with the address "%s" are logged and left out',
    (playlist) => {
      const { stream, warnings } = accept({ ...COMMON, type: 'hls', playlist });
      expect(stream).toBeUndefined();
      expect(warnings).toHaveLength(1);
    },
  );
});

test.each([{ ...COMMON, type: 'dash', manifest: 'https://media.test/a.mpd' }, COMMON, null, 'x'])(
  'an unknown kind of stream throws: %j',
  (stream) => {
    expect(() => accept(stream)).toThrow();
  },
);

test.each([
  { type: 'hls', playlist: 'https://media.test/a.m3u8' },
  { ...COMMON, type: 'file' },
  { ...COMMON, type: 'file', qualities: 'all' },
])('a stream without a required field throws: %j', (stream) => {
  expect(() => accept(stream)).toThrow();
});

const HLS: Stream = { ...COMMON, type: 'hls', playlist: 'https://media.test/a.m3u8' };
const FILE: Stream = {
  ...COMMON,
  type: 'file',
  qualities: {
    '1080': { type: 'mp4', url: 'https://media.test/1080.mp4' },
    '480': { type: 'mp4', url: 'https://media.test/480.mp4' },
  },
};

function answering(response: FakeResponse) {
  return fakeContext(() => response);
}

function media(type: string | undefined, status = 206): FakeResponse {
  return { status, headers: type === undefined ? {} : { 'content-type': type } };
}

describe('a playlist', () => {
  test.each<[string, FakeResponse, string | undefined]>([
    ['starts with #EXTM3U', { body: '#EXTM3U\n#EXT-X-VERSION:3' }, undefined],
    ['may begin with a byte order mark', { body: '\uFEFF#EXTM3U\n' }, undefined],
    ['is not a web page', { body: '<!doctype html>' }, 'the playlist is invalid'],
    ['is not empty', { body: '' }, 'the playlist is invalid'],
    ['exists', { status: 404, body: '#EXTM3U' }, 'the playlist responded with status 404'],
  ])('%s', async (_name, response, reason) => {
    const probed = await probe(HLS, answering(response).fetch);
    expect(probed).toEqual(
      reason === undefined ? { plays: true, stream: HLS } : { plays: false, reason },
    );
  });

  test('that a library creates when it is opened is not requested', async () => {
    const context = answering({ status: 404 });
    const stream: Stream = { ...HLS, playlist: 'library:attic/film.m3u8' };
    expect(await probe(stream, context.fetch)).toEqual({ plays: true, stream });
    expect(context.requests).toEqual([]);
  });

  test('is probed for its first kilobyte, with a limit of 2.5 s and the required headers', async () => {
    const context = answering({ body: '#EXTM3U' });
    const stream: Stream = {
      ...HLS,
      preferredHeaders: { referer: 'https://better.test', origin: 'https://better.test' },
      headers: { referer: 'https://needed.test' },
    };
    await probe(stream, context.fetch);
    expect(context.requests).toEqual([
      {
        url: HLS.playlist,
        options: {
          headers: { referer: 'https://needed.test', origin: 'https://better.test' },
          maxBytes: 1_024,
          timeoutMs: 2_500,
        },
      },
    ]);
  });
});

describe('a file', () => {
  test.each([
    ['video/mp4', 206],
    ['video/mp4', 200],
    ['application/octet-stream', 206],
    ['binary/octet-stream', 206],
    ['Video/MP4; codecs="avc1"', 206],
  ])('of type %s with status %i plays', async (type, status) => {
    const probed = await probe(FILE, answering(media(type, status)).fetch);
    expect(probed).toEqual({ plays: true, stream: FILE });
  });

  test.each([
    [media('text/html', 200), 'the file has the content type text/html'],
    [media('application/json'), 'the file has the content type application/json'],
    [media(undefined), 'the file has no content type'],
    [media('video/mp4', 403), 'the file responded with status 403'],
    [media('video/mp4', 302), 'the file responded with status 302'],
  ])('answering %j does not play', async (response, reason) => {
    expect(await probe(FILE, answering(response).fetch)).toEqual({ plays: false, reason });
  });

  test('is probed for two bytes', async () => {
    const context = answering(media('video/mp4'));
    await probe(FILE, context.fetch);
    expect(context.requests.map(({ options }) => options)).toEqual(
      Array.from({ length: 2 }, () => ({
        headers: { range: 'bytes=0-1' },
        maxBytes: 2,
        timeoutMs: 2_500,
      })),
    );
  });

  test('that does not respond is left out while another plays', async () => {
    const context = fakeContext(({ url }) => media('video/mp4', url.includes('1080') ? 404 : 206));
    expect(await probe(FILE, context.fetch)).toEqual({
      plays: true,
      stream: { ...FILE, qualities: { '480': FILE.qualities['480'] } },
    });
  });
});

test.each([HLS, FILE])('a stream whose host does not respond does not play', async (stream) => {
  const { fetch } = fakeContext(() => Promise.reject(new Error('refused')));
  expect(await probe(stream, fetch)).toEqual({ plays: false, reason: 'no response (refused)' });
});
