import { LRUCache } from 'lru-cache';
import { countLookup } from '#lib/measurements.ts';
import { findClusters, type SparseFile } from '../matroska/matroska-clusters.ts';
import type { MatroskaFile } from '../matroska/matroska-elements.ts';
import type { MatroskaHead } from '../matroska/matroska-head.ts';
import { readSubtitleBlocks, type SubtitleBlock } from '../matroska/matroska-subtitle-blocks.ts';
import type { SubtitleTrack } from '../matroska/matroska-subtitles.ts';
import { pgsPart, startsEpoch } from './pgs-part.ts';
import { segmentRange, type SegmentTimes } from '../input/segment-times.ts';

/** Returns the subtitles that are shown during a segment, including those that began before it. */
export type ReadSegmentBlocks = (
  track: SubtitleTrack,
  index: number,
  times: SegmentTimes,
  signal: AbortSignal,
) => Promise<readonly SubtitleBlock[]>;

/** One read returns all text tracks. Viewers also request the segments that follow. */
export const CACHED_BYTES = 2 * 1024 * 1024;
/** Translations of signs can last longer, but the server would have to read each segment. */
const LOOK_BACK_SECONDS = 30;
const LOOK_BACK_WITHOUT_INDEX = 1;

type BlocksByTrack = Awaited<ReturnType<typeof readSubtitleBlocks>>;

export function createSegmentSubtitles(
  file: MatroskaFile & SparseFile,
  head: MatroskaHead,
  tracks: readonly SubtitleTrack[],
): ReadSegmentBlocks {
  const texts = tracks.filter(({ format }) => format !== 'pgs');
  const indexed = new Set(head.cues.map(({ track }) => track));
  const found = head.cues.length === 0 ? findClusters(file, head) : undefined;
  const clusters = found ? { ...head, cues: found.cues } : head;
  const cached = new LRUCache<string, BlocksByTrack>({
    maxSize: CACHED_BYTES,
    sizeCalculation: bytesOf,
  });
  const reading = new Map<string, Promise<BlocksByTrack>>();

  async function blocksOf(track: SubtitleTrack, index: number, times: SegmentTimes) {
    const range = segmentRange(times, index);
    if (!range) return [];
    // Read pictures one track at a time: they are large, and a viewer sees one track.
    const isImage = track.format === 'pgs';
    const key = isImage ? `${index} ${track.number}` : `${index}`;
    const known = cached.get(key);
    countLookup('segment subtitles', known ? 'hit' : reading.has(key) ? 'shared' : 'miss');
    if (known) return known.get(track.number) ?? [];
    const read =
      reading.get(key) ?? readSubtitleBlocks(file, clusters, isImage ? [track] : texts, range);
    reading.set(key, read);
    try {
      const blocks = await read;
      cached.set(key, blocks);
      return blocks.get(track.number) ?? [];
    } finally {
      reading.delete(key);
    }
  }

  return async (track, index, times, signal) => {
    const from = times.starts[index] ?? 0;
    // Pass this request's signal only here. The short read below may be shared with other requests.
    await found?.reach(from, signal);
    const isImage = track.format === 'pgs';
    let shown = await blocksOf(track, index, times);
    if (isImage && shown.some(({ start, bytes }) => start <= from && startsEpoch(bytes))) {
      return shown;
    }
    for (let before = index - 1; before >= 0; before -= 1) {
      const isFar = indexed.has(track.number)
        ? from - (times.starts[before + 1] ?? 0) > LOOK_BACK_SECONDS
        : index - before > LOOK_BACK_WITHOUT_INDEX;
      if (isFar) break;
      const blocks = await blocksOf(track, before, times);
      // A picture is shown until the next one replaces it.
      shown = [...(isImage ? blocks : blocks.filter(({ end }) => end > from)), ...shown];
      if (isImage && blocks.some(({ bytes }) => startsEpoch(bytes))) break;
    }
    return shown;
  };
}

const BLOCK_OVERHEAD_BYTES = 200;

function bytesOf(blocks: BlocksByTrack): number {
  let bytes = BLOCK_OVERHEAD_BYTES;
  for (const list of blocks.values()) {
    for (const block of list) bytes += block.bytes.length + BLOCK_OVERHEAD_BYTES;
  }
  return bytes;
}

/** Returns the pictures shown during a segment as a `.sup` file. */
export function pgsOfSegment(
  blocks: readonly SubtitleBlock[],
  index: number,
  { starts, end, origin }: SegmentTimes,
): Buffer {
  const from = starts[index] ?? 0;
  return pgsPart(blocks, { from, to: starts[index + 1] ?? Math.max(end, from), origin });
}
