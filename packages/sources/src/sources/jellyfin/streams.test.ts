import { describe, expect, test } from 'vitest';
import type { MediaServer } from './media-server.ts';
import { MediaSource } from './playback.ts';
import { playsInBrowser, jellyfinStreams, unplayableCause } from './streams.ts';

const server: MediaServer = { product: 'jellyfin', base: 'http://attic.test', apiKey: 'key' };

const part = (Type: string, Index: number, Codec: string, more: object = {}) => ({
  Type,
  Index,
  Codec,
  ...more,
});
const H264 = part('Video', 0, 'h264', { Width: 1920, Height: 800 });
const AAC = part('Audio', 1, 'aac');

function source(MediaStreams: readonly object[] = [H264, AAC], more: object = {}): MediaSource {
  const usual = { Id: 'm1', Container: 'mp4', SupportsDirectPlay: true, SupportsTranscoding: true };
  return MediaSource.parse({ ...usual, MediaStreams, ...more });
}

const encoded = {
  SupportsDirectPlay: false,
  TranscodingUrl: '/videos/i1/master.m3u8',
  TranscodingSubProtocol: 'hls',
};

describe('direct play works', () => {
  test.each([
    ['an mp4', source(), 'mp4'],
    ['an mp4 by all its names', source(undefined, { Container: 'mov,mp4,m4a,3gp' }), 'mp4'],
    ['a movie without audio', source([H264]), 'mp4'],
    [
      'a webm',
      source([part('Video', 0, 'av1'), part('Audio', 1, 'opus')], { Container: 'webm' }),
      'webm',
    ],
  ])('%s', (_what, it, ending) => expect(playsInBrowser(it)).toBe(ending));

  test.each([
    ['a Matroska file', source(undefined, { Container: 'matroska,webm' })],
    ['ten-bit color', source([{ ...H264, BitDepth: 10 }, AAC])],
    ['high dynamic range', source([{ ...H264, VideoRange: 'HDR10' }, AAC])],
    ['HEVC', source([part('Video', 0, 'hevc'), AAC])],
    ['surround sound of a disc', source([H264, part('Audio', 1, 'truehd')])],
    ['one bad track among good ones', source([H264, AAC, part('Audio', 2, 'ac3')])],
    [
      'an item that the server cannot play directly',
      source(undefined, { SupportsDirectPlay: false }),
    ],
    ['only audio', source([AAC])],
  ])('not %s', (_what, it) => expect(playsInBrowser(it)).toBeUndefined());
});

test.each([
  ['video', source([part('Video', 0, 'vc1'), AAC]), { format: 'VC-1', part: 'video' }],
  ['ten bits', source([{ ...H264, BitDepth: 10 }, AAC]), { format: 'H.264', part: 'video' }],
  ['sound', source([H264, AAC, part('Audio', 2, 'dts')]), { format: 'DTS', part: 'audio' }],
  ['its container', source(undefined, { Container: 'avi' }), { format: '.avi' }],
  ['an unknown codec', source([part('Video', 0, ''), AAC]), { part: 'video' }],
])('a file that does not play for its %s names it', (_what, it, cause) => {
  expect(unplayableCause(server, [{ itemId: 'i1', source: it }])).toMatchObject({
    code: 'unplayableFile',
    ...cause,
    url: expect.stringMatching(/^library:jellyfin\/i1\/m1\/file\.(?:mp4|avi)$/),
  });
});

describe('the streams of an item', () => {
  const of = (...sources: MediaSource[]) =>
    jellyfinStreams(
      server,
      sources.map((it) => ({ itemId: 'i1', source: it })),
    );

  test('are files named by their height, or by the width of a wide movie', () => {
    const small = source([{ ...H264, Width: 640, Height: 360 }, AAC], { Id: 'm2' });
    const [stream] = of(small, source());
    expect(stream).toMatchObject({
      type: 'file',
      qualities: {
        1080: { url: 'http://attic.test/Videos/i1/stream.mp4?static=true&mediaSourceId=m1' },
        360: { url: 'http://attic.test/Videos/i1/stream.mp4?static=true&mediaSourceId=m2' },
      },
    });
  });

  test('do not mix cuts of different length', () => {
    const long = source(undefined, { RunTimeTicks: 72_000_000_000 });
    const small = source([{ ...H264, Width: 640, Height: 360 }, AAC], {
      Id: 'm2',
      RunTimeTicks: 54_000_000_000,
    });
    const [stream] = of(long, small);
    expect(stream?.type === 'file' && Object.keys(stream.qualities)).toEqual(['1080']);
  });

  test('are playlists if there are several audio tracks, and otherwise files', () => {
    const both = [H264, AAC, part('Audio', 2, 'aac')];
    expect(of(source(both))).toMatchObject([
      { type: 'hls', playlist: 'library:jellyfin/i1/m1.m3u8' },
    ]);
    expect(of(source(both, { SupportsTranscoding: false }))).toMatchObject([{ type: 'file' }]);
  });

  test('are files first, then what must be remuxed', () => {
    const mkv = source(undefined, { ...encoded, Id: 'm3', Container: 'mkv' });
    expect(of(mkv, source()).map(({ type }) => type)).toEqual(['file', 'hls']);
  });

  test('are empty where neither is possible', () => {
    expect(of(source(undefined, { ...encoded, TranscodingUrl: undefined }))).toEqual([]);
    expect(of(source(undefined, { ...encoded, TranscodingSubProtocol: 'http' }))).toEqual([]);
    expect(of()).toEqual([]);
  });

  test('list subtitles of this server only, whatever the server says', () => {
    const text = { IsTextSubtitleStream: true, Language: 'eng', DeliveryMethod: 'External' };
    const [stream] = of(
      source([
        H264,
        AAC,
        part('Subtitle', 2, 'vtt', { ...text, DeliveryUrl: 'https://elsewhere.test/en.vtt' }),
        part('Subtitle', 3, 'srt', {
          ...text,
          IsDefault: true,
          DeliveryUrl: '/Videos/i1/m1/Subtitles/3/Stream.vtt',
        }),
        part('Subtitle', 4, 'pgs', { IsTextSubtitleStream: false }),
      ]),
    );
    expect(stream?.captions.map(({ url }) => url)).toEqual([
      'http://attic.test/Videos/i1/m1/Subtitles/2/0/Stream.vtt',
      'http://attic.test/Videos/i1/m1/Subtitles/3/Stream.vtt',
    ]);
    expect(stream?.captions.map(({ isDefault }) => isDefault)).toEqual([undefined, true]);
    expect(stream).not.toHaveProperty('imageCaptions');
  });

  test('list image subtitles that the server delivers, and the styles of ASS', () => {
    const place = '/Videos/i1/m1/Subtitles';
    const handedOut = (Index: number) => ({
      Language: 'ger',
      IsTextSubtitleStream: false,
      DeliveryMethod: 'External',
      DeliveryUrl: `${place}/${Index}/0/Stream.pgssub?ApiKey=key`,
    });
    const [stream] = of(
      source([
        H264,
        AAC,
        part('Subtitle', 2, 'PGSSUB', { ...handedOut(2), IsForced: true }),
        part('Subtitle', 3, 'PGSSUB', handedOut(3)),
        part('Subtitle', 4, 'dvdsub', { IsTextSubtitleStream: false, DeliveryMethod: 'Encode' }),
        part('Subtitle', 5, 'ass', { IsTextSubtitleStream: true }),
      ]),
    );
    expect(stream?.imageCaptions).toMatchObject([
      { id: 'm1-3', type: 'pgs', language: 'de', hasCorsRestrictions: true },
      { id: 'm1-2', url: `http://attic.test${place}/2/0/Stream.pgssub?ApiKey=key`, forced: true },
    ]);
    expect(stream?.captions).toMatchObject([
      {
        url: `http://attic.test${place}/5/0/Stream.vtt`,
        original: `http://attic.test${place}/5/0/Stream.ass`,
      },
    ]);
  });
});
