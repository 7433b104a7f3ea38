// Selects the headers that the stream relay forwards in each direction.
import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import { SANDBOX_HEADERS } from '#proxy/headers.ts';
import { isCrossOriginHeader } from '#proxy/redirects.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers of connections and messages, which this server sets itself. */
const NOT_FOR_STREAMS =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|range|if-.*|accept-encoding|content-.*|proxy-.*|x-forwarded-.*|x-matinee-.*)$/;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const PLAIN = /^[\t\x20-\x7e]*$/;

/** Returns the headers that a source requests, without unsafe ones. */
export function sanitizeHeaders(wanted: Headers | undefined): Headers {
  const valid = Object.entries(wanted ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => NAME.test(name) && !NOT_FOR_STREAMS.test(name) && PLAIN.test(value));
  return Object.fromEntries(valid);
}

/** Removes credentials for other origins, because a playlist may name any server. */
export function inheritedHeaders(headers: Headers, isSameOrigin: boolean): Headers {
  if (isSameOrigin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isCrossOriginHeader(name)));
}

const RANGE_HEADERS: readonly string[] = [
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
];

/** Returns the range and cache headers of a player's request. */
export function rangeHeaders(headers: IncomingHttpHeaders): Headers {
  const part: Record<string, string> = {};
  copy(headers, RANGE_HEADERS, part);
  return part;
}

const ABOUT_PLAYLISTS: readonly string[] = ['cache-control', 'expires', 'date'];
const ABOUT_FILES: readonly string[] = [
  ...ABOUT_PLAYLISTS,
  'accept-ranges',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
];

const ABOUT_NO_PART = ABOUT_FILES.filter((name) => name !== 'content-length');

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

export function playlistHeaders({ headers }: Pick<UpstreamResponse, 'headers'>): Headers {
  const passed: Record<string, string> = { ...SANDBOX_HEADERS, 'content-type': PLAYLIST_TYPE };
  copy(headers, ABOUT_PLAYLISTS, passed);
  return passed;
}

export function fileHeaders({
  status,
  headers,
  finalUrl,
}: Omit<UpstreamResponse, 'body'>): Headers {
  const type = headers['content-type'];
  const passed: Record<string, string> = { ...SANDBOX_HEADERS };
  // A 416 has no body.
  copy(headers, status === 416 ? ABOUT_NO_PART : ABOUT_FILES, passed);
  passed['content-type'] = safeMediaType(typeof type === 'string' ? type : '', finalUrl);
  return passed;
}

/** Copies safe headers into an existing object, for speed. */
function copy(
  headers: IncomingHttpHeaders | UpstreamResponse['headers'],
  names: readonly string[],
  into: Record<string, string>,
): void {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string' && PLAIN.test(value)) into[name] = value;
  }
}

const MEDIA =
  /^(?:(?:video|audio)\/[\w.+-]+|image\/(?:jpeg|png|webp|avif|gif)|text\/vtt|application\/mp4)$/;

/** Types by extension, for servers that declare a movie as "octet-stream". */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  m4s: 'video/iso.segment',
  m4v: 'video/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ts: 'video/mp2t',
  vtt: 'text/vtt',
  webm: 'video/webm',
};

/** Keeps media types. All other types become text or bytes. */
export function safeMediaType(declared: string, url: string): string {
  const type = bare(declared);
  if (MEDIA.test(type)) return type === 'text/vtt' ? 'text/vtt; charset=utf-8' : type;
  const known = BY_EXTENSION[extensionOf(url)];
  if (known !== undefined) return known;
  return /^text\/|json|xml/.test(type) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

export function isPlaylistType(declared: string | string[] | undefined): boolean {
  return (
    typeof declared === 'string' &&
    /^(?:application|audio)\/(?:vnd\.apple\.|x-)?mpegurl$/.test(bare(declared))
  );
}

/** Returns `mp4` for `https://a.test/film.mp4?x=1`. Empty for extensions that players don't know. */
export function extensionOf(url: string): string {
  const extension = /^[^?#]*\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return extension in BY_EXTENSION || extension === 'm3u8' ? extension : '';
}

const bare = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();
