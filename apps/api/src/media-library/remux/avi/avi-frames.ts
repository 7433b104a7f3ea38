// Reads the frames of a cluster of an AVI file.
import {
  BLOCK_HEADER_BYTES,
  CLUSTER_HEADER_BYTES,
  secondsOf,
  TAIL_BYTES,
  unitsOf,
  type AviCluster,
  type ClusterPart,
} from './avi-clusters.ts';
import { audioFrames, type ReadAudioFrame } from './avi-audio.ts';
import type { AviBytes, AviRange } from './avi-structure.ts';
import { blockHeader, clusterHeader, padding } from '../matroska/matroska-writer.ts';
import { InvalidMediaError } from '../../media-errors.ts';

/** Returns the position of each frame of a group in display order. */
export type DisplayOrder = (frames: readonly Buffer[]) => readonly number[];

export interface FrameOptions {
  /** Undefined if frames are stored in display order. */
  readonly displayOrder: DisplayOrder | undefined;
  /** Bytes to put before the first frame of each cluster. */
  readonly prefix: Buffer;
}

interface Frame {
  readonly track: number;
  readonly seconds: number;
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** Returns a cluster of exactly the planned size. */
export async function writeCluster(
  file: AviBytes,
  cluster: AviCluster,
  { displayOrder, prefix }: FrameOptions,
): Promise<Buffer> {
  const ranges = cluster.parts.flatMap(chunkRanges);
  const contentOf = await readRanges(file, ranges);
  const frames = cluster.parts.flatMap((part, at) => {
    const { readFrame } = part.track;
    if (readFrame) return audioOf(part, readFrame, contentOf);
    const copied = copiedFrames(part, contentOf);
    return at === 0 ? inDisplayOrder(copied, displayOrder, prefix) : copied;
  });
  return inMatroska(frames, cluster);
}

function inMatroska(frames: readonly Frame[], { start, bytes }: AviCluster): Buffer {
  const milliseconds = Math.floor(start * 1_000);
  const parts = [clusterHeader(bytes, milliseconds)];
  // The padding has a header, too.
  let left = bytes - CLUSTER_HEADER_BYTES;
  for (const { track, seconds, isKey, data } of frames) {
    const time = Math.round(seconds * 1_000) - milliseconds;
    const size = BLOCK_HEADER_BYTES + data.length;
    if (size > left || Math.abs(time) >= 2 ** 15) continue;
    parts.push(blockHeader({ track, time, isKey, size: data.length }), data);
    left -= size;
  }
  parts.push(padding(left));
  return Buffer.concat(parts, bytes);
}

function chunkRanges({ track: { chunks, readFrame }, from, to }: ClusterPart): readonly AviRange[] {
  const ranges: AviRange[] = [];
  let tail = readFrame ? TAIL_BYTES : 0;
  for (let chunk = from; chunk < to || (tail > 0 && chunk < chunks.count()); chunk += 1) {
    const [start, size] = [chunks.offset(chunk), chunks.size(chunk)];
    const taken = chunk < to ? size : Math.min(size, tail);
    if (chunk >= to) tail -= taken;
    if (taken > 0) ranges.push({ start, end: start + taken });
  }
  return ranges;
}

type ContentOf = (range: AviRange) => Buffer;

/** Reading a gap of this size is faster than another request. */
const MAX_GAP_BYTES = 128 * 1024;
const MAX_READ_BYTES = 64 * 1024 * 1024;
const MIN_READ_BYTES = 64 * 1024;

/** Reads neighboring ranges together. */
async function readRanges(file: AviBytes, ranges: readonly AviRange[]): Promise<ContentOf> {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start - last.end <= MAX_GAP_BYTES) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  const bytes = joined.reduce(
    (sum, { start, end }) => sum + Math.max(end - start, MIN_READ_BYTES),
    0,
  );
  if (bytes > MAX_READ_BYTES) throw new InvalidMediaError('its frames are scattered');
  const parts: { readonly start: number; readonly content: Buffer }[] = [];
  for (const { start, end } of joined) parts.push({ start, content: await file.read(start, end) });
  return ({ start, end }) => {
    const part = parts.findLast((each) => each.start <= start);
    if (!part) return Buffer.alloc(0);
    return part.content.subarray(start - part.start, end - part.start);
  };
}

function copiedFrames(part: ClusterPart, contentOf: ContentOf): readonly Frame[] {
  const { track, from, to } = part;
  const frames: Frame[] = [];
  let { units } = part;
  for (let chunk = from; chunk < to; chunk += 1) {
    const [start, size] = [track.chunks.offset(chunk), track.chunks.size(chunk)];
    const isKey = track.stream.kind === 'audio' || track.chunks.isKey(chunk);
    // An empty chunk prolongs the frame before it.
    if (size > 0) {
      const data = contentOf({ start, end: start + size });
      frames.push({ track: track.number, seconds: secondsOf(track, units), isKey, data });
    }
    units += unitsOf(track, chunk);
  }
  return frames;
}

/** Converts decode times to display times. Each group of frames takes the same time in both orders. */
function inDisplayOrder(
  frames: readonly Frame[],
  displayOrder: DisplayOrder | undefined,
  prefix: Buffer,
): readonly Frame[] {
  const starts = frames.flatMap(({ isKey }, at) => (isKey ? [at] : []));
  return starts.flatMap((from, at) => {
    const group = frames.slice(from, starts[at + 1]);
    const order = displayOrder?.(group.map(({ data }) => data));
    return group.map((frame, place) => {
      const { seconds } = group[order?.[place] ?? place] ?? frame;
      const isFirst = at === 0 && place === 0;
      return {
        ...frame,
        seconds,
        data: isFirst ? Buffer.concat([prefix, frame.data]) : frame.data,
      };
    });
  });
}

/** Returns the frames that begin in the chunks. The last frame may end in a later chunk. */
function audioOf(
  part: ClusterPart,
  readFrame: ReadAudioFrame,
  contentOf: ContentOf,
): readonly Frame[] {
  const { track, from, to } = part;
  const ranges = chunkRanges(part);
  const bytes = Buffer.concat(ranges.map(contentOf));
  const timeAt = createClock(part);
  let end = 0;
  for (let chunk = from; chunk < to; chunk += 1) end += track.chunks.size(chunk);
  return [...audioFrames(bytes, end, readFrame)].map((frame) => ({
    track: track.number,
    seconds: timeAt(frame.at, frame.seconds),
    isKey: true,
    data: bytes.subarray(frame.at, frame.at + frame.bytes),
  }));
}

/** Returns a function that returns the time of a frame. Call it for each frame in order. */
function createClock(part: ClusterPart): (at: number, seconds: number) => number {
  const { track, from, to } = part;
  const { chunks, unitBytes } = track;
  // Time is proportional to bytes.
  if (unitBytes > 0) return (at) => secondsOf(track, part.units + at / unitBytes);
  let { units } = part;
  let chunk = from;
  let chunkEnd = chunks.size(from);
  let within = 0;
  return (at, seconds) => {
    while (at >= chunkEnd && chunk < to) {
      units += unitsOf(track, chunk);
      chunk += 1;
      chunkEnd += chunks.size(chunk);
      within = 0;
    }
    const time = secondsOf(track, units) + within;
    within += seconds;
    return time;
  };
}
