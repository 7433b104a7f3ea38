import type { Stream } from '@matinee/shared/media/stream';
import { config } from '#config.ts';

export type HostReplacement = (typeof config.CDN_REPLACEMENTS)[number];

/** Replaces hosts as the operator configured; always with https on the default port. */
export function withReplacedHosts(
  stream: Stream,
  replacements: readonly HostReplacement[] = config.CDN_REPLACEMENTS,
): Stream {
  if (replacements.length === 0) return stream;
  const replace = (url: string) => replaced(url, replacements);
  const { thumbnailTrack } = stream;
  const common = thumbnailTrack && {
    thumbnailTrack: { ...thumbnailTrack, url: replace(thumbnailTrack.url) },
  };
  if (stream.type === 'hls') return { ...stream, ...common, playlist: replace(stream.playlist) };
  const files = Object.entries(stream.qualities).map(
    ([quality, file]) => [quality, { ...file, url: replace(file.url) }] as const,
  );
  return { ...stream, ...common, qualities: Object.fromEntries(files) };
}

function replaced(address: string, replacements: readonly HostReplacement[]): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return address;
  const found = replacements.find(({ before }) => url.hostname.endsWith(before));
  if (!found) return address;
  url.protocol = 'https:';
  url.port = '';
  url.hostname = found.after;
  return url.href;
}
