import { z } from 'zod';

/** Best first. */
export const QUALITIES = ['4k', '1080', '720', '480', '360', 'unknown'] as const;
export const Quality = z.enum(QUALITIES);
export type Quality = z.infer<typeof Quality>;

export const CaptionTrack = z.object({
  /** Unique within its stream. */
  id: z.string(),
  type: z.enum(['srt', 'vtt']),
  url: z.string(),
  /** True when a browser cannot fetch it itself: it goes through the proxy. */
  hasCorsRestrictions: z.boolean(),
  /** ISO 639-1. */
  language: z.string(),
  /** Ours: only what is said or written in another language than the film's. */
  forced: z.boolean().optional(),
  /** Ours: tells of sounds too. */
  hearingImpaired: z.boolean().optional(),
  /** Ours: the address of the file as it is, where it has styles that WebVTT has not. */
  original: z.string().optional(),
});
export type CaptionTrack = z.infer<typeof CaptionTrack>;

/** Pictures of words, as discs have them: they are drawn as they are. */
export const ImageCaptionTrack = CaptionTrack.omit({ original: true }).extend({
  type: z.literal('pgs'),
});
export type ImageCaptionTrack = z.infer<typeof ImageCaptionTrack>;

const headers = z.record(z.string(), z.string());

const common = {
  /** Unique within one output. */
  id: z.string(),
  /** For clients of the family, which play in a page only what is `cors-allowed`. */
  flags: z.array(z.string()),
  captions: z.array(CaptionTrack),
  /** Ours, and apart from `captions`: movie-web clients take all of those for text. */
  imageCaptions: z.array(ImageCaptionTrack).optional(),
  thumbnailTrack: z.object({ type: z.literal('vtt'), url: z.string() }).optional(),
  /** Must be sent to play. */
  headers: headers.optional(),
  /** Improve playback. */
  preferredHeaders: headers.optional(),
  /** Ours: who made it and under which terms it is shown, for the player's information line. */
  attribution: z
    .object({ text: z.string(), url: z.string().optional(), licence: z.string().optional() })
    .optional(),
};

const StreamFile = z.object({ type: z.literal('mp4'), url: z.string() });

export const HlsStream = z.object({ ...common, type: z.literal('hls'), playlist: z.string() });
export type HlsStream = z.infer<typeof HlsStream>;

export const FileStream = z.object({
  ...common,
  type: z.literal('file'),
  qualities: z.partialRecord(Quality, StreamFile),
});
export type FileStream = z.infer<typeof FileStream>;

export const Stream = z.discriminatedUnion('type', [HlsStream, FileStream]);
export type Stream = z.infer<typeof Stream>;

/** The heights that the app names; anything from 2000 lines up is 4k. */
export function qualityOfHeight(lines: number | undefined): Quality {
  if (lines === undefined) return 'unknown';
  if (lines >= 2000) return '4k';
  if (lines >= 1000) return '1080';
  if (lines >= 700) return '720';
  if (lines >= 460) return '480';
  return lines >= 300 ? '360' : 'unknown';
}
