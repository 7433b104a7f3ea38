import type { CaptionTrack } from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';
import { addressOn, type MediaServer } from './media-server.ts';
import { streamsOfType, type MediaSource, type MediaStream } from './playback.ts';

/** What is spoken only in part of the film. */
const byUse = (one: MediaStream, other: MediaStream): number =>
  Number(one.IsForced ?? false) - Number(other.IsForced ?? false);

/** Subtitles that are text; pictures would have to be burnt in. */
export function captionsOf(
  server: MediaServer,
  itemId: string,
  source: MediaSource,
): CaptionTrack[] {
  return streamsOfType(source, 'Subtitle')
    .filter((stream) => stream.IsTextSubtitleStream === true)
    .toSorted(byUse)
    .flatMap((stream) => {
      const url = addressOf(stream, server, `/Videos/${itemId}/${source.Id}`);
      if (url === undefined) return [];
      return {
        id: `${source.Id}-${stream.Index}`,
        type: 'vtt' as const,
        url,
        hasCorsRestrictions: true,
        language: languageCode(stream.Language ?? '') ?? 'und',
        ...(stream.IsForced && { forced: true }),
        ...(stream.IsHearingImpaired && { hearingImpaired: true }),
      };
    });
}

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
