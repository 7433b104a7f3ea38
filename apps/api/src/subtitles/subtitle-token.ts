import { SubtitleSource } from '@matinee/shared/contract/subtitles';
import { z } from 'zod';
import { forbidden } from '#http/api-error.ts';

/**
 * Everything needed to fetch and decode a file. Sealed in a token, so that clients cannot name
 * other files.
 */
const SubtitleAddress = z.object({
  source: SubtitleSource,
  at: z.string(),
  language: z.string(),
  encoding: z.string().optional(),
  fps: z.number().optional(),
  /** Wanted as it is. */
  isOriginal: z.boolean().optional(),
  episode: z.object({ season: z.number(), number: z.number() }).optional(),
});
export type SubtitleAddress = z.infer<typeof SubtitleAddress>;

/** A scheme that nothing else opens. */
const SCHEME = 'subtitle:';

export function encodeAddress(address: SubtitleAddress): string {
  return SCHEME + JSON.stringify(address);
}

export function decodeAddress(url: string): SubtitleAddress {
  const parsed = url.startsWith(SCHEME)
    ? SubtitleAddress.safeParse(JSON.parse(url.slice(SCHEME.length)))
    : undefined;
  if (!parsed?.success) throw forbidden('This is not a subtitle token of this server.');
  return parsed.data;
}
