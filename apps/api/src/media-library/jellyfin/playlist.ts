import { parsePlaylistAddress } from '@matinee/sources/sources/jellyfin/items';
import {
  addressOn,
  credentials,
  nameOf,
  type BoundFetch,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import { fetchPlayback, streamsOfType } from '@matinee/sources/sources/jellyfin/playback';
import { libraryPrefix } from '@matinee/sources/sources/jellyfin/streams';
import { NotFoundError, type Fetcher } from '@matinee/sources/source';
import { Readable } from 'node:stream';
import type { Library, OpenSource } from '#stream-relay/stream-source.ts';
import { addAudioRenditions } from './audio-renditions.ts';

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const MAX_PLAYLIST_BYTES = 512 * 1024;

/** Playlists of a media server. Each opening is a session of its own there, so that viewers do not disturb each other. */
export function jellyfinPlaylists(server: MediaServer, fetch: Fetcher): Library {
  const prefix = libraryPrefix(server);
  const open: OpenSource = async (address, { method, signal }) => {
    const location = parsePlaylistAddress(prefix, address);
    if (!location) throw new NotFoundError('There is no such playlist.');
    const request: BoundFetch = (url, options) => fetch(url, { ...options, signal });
    const sources = await fetchPlayback(request, server, {
      itemId: location.itemId,
      asPlaylistOf: location.mediaSourceId,
    });
    const source = sources?.find(({ Id }) => Id === location.mediaSourceId);
    const url = source?.TranscodingUrl && addressOn(server, source.TranscodingUrl);
    if (!source || !url) throw new NotFoundError(`${nameOf(server)} has no such playlist.`);
    const master = await readMaster(server, request, url);
    const playlist = addAudioRenditions(master.text, {
      url: master.url,
      tracks: streamsOfType(source, 'Audio'),
      defaultIndex: source.DefaultAudioStreamIndex ?? undefined,
    });
    return {
      status: 200,
      headers: { 'content-type': PLAYLIST_TYPE, 'cache-control': 'no-store' },
      // Relative URLs resolve against the media server.
      finalUrl: master.url,
      body: Readable.from(method === 'HEAD' ? [] : [Buffer.from(playlist)]),
    };
  };
  return { prefix, open };
}

async function readMaster(
  server: MediaServer,
  request: BoundFetch,
  address: string,
): Promise<{ readonly url: string; readonly text: string }> {
  const response = await request(address, {
    headers: { ...credentials(server) },
    maxBytes: MAX_PLAYLIST_BYTES,
  });
  const text = response.body.replace(/^\uFEFF/, '');
  if (response.status !== 200 || !text.startsWith('#EXTM3U')) {
    throw new Error(`${nameOf(server)} sent no playlist (${response.status}).`);
  }
  // Its entries are fetched with the API key.
  if (!addressOn(server, response.finalUrl)) {
    throw new Error(`${nameOf(server)} redirects its playlists to another server.`);
  }
  return { url: response.finalUrl, text };
}
