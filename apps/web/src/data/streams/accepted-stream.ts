import { z } from 'zod';
import { CaptionTrack, ImageCaptionTrack, QUALITIES } from '@matinee/shared/media/stream';

const PlayableFile = z.object({ type: z.literal('mp4'), url: z.string().min(1) });
const known = new Set<string>(QUALITIES);

const AnyStream = z.looseObject({
  captions: z.array(z.unknown()).optional(),
  imageCaptions: z.array(z.unknown()).optional(),
  qualities: z.record(z.string(), z.unknown()).optional(),
});
const Holder = z.looseObject({ stream: z.union([AnyStream, z.array(AnyStream)]) });

/**
 * Relays of other makes offer qualities and captions that we cannot play: those are left out, the rest of the stream counts.
 * A stream of an unknown type stays as it is, for the contract to refuse.
 */
export function acceptStreams(data: unknown): unknown {
  const holder = Holder.safeParse(data);
  if (!holder.success) return data;
  const { stream } = holder.data;
  return { ...holder.data, stream: Array.isArray(stream) ? stream.map(accept) : accept(stream) };
}

function accept(stream: z.infer<typeof AnyStream>): unknown {
  return {
    flags: [],
    ...stream,
    captions: (stream.captions ?? []).filter((caption) => CaptionTrack.safeParse(caption).success),
    ...(stream.imageCaptions && {
      imageCaptions: stream.imageCaptions.filter(
        (caption) => ImageCaptionTrack.safeParse(caption).success,
      ),
    }),
    ...(stream.qualities && {
      qualities: Object.fromEntries(
        Object.entries(stream.qualities).filter(
          ([quality, file]) => known.has(quality) && PlayableFile.safeParse(file).success,
        ),
      ),
    }),
  };
}
