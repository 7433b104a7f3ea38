// A stream that the user describes in the form or in the page's URL.
import type { Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { prepareStream, releaseStream } from '#data/streams/extension/prepare-stream.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { requestText } from '#lib/http.ts';
import type { Player } from '#player/player.ts';

const webAddress = z.url({ protocol: /^https?$/ });

type KnownType = 'hls' | 'mp4';

export interface CustomVideo {
  readonly url: string;
  /** `auto`: unknown before the server responds. */
  readonly type: 'auto' | KnownType;
  readonly captions: string;
  /** One `Name: value` per line. */
  readonly headers: string;
}

export type CustomVideoField = 'url' | 'captions' | 'headers';

export function readCustomVideo(params: URLSearchParams): CustomVideo {
  const text = (name: string) => (params.get(name) ?? '').trim();
  const url = text('url');
  const type = text('type');
  return {
    url,
    type: type === 'mp4' || type === 'hls' ? type : (typeByEnding(url) ?? 'auto'),
    captions: text('captions'),
    headers: text('headers'),
  };
}

function typeByEnding(url: string): KnownType | undefined {
  const path = URL.parse(url)?.pathname ?? '';
  if (/\.m3u8?$/i.test(path)) return 'hls';
  return /\.(?:mp4|m4v|mov|webm)$/i.test(path) ? 'mp4' : undefined;
}

/** Leaves out the headers. */
export function searchOf({ url, type, captions }: CustomVideo): string {
  return new URLSearchParams({ type, url, ...(captions !== '' && { captions }) }).toString();
}

export function invalidVideoFields({
  url,
  captions,
  headers,
}: CustomVideo): readonly CustomVideoField[] {
  const invalid: CustomVideoField[] = [];
  if (!webAddress.safeParse(url).success) invalid.push('url');
  if (captions !== '' && !webAddress.safeParse(captions).success) invalid.push('captions');
  if (parseHeaders(headers) === undefined) invalid.push('headers');
  return invalid;
}

export function customStream(
  video: CustomVideo & { readonly type: KnownType },
): Stream | undefined {
  const headers = parseHeaders(video.headers);
  if (invalidVideoFields(video).length > 0 || !headers) return undefined;
  const { url, type, captions } = video;
  const common = {
    id: 'custom',
    flags: [],
    captions: captions === '' ? [] : [captionTrack(captions)],
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  return type === 'hls'
    ? { ...common, type: 'hls', playlist: url }
    : { ...common, type: 'file', qualities: { unknown: { type: 'mp4', url } } };
}

const captionTrack = (url: string) => ({
  id: 'custom',
  type: /\.vtt(?:[?#]|$)/i.test(url) ? ('vtt' as const) : ('srt' as const),
  url,
  hasCorsRestrictions: false,
  language: 'und',
});

/** Undefined when a line is not a valid header. */
function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    headers[name] = value;
  }
  return headers;
}

/** The returned function stops playback. */
export function playCustom(player: Player, video: CustomVideo): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const prepared: Stream[] = [];

  async function prepareAs(type: KnownType): Promise<Stream | undefined> {
    const stream = customStream({ ...video, type });
    if (!stream?.headers) return stream;
    prepared.push(stream);
    await prepare(stream, signal).catch(() => undefined);
    return stream;
  }

  async function start() {
    let stream = await prepareAs(video.type === 'auto' ? 'mp4' : video.type);
    // Prepares first: a server that requires the headers would reject a probe without them.
    const isPlaylist = video.type === 'auto' && (await detectType(video.url, signal)) === 'hls';
    if (isPlaylist) stream = await prepareAs('hls');
    if (stream && !signal.aborted) player.load(stream, { startAt: 0, autoplay: true });
  }

  void start();
  return () => {
    lifetime.abort();
    player.unload();
    prepared.forEach(releaseStream);
  };
}

/** Only the extension can send the headers. Without it, the stream is tried without headers. */
async function prepare(stream: Stream, signal: AbortSignal): Promise<void> {
  if ((await fetchExtensionStatus(signal)) === 'success') await prepareStream(stream, signal);
}

const PROBE_TIMEOUT_MS = 8_000;
/** A playlist begins with `#EXTM3U` (RFC 8216, section 4.3.1.1). */
const HEAD_BYTES = 64;

/**
 * Probes content type and first bytes. A response that CORS hides counts as a file, which the video element may still
 * play.
 */
export async function detectType(url: string, signal: AbortSignal): Promise<KnownType> {
  try {
    const { headers, body } = await requestText(url, {
      headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
      maxBytes: HEAD_BYTES,
      isCut: true,
      timeoutMs: PROBE_TIMEOUT_MS,
      signal,
    });
    const type = headers.get('content-type') ?? '';
    return /mpegurl/i.test(type) || /^\ufeff?#EXTM3U/.test(body) ? 'hls' : 'mp4';
  } catch {
    return 'mp4';
  }
}
