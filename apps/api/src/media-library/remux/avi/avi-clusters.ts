// Divides the chunks of an AVI file into Matroska clusters. The size of each cluster is known before a frame is read.
import type { ChunkTable } from './avi-index.ts';
import type { ReadAudioFrame } from './avi-audio.ts';
import type { AviStream } from './avi-structure.ts';
import { InvalidMediaError } from '../../media-errors.ts';

export interface AviTrack {
  /** The first track has number 1. */
  readonly number: number;
  readonly stream: AviStream;
  readonly chunks: ChunkTable;
  /** Finds the frames of sound in its chunks. Undefined if each chunk is copied as it is. */
  readonly readFrame: ReadAudioFrame | undefined;
  /** The size of a unit. 0 if a chunk is one unit or a few. */
  readonly unitBytes: number;
  /** The maximum size of a unit in a chunk of several units. 0 if each chunk is one unit. */
  readonly blockBytes: number;
}

export interface AviCluster {
  /** Seconds. */
  readonly start: number;
  /** For each track, the chunks that begin in the cluster. */
  readonly parts: readonly ClusterPart[];
  /** Includes the header. */
  readonly bytes: number;
}

export interface ClusterPart {
  readonly track: AviTrack;
  readonly from: number;
  readonly to: number;
  /** Units before the first chunk. */
  readonly units: number;
}

/** The size of the header before each frame. */
export const BLOCK_HEADER_BYTES = 13;
/** The header of a cluster with its time, and the header of the padding that fills the cluster. */
export const CLUSTER_HEADER_BYTES = 38;
/** A frame that begins in one cluster may end in the next. Larger than any MP3 or AC-3 frame. */
export const TAIL_BYTES = 4_096;
/** Each segment begins with a cluster. */
const CLUSTER_SECONDS = 2;
/** Matroska stores the time of a frame as 16 bits of milliseconds. */
const MAX_CLUSTER_SECONDS = 30;
export const MAX_CLUSTER_BYTES = 32 * 1024 * 1024;
const MAX_CLUSTERS = 50_000;
/** The shortest frame: E-AC-3. */
const SOUND_FRAME_SECONDS = 0.005;
const SPARE_FRAMES = 16;

/** Returns the number of units in a chunk. */
export function unitsOf({ chunks, unitBytes, blockBytes }: AviTrack, chunk: number): number {
  const size = chunks.size(chunk);
  if (unitBytes > 0) return size / unitBytes;
  return blockBytes > 0 ? Math.ceil(size / blockBytes) : 1;
}

export const secondsOf = ({ stream }: AviTrack, units: number): number =>
  (stream.start + units) * stream.unitSeconds;

/** `prefixBytes`: the size of the prefix of each cluster. Throws `InvalidMediaError` if the file is no movie. */
export function planClusters(
  video: AviTrack,
  audio: readonly AviTrack[],
  prefixBytes: number,
): readonly AviCluster[] {
  const starts = keyframesOf(video);
  const cursors = audio.map(createCursor);
  return starts.map((from, at) => {
    const start = secondsOf(video, from);
    const next = starts[at + 1];
    const to = next ?? video.chunks.count();
    const span = secondsOf(video, to) - start;
    if (span > MAX_CLUSTER_SECONDS) throw new InvalidMediaError('keyframes are missing');
    // Sound rarely continues after the video.
    const end = start + (next === undefined ? MAX_CLUSTER_SECONDS : span);
    const frames: ClusterPart = { track: video, from, to, units: from };
    const parts = [frames, ...cursors.map((advance) => advance(end))];
    const sizes = parts.map((part) => sizeOf(part, end - start));
    const bytes = sizes.reduce((sum, size) => sum + size, CLUSTER_HEADER_BYTES + prefixBytes);
    if (bytes > MAX_CLUSTER_BYTES)
      throw new InvalidMediaError('its groups of frames are too large');
    return { start, parts, bytes };
  });
}

/** Returns the chunks at which clusters begin. */
function keyframesOf(video: AviTrack): readonly number[] {
  const { chunks } = video;
  const starts: number[] = [];
  let next = -Infinity;
  for (let chunk = 0; chunk < chunks.count(); chunk += 1) {
    const seconds = secondsOf(video, chunk);
    if (seconds < next || chunks.size(chunk) === 0 || !chunks.isKey(chunk)) continue;
    starts.push(chunk);
    next = seconds + CLUSTER_SECONDS;
  }
  if (starts.length === 0 || starts.length > MAX_CLUSTERS) {
    throw new InvalidMediaError('it contains no movie');
  }
  return starts;
}

/** Returns a function that takes the next chunks up to a time. */
function createCursor(track: AviTrack): (end: number) => ClusterPart {
  let chunk = 0;
  let units = 0;
  return (end) => {
    const part = { track, from: chunk, units };
    while (chunk < track.chunks.count() && secondsOf(track, units) < end) {
      units += unitsOf(track, chunk);
      chunk += 1;
    }
    return { ...part, to: chunk };
  };
}

function sizeOf({ track, from, to }: ClusterPart, seconds: number): number {
  let bytes = 0;
  for (let chunk = from; chunk < to; chunk += 1) bytes += track.chunks.size(chunk);
  if (!track.readFrame) return bytes + (to - from) * BLOCK_HEADER_BYTES;
  const frames = to - from + Math.ceil(seconds / SOUND_FRAME_SECONDS) + SPARE_FRAMES;
  return bytes + TAIL_BYTES + frames * BLOCK_HEADER_BYTES;
}
