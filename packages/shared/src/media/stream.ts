import { z } from 'zod';
import { timelineFields } from './timeline.ts';

/** Best first. */
export const QUALITIES = ['4k', '1080', '720', '480', '360', 'unknown'] as const;
export const Quality = z.enum(QUALITIES);
export type Quality = z.infer<typeof Quality>;

export const CaptionTrack = z.object({
  /** Unique within its stream. */
  id: z.string(),
  type: z.enum(['srt', 'vtt']),
  url: z.string(),
  /** True if browsers need the proxy to fetch the file. */
  hasCorsRestrictions: z.boolean(),
  /** ISO 639-1. */
  language: z.string(),
  /** Matinee only: whether the captions cover only foreign-language parts. */
  forced: z.boolean().optional(),
  /** Matinee only: whether the source shows the captions to users who want captions but have chosen no language. */
  isDefault: z.boolean().optional(),
  /** Matinee only: whether the captions also describe sounds. */
  hearingImpaired: z.boolean().optional(),
  /** Matinee only: URL of the original file, if it has styles that WebVTT lacks. */
  original: z.string().optional(),
});
export type CaptionTrack = z.infer<typeof CaptionTrack>;

/** Image captions, which discs have. */
export const ImageCaptionTrack = CaptionTrack.omit({ original: true }).extend({
  type: z.literal('pgs'),
});
export type ImageCaptionTrack = z.infer<typeof ImageCaptionTrack>;

const headers = z.record(z.string(), z.string());

const common = {
  /** Unique within one output. */
  id: z.string(),
  /** Movie-web clients play streams in a page only with `cors-allowed`. */
  flags: z.array(z.string()),
  captions: z.array(CaptionTrack),
  /** Matinee only. Separate from `captions`, which movie-web clients treat as text. */
  imageCaptions: z.array(ImageCaptionTrack).optional(),
  thumbnailTrack: z.object({ type: z.literal('vtt'), url: z.string() }).optional(),
  /** Matinee only: URL of a playlist of images (`EXT-X-IMAGES-ONLY`) for the seek bar, if there is one. */
  imagePlaylist: z.string().optional(),
  /** Matinee only. */
  ...timelineFields,
  /** Matinee only: URL of a `Timeline`, if the server can add facts after the search. */
  timeline: z.string().optional(),
  /** Matinee only: URL of `EmbeddedSubtitles`, with their files beside it. */
  embeddedSubtitles: z.string().optional(),
  /** Headers that the stream requires. */
  headers: headers.optional(),
  /** Headers that the stream doesn't require. */
  preferredHeaders: headers.optional(),
  /** Matinee only: credit line for the player. */
  attribution: z
    .object({ text: z.string(), url: z.string().optional(), licence: z.string().optional() })
    .optional(),
};

const StreamFile = z.object({ type: z.literal('mp4'), url: z.string() });
/** An HLS playlist of one quality with all audio tracks. */
const StreamPlaylist = z.object({ type: z.literal('hls'), url: z.string() });

export const HlsStream = z.object({ ...common, type: z.literal('hls'), playlist: z.string() });
export type HlsStream = z.infer<typeof HlsStream>;

export const FileStream = z.object({
  ...common,
  type: z.literal('file'),
  qualities: z.partialRecord(Quality, StreamFile),
  /**
   * Matinee only: qualities below the files' own, which the server encodes during playback. The entry with the only
   * file's own quality is the unchanged file with all audio tracks, for browsers that can't choose a track in a file.
   */
  lowerQualities: z.partialRecord(Quality, StreamPlaylist).optional(),
});
export type FileStream = z.infer<typeof FileStream>;

export const Stream = z.discriminatedUnion('type', [HlsStream, FileStream]);
export type Stream = z.infer<typeof Stream>;

/** Rounds a height to a known quality. 2000 lines and more are 4k. */
export function qualityOfHeight(lines: number | undefined): Quality {
  if (lines === undefined) return 'unknown';
  if (lines >= 2000) return '4k';
  if (lines >= 1000) return '1080';
  if (lines >= 700) return '720';
  if (lines >= 460) return '480';
  return lines >= 300 ? '360' : 'unknown';
}
