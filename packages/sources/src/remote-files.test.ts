import { expect, test } from 'vitest';
import { findPlaylists, isPlaylistByName, withFacts } from './remote-files.ts';
import { fakeContext } from './testing/fake-context.ts';

test.each([
  ['/hls/master.m3u8', undefined, true],
  ['/hls/master.M3U', 'Film.mp4', true],
  ['/film.mp4', undefined, false],
  ['/resolve/1', 'Film.mkv', false],
  ['/resolve/1', 'Film', undefined],
  ['/playlist.php', undefined, undefined],
])('%s with the name %s is a playlist: %s', (path, name, expected) => {
  expect(isPlaylistByName(path, name)).toBe(expected);
});

const HEADERS = { Referer: 'https://films.test' };
const file = (path: string, isPlaylist?: boolean) =>
  ({ url: `https://cdn.test/${path}`, headers: HEADERS, isPlaylist }) as const;

test('files whose names do not tell are playlists if they begin like one', async () => {
  const context = fakeContext(({ url }) => {
    if (url.endsWith('down')) return Promise.reject(new Error('down'));
    if (url.endsWith('gone')) return { status: 404, body: '#EXTM3U' };
    const isTyped = url.endsWith('typed');
    const type = isTyped ? 'Application/x-mpegURL; charset=utf-8' : 'text/plain';
    const body = url.endsWith('begun') ? '\uFEFF#EXTM3U\n#EXT-X-VERSION:3' : 'ftypisom';
    return { headers: { 'content-type': type }, body };
  });
  const names = ['typed', 'begun', 'film', 'gone', 'down'];
  const files = [...names.map((name) => file(name)), file('a', false), file('b', true)];
  const found = await findPlaylists(files, context);
  const expected = [true, true, false, false, false, false, true];
  expect(found.map(({ isPlaylist }) => isPlaylist)).toEqual(expected);
  expect(context.requests.map(({ url }) => url)).toEqual(
    names.map((name) => `https://cdn.test/${name}`),
  );
  const headers = { ...HEADERS, range: 'bytes=0-1023' };
  for (const { options } of context.requests) {
    expect(options).toMatchObject({ headers, maxBytes: 1_024 });
  }
});

test('of a long list only the first are read', async () => {
  const context = fakeContext(() => ({ body: '#EXTM3U' }));
  const files = Array.from({ length: 20 }, (_, at) => file(String(at)));
  const found = await findPlaylists(files, context);
  expect(found.map(({ isPlaylist }) => isPlaylist)).toEqual(files.map((_, at) => at < 8));
});

test('a quality that the list does not tell is that of the picture', () => {
  const lowerQualities = { '360': 'library:a' };
  const info = { plays: 'direct', quality: '480', lowerQualities } as const;
  const unknown = { url: 'a', quality: 'unknown' } as const;
  expect(withFacts(unknown, info)).toMatchObject({ quality: '480', lowerQualities });
  expect(withFacts({ ...unknown, quality: '720' }, info)).toMatchObject({ quality: '720' });
  expect(withFacts(unknown, undefined)).toBe(unknown);
});
