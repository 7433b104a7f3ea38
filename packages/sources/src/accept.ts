// Which streams a player can play. Sources build them from answers of the outside, so types alone are not believed.
import { FileStream, HlsStream, Quality, type Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';

const Kind = z.looseObject({ type: z.unknown(), qualities: z.unknown().optional() });
const Qualities = z.record(z.string(), z.unknown());
const WebAddress = z.url({ protocol: /^https?$/ });
const PlayableFile = z.object({ type: z.literal('mp4'), url: WebAddress });

/** The stream with what cannot be played left out; undefined when nothing is left; throws on an unknown type. */
export function acceptStream(
  offered: unknown,
  warn: (message: string) => void,
): Stream | undefined {
  const stream = Kind.parse(offered);
  if (stream.type === 'hls') return acceptHls(stream, warn);
  if (stream.type === 'file') return acceptFile(stream, warn);
  throw new Error(`Unknown stream type: ${String(stream.type)}`);
}

function acceptHls(offered: unknown, warn: (message: string) => void): Stream | undefined {
  const stream = HlsStream.parse(offered);
  if (WebAddress.safeParse(stream.playlist).success) return stream;
  warn('skipped a stream: its playlist has no http address');
  return undefined;
}

function acceptFile(
  offered: z.infer<typeof Kind>,
  warn: (message: string) => void,
): Stream | undefined {
  const files = Object.entries(Qualities.parse(offered.qualities));
  const kept = files.filter(([quality, file]) => {
    const playable = Quality.safeParse(quality).success && PlayableFile.safeParse(file).success;
    if (!playable) warn(`skipped a file: "${quality}" is no mp4 of a known quality`);
    return playable;
  });
  if (kept.length === 0) return undefined;
  return FileStream.parse({ ...offered, qualities: Object.fromEntries(kept) });
}
