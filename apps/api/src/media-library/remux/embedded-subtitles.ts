import { LRUCache } from 'lru-cache';
import { OUTPUT_OFFSET, type EncodingPlan } from '#media-library/transcode/encoding-plan.ts';
import type { MatroskaFile } from './matroska-elements.ts';
import type { MatroskaHead } from './matroska-head.ts';
import {
  readSubtitleBlocks,
  subtitleTracksIn,
  type SubtitleBlock,
  type SubtitleTrack,
} from './matroska-subtitles.ts';
import { segmentRange } from './segment.ts';
import type { SegmentTimes } from './segment-times.ts';
import { subtitleSegment } from './subtitle-segment.ts';

/** Text subtitles inside a file. */
export interface EmbeddedSubtitles {
  readonly tracks: readonly SubtitleTrack[];
  /** Subtitles shown during a segment, as WebVTT, including those that began before it. */
  readonly segment: (track: SubtitleTrack, index: number, times: SegmentTimes) => Promise<string>;
}

/** Subtitles of other tracks are read at the same time, and viewers read on. */
const CACHED_SEGMENTS = 8;

export function createEmbeddedSubtitles(file: MatroskaFile, head: MatroskaHead): EmbeddedSubtitles {
  // Without an index the whole file would have to be read.
  const tracks = head.cues.length === 0 ? [] : subtitleTracksIn(head.tracks);
  const cached = new LRUCache<number, ReturnType<typeof readSubtitleBlocks>>({
    max: CACHED_SEGMENTS,
  });

  async function blocksOf(
    { number }: SubtitleTrack,
    index: number,
    times: SegmentTimes,
  ): Promise<readonly SubtitleBlock[]> {
    const range = segmentRange(times, index);
    if (!range) return [];
    const reading = cached.get(index) ?? readSubtitleBlocks(file, head, tracks, range);
    cached.set(index, reading);
    reading.catch(() => cached.delete(index));
    return (await reading).get(number) ?? [];
  }

  return {
    tracks,
    segment: async (track, index, times) => {
      const from = times.starts[index] ?? 0;
      const before = await blocksOf(track, index - 1, times);
      const blocks = await blocksOf(track, index, times);
      const all = [...before.filter(({ end }) => end > from), ...blocks];
      return await subtitleSegment(track, all, times.origin);
    },
  };
}

/** The segments of an encoded file, in seconds of the file. */
export function fileTimes({ origin, times }: EncodingPlan): SegmentTimes {
  const shift = origin - OUTPUT_OFFSET;
  return {
    origin,
    shownFrom: origin,
    starts: times.starts.map((start) => start + shift),
    end: times.end + shift,
  };
}
