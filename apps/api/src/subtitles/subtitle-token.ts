import { SubtitleSource } from '@matinee/shared/contract/subtitles';
import { z } from 'zod';
import { forbidden } from '#http/api-error.ts';

/** Everything that is needed to fetch a file and to understand it, in a ticket so that a visitor can name nothing else. */
const Address = z.object({
  source: SubtitleSource,
  at: z.string(),
  language: z.string(),
  encoding: z.string().optional(),
  fps: z.number().optional(),
  /** Wanted as it is. */
  isOriginal: z.boolean().optional(),
  episode: z.object({ season: z.number(), number: z.number() }).optional(),
});
export type Address = z.infer<typeof Address>;

/** A scheme that nothing else opens. */
const SCHEME = 'subtitle:';

export function writeAddress(address: Address): string {
  return SCHEME + JSON.stringify(address);
}

export function readAddress(url: string): Address {
  const parsed = url.startsWith(SCHEME)
    ? Address.safeParse(JSON.parse(url.slice(SCHEME.length)))
    : undefined;
  if (!parsed?.success) throw forbidden('That is not a ticket for a subtitle of this server.');
  return parsed.data;
}
