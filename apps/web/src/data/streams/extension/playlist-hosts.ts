// Where the parts of an HLS stream are: a directory leads to its playlists, and each of those to fragments and keys.
import { requestText } from '#lib/http.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** Qualities of one stream lie together, so a few of its playlists tell of all. */
const MOST_PLAYLISTS = 4;

/** As far as it can be read in time; without the rest the stream is tried as it is. */
export async function playlistHosts(url: string, signal: AbortSignal): Promise<readonly string[]> {
  const first = await read(url, signal);
  const inner = first.filter(isPlaylist).slice(0, MOST_PLAYLISTS);
  const parts = await Promise.all(inner.map((playlist) => read(playlist, signal)));
  return [...new Set([...first, ...parts.flat()].flatMap((one) => URL.parse(one)?.hostname || []))];
}

const isPlaylist = (url: string): boolean => /\.m3u8?$/i.test(URL.parse(url)?.pathname ?? '');

async function read(url: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { body, finalUrl } = await requestText(url, { signal, maxBytes: MAX_BYTES });
    return placesIn(body, finalUrl || url);
  } catch {
    return [];
  }
}

/** Lines that are no tags, and what tags name. */
function placesIn(text: string, base: string): string[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) =>
      line.startsWith('#') ? [...line.matchAll(/\bURI="([^"]+)"/g)].map(([, uri]) => uri) : [line],
    )
    .flatMap((place) => (place?.trim() ? (URL.parse(place.trim(), base)?.href ?? []) : []));
}
