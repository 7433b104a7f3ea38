import type { Stream } from '@matinee/shared/media/stream';
import type { Resolution } from '#player/engine/engine.ts';
import { chooseFile } from '#player/engine/resolution.ts';
import { usePlayerState } from '#player/use-player.ts';

export type Download =
  | { readonly kind: 'playlist' | 'file'; readonly url: string }
  /** `headers`: only the player can request it; `local`: the URL is invalid outside this page. */
  | { readonly kind: 'none'; readonly why: 'headers' | 'local' | 'noFile' };

export function downloadOf(
  stream: Stream | undefined,
  quality: Resolution | undefined,
  page: string = document.baseURI,
): Download {
  const source = stream && urlOf(stream, quality);
  if (!source) return { kind: 'none', why: 'noFile' };
  if (Object.keys(stream.headers ?? {}).length > 0) return { kind: 'none', why: 'headers' };
  const url = URL.parse(source, page);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'none', why: 'local' };
  return { kind: stream.type === 'hls' ? 'playlist' : 'file', url: url.href };
}

function urlOf(stream: Stream, quality: Resolution | undefined): string | undefined {
  if (stream.type === 'hls') return stream.playlist;
  if (quality === undefined) return undefined;
  // The server encodes other qualities only for the player.
  return chooseFile(stream.qualities, quality)?.url;
}

/** True for relay URLs: their token expires and opens the stream to anyone. */
export function isRelayUrl(url: string, relays: readonly string[]): boolean {
  return relays.some((relay) => url.startsWith(`${relay.replace(/\/$/, '')}/stream/`));
}

export function serviceUrl(service: string, parameter: string, url: string): string {
  const result = new URL(service);
  result.searchParams.set(parameter, url);
  return result.href;
}

/** Detects WebVTT by its header, because sources mislabel captions. */
export function captionFileName(text: string): string {
  return /^\uFEFF?WEBVTT/.test(text) ? 'subtitles.vtt' : 'subtitles.srt';
}

/** The download of the current stream and quality. */
export function useDownload(): Download {
  const stream = usePlayerState((state) => state.stream);
  const quality = usePlayerState(({ media }) => media.quality);
  return downloadOf(stream, quality);
}
