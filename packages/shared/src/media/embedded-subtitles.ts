// Styled and picture subtitles inside a file, split into parts like the video.
import { z } from 'zod';

const MAX_TRACKS = 64;
const MAX_PARTS = 50_000;
const MAX_FONTS = 100;
const MAX_NAMES = 16;

export const EmbeddedSubtitleTrack = z.object({
  /** The name of the track's rendition in the playlist, if there is one. */
  name: z.string().max(200),
  /** BCP 47. */
  language: z.string().optional(),
  isForced: z.boolean(),
  isDefault: z.boolean(),
  isHearingImpaired: z.boolean(),
  /** `unknown` and `unindexed` can't be shown: the format is unknown, or the file has no index. */
  format: z.enum(['ass', 'pgs', 'unknown', 'unindexed']),
  /** The name of an unknown format. */
  codec: z.string().max(40).optional(),
});
export type EmbeddedSubtitleTrack = z.infer<typeof EmbeddedSubtitleTrack>;

/** A font inside the file for its subtitles. */
export const EmbeddedFont = z.object({
  /** The family and the full name in all languages. */
  names: z.array(z.string().max(100)).max(MAX_NAMES),
  /** 1-1000, as in CSS. */
  weight: z.number().min(1).max(1000),
  isItalic: z.boolean(),
  bytes: z.number(),
});
export type EmbeddedFont = z.infer<typeof EmbeddedFont>;

/** The document at a stream's `embeddedSubtitles`. Parts and fonts are files beside it. */
export const EmbeddedSubtitles = z.object({
  tracks: z.array(EmbeddedSubtitleTrack).max(MAX_TRACKS),
  /** The second at which each part begins. */
  starts: z.array(z.number()).max(MAX_PARTS),
  fonts: z.array(EmbeddedFont).max(MAX_FONTS),
});
export type EmbeddedSubtitles = z.infer<typeof EmbeddedSubtitles>;

/** Names a part of a track. A part contains all subtitles that are shown in its time. */
export const partName = (track: number, part: number): string => `${track}-${part}.part`;
export const fontName = (index: number): string => `${index}.font`;
