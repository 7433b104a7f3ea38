// Which streams a player can play. Sources build them from answers of the outside, so types alone are not believed.
import { FileStream, HlsStream, Quality, type Stream } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { LIBRARY_SCHEME } from './source.ts';

const Kind = z.looseObject({ type: z.unknown(), qualities: z.unknown().optional() });
const Qualities = z.record(z.string(), z.unknown());
const WebAddress = z.url({ protocol: /^https?$/ });
const LibraryAddress = z.string().startsWith(LIBRARY_SCHEME);

export interface ValidationContext {
  /** By a source of the operator's own, which may also name what its library serves. */
  readonly isOwn: boolean;
  readonly warn: (message: string) => void;
}

/** The stream with what cannot be played left out; undefined when nothing is left; throws on an unknown type. */
export function validateStream(offered: unknown, offer: ValidationContext): Stream | undefined {
  const stream = Kind.parse(offered);
  if (stream.type === 'hls') return acceptHls(stream, offer);
  if (stream.type === 'file') return acceptFile(stream, offer);
  throw new Error(`Unknown stream type: ${String(stream.type)}`);
}

function acceptHls(offered: unknown, offer: ValidationContext): Stream | undefined {
  const stream = HlsStream.parse(offered);
  if (isAddress(stream.playlist, offer)) return stream;
  offer.warn('skipped a stream: its playlist has no http address');
  return undefined;
}

const File = z.object({ type: z.literal('mp4'), url: z.string() });

function isAddress(url: string, { isOwn }: ValidationContext): boolean {
  return WebAddress.safeParse(url).success || (isOwn && LibraryAddress.safeParse(url).success);
}

function acceptFile(offered: z.infer<typeof Kind>, offer: ValidationContext): Stream | undefined {
  const files = Object.entries(Qualities.parse(offered.qualities));
  const kept = files.filter(([quality, file]) => {
    const { data } = File.safeParse(file);
    const playable =
      Quality.safeParse(quality).success && data !== undefined && isAddress(data.url, offer);
    if (!playable) offer.warn(`skipped a file: "${quality}" is no mp4 of a known quality`);
    return playable;
  });
  if (kept.length === 0) return undefined;
  return FileStream.parse({ ...offered, qualities: Object.fromEntries(kept) });
}
