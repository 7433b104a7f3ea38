import type { CaptionTrack, ImageCaptionTrack } from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';
import { addressOn, type MediaServer } from './media-server.ts';
import { streamsOfType, type MediaSource, type MediaStream } from './playback.ts';

/** What is spoken only in part of the film. */
const byUse = (one: MediaStream, other: MediaStream): number =>
  Number(one.IsForced ?? false) - Number(other.IsForced ?? false);

/** Subtitles that are text. */
export function captionsOf(
  server: MediaServer,
  itemId: string,
  source: MediaSource,
): CaptionTrack[] {
  return streamsOfType(source, 'Subtitle')
    .filter((stream) => stream.IsTextSubtitleStream === true)
    .toSorted(byUse)
    .flatMap((stream) => {
      const place = `/Videos/${itemId}/${source.Id}`;
      const url = addressOf(stream, server, place);
      if (url === undefined) return [];
      const styled = /^(?:ass|ssa)$/i.exec(stream.Codec ?? '')?.[0].toLowerCase();
      const original =
        styled && addressOn(server, `${place}/Subtitles/${stream.Index}/0/Stream.${styled}`);
      return {
        ...trackOf(stream, source, url),
        type: 'vtt' as const,
        ...(original && { original }),
      };
    });
}

/** Pictures of words, where the server says that it hands them out. Others would have to be burnt in. */
export function imageCaptionsOf(server: MediaServer, source: MediaSource): ImageCaptionTrack[] {
  return streamsOfType(source, 'Subtitle')
    .toSorted(byUse)
    .flatMap((stream) => {
      const { DeliveryMethod, DeliveryUrl } = stream;
      if (DeliveryMethod !== 'External' || !DeliveryUrl) return [];
      const url = addressOn(server, DeliveryUrl);
      if (url === undefined || !/\.pgssub$/i.test(new URL(url).pathname)) return [];
      return { ...trackOf(stream, source, url), type: 'pgs' as const };
    });
}

const trackOf = (stream: MediaStream, source: MediaSource, url: string) => ({
  id: `${source.Id}-${stream.Index}`,
  url,
  hasCorsRestrictions: true,
  language: languageCode(stream.Language ?? '') ?? 'und',
  ...(stream.IsForced && { forced: true }),
  ...(stream.IsHearingImpaired && { hearingImpaired: true }),
});

/** Subtitles that stand on another server are fetched through this one, which gets the key. */
function addressOf(
  { DeliveryMethod, DeliveryUrl, Index }: MediaStream,
  server: MediaServer,
  place: string,
): string | undefined {
  const told = DeliveryMethod === 'External' && DeliveryUrl ? addressOn(server, DeliveryUrl) : '';
  if (told && /\.vtt$/i.test(new URL(told).pathname)) return told;
  return addressOn(server, `${place}/Subtitles/${Index}/0/Stream.vtt`);
}
