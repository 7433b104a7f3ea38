import type { Timeline } from '@matinee/shared/media/timeline';
import type { FetchResponse, Fetcher } from '@matinee/sources/source';
import { playlistAddress } from '@matinee/sources/sources/jellyfin/items';
import type { MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import { libraryPrefix } from '@matinee/sources/sources/jellyfin/streams';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { jellyfinPlaylists } from './playlist.ts';

const ID = 'a'.repeat(32);
const server: MediaServer = { product: 'jellyfin', base: 'http://nas.test:8096', apiKey: 'secret' };
const address = playlistAddress(libraryPrefix(server), {
  itemId: ID,
  mediaSourceId: ID,
  capabilities: undefined,
});
const playback = {
  MediaSources: [
    { Id: ID, TranscodingUrl: '/videos/x/master.m3u8', TranscodingSubProtocol: 'hls' },
  ],
};
const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmain.m3u8\n';

/** `finalUrl`: the URL of the media server's playlist after redirects. */
function opened(finalUrl: string) {
  const fetch: Fetcher = async (url): Promise<FetchResponse> =>
    url.endsWith('/PlaybackInfo')
      ? { status: 200, headers: {}, finalUrl: url, body: JSON.stringify(playback) }
      : { status: 200, headers: {}, finalUrl, body: MASTER };
  const { signal } = new AbortController();
  const upstream = { open: () => Promise.reject(new Error('No file is asked for.')) };
  const addSkipTimes = async (timeline: Timeline) => timeline;
  const library = jellyfinPlaylists({ server, fetch, upstream, addSkipTimes });
  return library.open(address, { method: 'GET', headers: {}, signal });
}

test('a playlist with addresses of the media server is passed on', async () => {
  const { finalUrl, body } = await opened('http://nas.test:8096/videos/y/master.m3u8');
  expect(finalUrl).toBe('http://nas.test:8096/videos/y/master.m3u8');
  expect(await text(body)).toBe(MASTER);
});

test.each(['https://stranger.test/master.m3u8', 'http://nas.test:9000/x/master.m3u8'])(
  'a playlist found at %s is not the media server’s, and gets no key',
  async (elsewhere) => {
    await expect(opened(elsewhere)).rejects.toThrow('redirects its playlists to another server');
  },
);
