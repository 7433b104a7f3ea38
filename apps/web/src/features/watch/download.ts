// What of a stream can be taken away, and under which address.
import type { Stream } from '@matinee/shared/media/stream';
import type { Resolution } from '#player/engine/engine.ts';

export type Download =
  | { readonly kind: 'playlist' | 'file'; readonly url: string }
  /** `headers`: only the player may ask for it; `local`: its address means nothing outside this page. */
  | { readonly kind: 'none'; readonly why: 'headers' | 'local' | 'noFile' };

export function downloadOf(
  stream: Stream | undefined,
  quality: Resolution | undefined,
  page: string = document.baseURI,
): Download {
  const address = stream && addressOf(stream, quality);
  if (!address) return { kind: 'none', why: 'noFile' };
  if (Object.keys(stream.headers ?? {}).length > 0) return { kind: 'none', why: 'headers' };
  const url = URL.parse(address, page);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'none', why: 'local' };
  return { kind: stream.type === 'hls' ? 'playlist' : 'file', url: url.href };
}

function addressOf(stream: Stream, quality: Resolution | undefined): string | undefined {
  if (stream.type === 'hls') return stream.playlist;
  const played = Object.entries(stream.qualities).find(([name]) => name === quality);
  return played?.[1]?.url;
}

/** Whether a relay made the address: such a ticket expires, and opens the stream to anyone who has it. */
export function isTicket(url: string, relays: readonly string[]): boolean {
  return relays.some((relay) => url.startsWith(`${relay.replace(/\/$/, '')}/stream/`));
}

/** A service that is told of an address by a parameter of its own address. */
export function serviceAddress(service: string, parameter: string, url: string): string {
  const address = new URL(service);
  address.searchParams.set(parameter, url);
  return address.href;
}

/** Sources mislabel captions; the header of WebVTT does not lie. */
export function captionFileName(text: string): string {
  return /^\uFEFF?WEBVTT/.test(text) ? 'subtitles.vtt' : 'subtitles.srt';
}
