// Chapters and segments of a video, in seconds from the beginning of the playback.
import { z } from 'zod';

const Seconds = z.number().nonnegative();

export const Chapter = z.object({
  start: Seconds,
  /** May be empty. */
  title: z.string().max(200),
});
export type Chapter = z.infer<typeof Chapter>;

/** A part that viewers may want to skip. */
export const Segment = z.object({
  kind: z.enum(['intro', 'recap', 'credits', 'preview']),
  start: Seconds,
  end: Seconds,
});
export type Segment = z.infer<typeof Segment>;

export const MAX_CHAPTERS = 500;
export const MAX_SEGMENTS = 50;

/** Fields of a stream that the server may also send later as a JSON document. */
export const timelineFields = {
  /** Sorted by time. */
  chapters: z.array(Chapter).max(MAX_CHAPTERS).optional(),
  segments: z.array(Segment).max(MAX_SEGMENTS).optional(),
};

/** The document at a stream's `timeline`. Its fields replace those of the stream. */
export const Timeline = z.object({
  ...timelineFields,
  /** The length of the video that the times belong to. Other cuts have other times. */
  duration: Seconds.optional(),
});
export type Timeline = z.infer<typeof Timeline>;
