import { describe, expect, test } from 'vitest';
import { validateStream } from './validate-stream.ts';

const COMMON = { id: 's', flags: [], captions: [] };
const MP4 = { type: 'mp4', url: 'https://media.test/a.mp4' };

function accept(stream: unknown, isOwn = false) {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  return { stream: validateStream(stream, { isOwn, warn }), warnings };
}

test('only a source of the operator may name what a library serves', () => {
  const film = { ...COMMON, type: 'file', qualities: { '720': { type: 'mp4', url: 'library:7' } } };
  expect(accept(film, true).stream).toEqual(film);
  expect(accept(film).stream).toBeUndefined();
});

describe('files', () => {
  test('of known qualities in mp4 are kept, others are warned about and left out', () => {
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

  test('of which none can be played are no stream', () => {
    expect(accept({ ...COMMON, type: 'file', qualities: {} }).stream).toBeUndefined();
    const webm = { type: 'webm', url: 'https://media.test/a.webm' };
    expect(accept({ ...COMMON, type: 'file', qualities: { '720': webm } }).stream).toBeUndefined();
  });
});

describe('playlists', () => {
  test('with an http address are kept as they are', () => {
    const hls = {
      ...COMMON,
      type: 'hls',
      playlist: 'https://media.test/a.m3u8',
      headers: { a: 'b' },
    };
    expect(accept(hls)).toEqual({ stream: hls, warnings: [] });
  });

  test.each(['', 'data:text/plain,x', 'file:///etc/passwd', '//media.test/a.m3u8'])(
    'with the address "%s" are warned about and left out',
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
])('a stream that lacks what every stream has throws: %j', (stream) => {
  expect(() => accept(stream)).toThrow();
});
