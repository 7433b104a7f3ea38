// A stream that the user describes in the form or in the page's URL.
import type { Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';

const webAddress = z.url({ protocol: /^https?$/ });

export type KnownType = 'hls' | 'mp4';

export interface CustomVideo {
  readonly url: string;
  /** `auto`: unknown before the server responds. */
  readonly type: 'auto' | KnownType;
  readonly captions: string;
  /** One `Name: value` a line. */
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
