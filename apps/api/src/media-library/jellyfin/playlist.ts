import {
  parseImagesAddress,
  parseLinkAddress,
  parsePlaylistAddress,
  parseTimelineAddress,
} from '@matinee/sources/sources/jellyfin/items';
import {
  addressOn,
  credentials,
  nameOf,
  type BoundFetch,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import {
  fetchPlayback,
  streamsOfType,
  type MediaStream,
} from '@matinee/sources/sources/jellyfin/playback';
import { filePath, libraryPrefix } from '@matinee/sources/sources/jellyfin/streams';
import { NotFoundError, type Fetcher } from '@matinee/sources/source';
import type { Timeline } from '@matinee/shared/media/timeline';
import { Readable } from 'node:stream';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';
import type { Library, OpenSource } from '#stream-relay/stream-source.ts';
import { languageCode } from '@matinee/sources/caption-language';
import { fetchTimeline } from './timeline.ts';
import { fetchImagePlaylist } from './trickplay.ts';

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const MAX_PLAYLIST_BYTES = 512 * 1024;

/** Adds skip times of other services to an item's timeline. */
type AddToItem = (timeline: Timeline, itemId: string, signal: AbortSignal) => Promise<Timeline>;

interface PlaylistOptions {
  readonly server: MediaServer;
  readonly fetch: Fetcher;
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly addSkipTimes: AddToItem;
}

/**
 * Opens a media server's playlists, and the timelines, images and files of its items. Each opened playlist starts a
 * separate session on the media server, to keep viewers from disturbing each other.
 */
export function jellyfinPlaylists(options: PlaylistOptions): Library {
  const { server, fetch, upstream, addSkipTimes } = options;
  const prefix = libraryPrefix(server);
  const open: OpenSource = async (address, { method, headers, signal }) => {
    const file = parseLinkAddress(prefix, address);
    if (file) {
      const url = `${server.base}${filePath(file)}`;
      const withKey = { ...headers, ...credentials(server) };
      return await upstream.open({ url, method, headers: withKey, signal });
    }
    const request: BoundFetch = (url, options) => fetch(url, { ...options, signal });
    const timelineOf = parseTimelineAddress(prefix, address);
    if (timelineOf !== undefined) {
      const timeline = await fetchTimeline(request, server, timelineOf);
      return jsonOf(address, method, await addSkipTimes(timeline, timelineOf, signal));
    }
    const images = parseImagesAddress(prefix, address);
    if (images) return playlistOf(await fetchImagePlaylist(request, server, images), method);
    const location = parsePlaylistAddress(prefix, address);
    if (!location) throw new NotFoundError("This playlist doesn't exist.");
    const sources = await fetchPlayback(request, server, {
      itemId: location.itemId,
      asPlaylistOf: location.mediaSourceId,
      capabilities: location.capabilities,
    });
    const source = sources?.find(({ Id }) => Id === location.mediaSourceId);
    const url = source?.TranscodingUrl && addressOn(server, source.TranscodingUrl);
    if (!source || !url) throw new NotFoundError(`${nameOf(server)} doesn't have this playlist.`);
    const master = await readMaster(server, request, url);
    const playlist = addAudioRenditions(master.text, {
      url: master.url,
      tracks: streamsOfType(source, 'Audio'),
      defaultIndex: source.DefaultAudioStreamIndex ?? undefined,
    });
    return playlistOf({ url: master.url, text: playlist }, method);
  };
  return { prefix, open };
}

interface Playlist {
  /** The base of relative URLs. */
  readonly url: string;
  readonly text: string;
}

const playlistOf = ({ url, text }: Playlist, method: string): UpstreamResponse => ({
  status: 200,
  headers: { 'content-type': PLAYLIST_TYPE, 'cache-control': 'no-store' },
  finalUrl: url,
  body: Readable.from(method === 'HEAD' ? [] : [Buffer.from(text)]),
});

function jsonOf(address: string, method: string, content: object): UpstreamResponse {
  const body = Buffer.from(JSON.stringify(content));
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
    finalUrl: address,
    body: Readable.from(method === 'HEAD' ? [] : [body]),
  };
}

async function readMaster(
  server: MediaServer,
  request: BoundFetch,
  address: string,
): Promise<Playlist> {
  const response = await request(address, {
    headers: { ...credentials(server) },
    maxBytes: MAX_PLAYLIST_BYTES,
  });
  const text = response.body.replace(/^\uFEFF/, '');
  if (response.status !== 200 || !text.startsWith('#EXTM3U')) {
    throw new Error(`${nameOf(server)} didn't send a playlist (status ${response.status}).`);
  }
  // The server fetches the entries with the API key, so check their server.
  if (!addressOn(server, response.finalUrl)) {
    throw new Error(`${nameOf(server)} redirects its playlists to another server.`);
  }
  return { url: response.finalUrl, text };
}

export interface AudioTracks {
  /** The URL of the playlist. */
  readonly url: string;
  readonly tracks: readonly MediaStream[];
  /** The track that the server includes by default. */
  readonly defaultIndex: number | undefined;
}

const VARIANT = '#EXT-X-STREAM-INF:';

/**
 * Adds all audio tracks. Returns the playlist unchanged if there is only one, or if the server already lists them.
 */
export function addAudioRenditions(master: string, audio: AudioTracks): string {
  const lines = master.split(/\r?\n/);
  const at = lines.findIndex((line) => line.startsWith(VARIANT));
  const variant = lines.slice(at + 1).find((line) => line.trim() !== '' && !line.startsWith('#'));
  const isOffered = lines.some((line) => /^#EXT-X-MEDIA:.*TYPE=AUDIO/.test(line));
  if (at === -1 || variant === undefined || isOffered || audio.tracks.length < 2) return master;
  const address = URL.parse(variant, audio.url);
  if (!address) return master;
  const mixedIn = mixedInIndex(address, audio);
  const media = namesOf(audio.tracks).map(({ track, name }) =>
    mediaLine(track, { name, uri: track.Index === mixedIn ? '' : withTrack(address, track.Index) }),
  );
  const marked = lines.map((line) =>
    line.startsWith(VARIANT) && !/[:,]AUDIO=/.test(line) ? `${line},AUDIO="audio"` : line,
  );
  return [...marked.slice(0, at), ...media, ...marked.slice(at)].join('\n');
}

function mixedInIndex(address: URL, { tracks, defaultIndex }: AudioTracks): number | undefined {
  const [named] = [...address.searchParams].filter(([name]) => isNamed(name, 'AudioStreamIndex'));
  const index = named ? Number(named[1]) : defaultIndex;
  return (tracks.find((track) => track.Index === index) ?? tracks[0])?.Index;
}

/** The server stores transcodes by session, so each track needs its own session. */
function withTrack(address: URL, index: number): string {
  const url = new URL(address);
  const parameters = [...url.searchParams].filter(([name]) => !isNamed(name, 'AudioStreamIndex'));
  const changed = parameters.map(([name, value]): [string, string] => {
    const isSession = isNamed(name, 'PlaySessionId') || isNamed(name, 'DeviceId');
    return [name, isSession ? `${value}a${index}` : value];
  });
  url.search = new URLSearchParams([...changed, ['AudioStreamIndex', String(index)]]).toString();
  return url.href;
}

const isNamed = (name: string, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase();

/** Players identify tracks by name, so names must be unique. */
function namesOf(tracks: readonly MediaStream[]): { track: MediaStream; name: string }[] {
  const seen = new Map<string, number>();
  return tracks.map((track) => {
    const name = plain(track.DisplayTitle || track.Language || `Track ${track.Index}`);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { track, name: count === 1 ? name : `${name} (${count})` };
  });
}

function mediaLine(
  { Language }: MediaStream,
  { name, uri }: { readonly name: string; readonly uri: string },
): string {
  const language = languageCode(Language ?? '') ?? plain(Language ?? '');
  const attributes = [
    'TYPE=AUDIO',
    'GROUP-ID="audio"',
    `NAME="${name}"`,
    ...(language === '' ? [] : [`LANGUAGE="${language}"`]),
    `DEFAULT=${uri === '' ? 'YES' : 'NO'}`,
    'AUTOSELECT=YES',
    ...(uri === '' ? [] : [`URI="${uri}"`]),
  ];
  return `#EXT-X-MEDIA:${attributes.join(',')}`;
}

/** Removes characters that a quoted attribute may not contain. */
const plain = (text: string): string =>
  text
    .replace(/["\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100);
