import type { SegmentTimes } from '#media-library/remux/input/segment-times.ts';
import type { FrameRate, ProbedFile } from './probe-file.ts';

/** Divides the frames of a file into segments. Frames and segments count from 0. */
export interface EncodingPlan {
  readonly file: ProbedFile;
  /** The time of the file at which the playlist begins, in seconds. */
  readonly origin: number;
  /** The number of frames in each segment except the last. */
  readonly segmentFrames: number;
  /** The number of frames in the playlist. */
  readonly frames: number;
  /** The segments' times, for the playlist and for cutting ffmpeg's output. */
  readonly times: SegmentTimes;
}

/** A quality. */
export interface EncodingStep {
  readonly width: number;
  readonly height: number;
  /** Bits per second, audio included. */
  readonly bitrate: number;
}

const SEGMENT_SECONDS = 4;
/** Seconds added to ffmpeg's times. They can't be negative, but an encoder's first sound has a negative time. */
export const OUTPUT_OFFSET = 10;
const MAX_SEGMENTS = 20_000;

const HEIGHTS = [1080, 720, 480, 360] as const;
const BITRATES: Readonly<Record<number, number>> = {
  1080: 8_000_000,
  720: 4_000_000,
  480: 1_800_000,
  360: 900_000,
};
const LOWEST_BITRATE = 700_000;

/** `span`: the playlist's times in seconds of the file, if another variant determines them. */
export function planEncoding(
  file: ProbedFile,
  span: { readonly origin: number; readonly end: number } = {
    origin: file.video.start,
    end: file.end,
  },
): EncodingPlan {
  const { origin, end } = span;
  const rate = frameRate(file.video.rate);
  const segmentFrames = Math.max(1, Math.round(SEGMENT_SECONDS * rate));
  const seconds = Math.min(Math.max(0, end - origin), MAX_SEGMENTS * SEGMENT_SECONDS);
  const frames = Math.max(1, Math.round(seconds * rate));
  const count = Math.ceil(frames / segmentFrames);
  const times: SegmentTimes = {
    origin: OUTPUT_OFFSET,
    shownFrom: OUTPUT_OFFSET,
    starts: Array.from({ length: count }, (_, at) => OUTPUT_OFFSET + (at * segmentFrames) / rate),
    end: OUTPUT_OFFSET + frames / rate,
  };
  return { file, origin, segmentFrames, frames, times };
}

export const frameRate = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

/** Returns the qualities to encode, highest first. `isCopied`: whether the file's own quality is a variant, too. */
export function encodingSteps(
  { width, height }: { readonly width: number; readonly height: number },
  isCopied: boolean,
): readonly EncodingStep[] {
  // Treat a wide movie of 1920x800 as 1080p.
  const lines = Math.max(height, (width * 9) / 16);
  const heights = HEIGHTS.filter((each) => each < lines);
  const own = Math.min(lines, HEIGHTS[0]);
  const wanted = isCopied ? heights : [...new Set([own, ...heights])];
  return wanted.map((each) => {
    const scale = each / lines;
    return {
      width: even(width * scale),
      height: even(height * scale),
      bitrate: BITRATES[HEIGHTS.findLast((known) => known >= each) ?? 0] ?? LOWEST_BITRATE,
    };
  });
}

/** H.264 with 4:2:0 chroma subsampling requires even sizes. */
const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));
