import { setImmediate } from 'node:timers/promises';
import { EncodedPacketSink, IsobmffInputFormat, type InputTrack } from 'mediabunny';
import type { MediaInput } from './media-input.ts';
import type { MatroskaHead } from '../matroska/matroska-head.ts';

/** The boundaries of all segments, in seconds of the file. Each is the time of a keyframe. */
export interface SegmentTimes {
  /** Subtract from a time of the file to get one of the playlist. */
  readonly origin: number;
  /** An edit list hides earlier frames, but others need them to be decoded. */
  readonly shownFrom: number;
  /** The time at which each segment starts. */
  readonly starts: readonly number[];
  readonly end: number;
}

export interface SegmentRange {
  /** Seconds of the file: the time of a keyframe. `-Infinity` for the first segment. */
  readonly from: number;
  /** The time of the next segment's keyframe. `Infinity` for the last segment. */
  readonly to: number;
  readonly times: SegmentTimes;
}

const SEGMENT_SECONDS = 4;
/** A larger gap shows that the file's own index is incomplete. */
const MAX_CUE_GAP_SECONDS = 30;
/** A day in which each frame is a keyframe. */
const MAX_KEYFRAMES = 6_000_000;
const KEYFRAMES_AT_ONCE = 500;
/** Audio that begins up to this much before the video is encoder padding. */
const MAX_PADDING_SECONDS = 0.5;

const HIDDEN_SPEED = 1000;
/** Containers round times to a millisecond. */
const ROUNDING_SECONDS = 0.001;

export interface TimedTracks {
  readonly video: InputTrack;
  readonly audio: readonly { readonly track: InputTrack }[];
  /** Undefined unless the file is Matroska. */
  readonly head: MatroskaHead | undefined;
}

/** Reads the file's index of keyframes, or all keyframes if it has none. */
export async function readSegmentTimes(
  media: MediaInput,
  { video, audio, head }: TimedTracks,
  signal: AbortSignal,
): Promise<SegmentTimes> {
  const tracks = [video, ...audio.map(({ track }) => track)];
  const first = await new EncodedPacketSink(video).getFirstKeyPacket({ metadataOnly: true });
  const start = first?.timestamp ?? 0;
  const indexed = keyframesIn(head, video);
  const isScanned = indexed.length === 0;
  const times = isScanned ? await scanKeyframes(video, signal) : indexed;
  const end = await media.input.computeDuration(tracks);
  const keyframes =
    hasGaps([...times, end]) && !isScanned ? await scanKeyframes(video, signal) : times;
  const starts = segmentStarts([start, ...keyframes.filter((time) => time > start)]);
  const format = await media.input.getFormat();
  if (format instanceof IsobmffInputFormat && start < 0) {
    return { origin: start / HIDDEN_SPEED, shownFrom: 0, starts, end };
  }
  const audioStarts = await Promise.all(audio.map(({ track }) => track.getFirstTimestamp()));
  const earliest = Math.min(...audioStarts);
  const origin = earliest < start - MAX_PADDING_SECONDS ? earliest : start;
  return { origin, shownFrom: start, starts, end };
}

/** Undefined if the playlist has no such segment. */
export function segmentRange(times: SegmentTimes, index: number): SegmentRange | undefined {
  const from = times.starts[index];
  if (from === undefined) return undefined;
  return { from: index === 0 ? -Infinity : from, to: times.starts[index + 1] ?? Infinity, times };
}

/**
 * Converts a time to seconds of the playlist. Fragments can't have negative times, so hidden frames pass in
 * milliseconds.
 */
export function playlistTime(time: number, { origin, shownFrom, starts }: SegmentTimes): number {
  const [first = 0] = starts;
  return time < shownFrom ? (time - first) / HIDDEN_SPEED : time - origin;
}

/** Returns an empty list if the container has no index of its own that is cheaper than a scan. */
function keyframesIn(head: MatroskaHead | undefined, video: InputTrack): readonly number[] {
  const cues = head?.cues.filter(({ track }) => track === video.id) ?? [];
  return [...new Set(cues.map(({ seconds }) => seconds))].toSorted((a, b) => a - b);
}

async function scanKeyframes(video: InputTrack, signal: AbortSignal): Promise<readonly number[]> {
  const sink = new EncodedPacketSink(video);
  const times: number[] = [];
  let packet = await sink.getFirstKeyPacket({ metadataOnly: true });
  while (packet && times.length < MAX_KEYFRAMES) {
    // Let other requests and the time limit run, even if all frames are in memory.
    if (times.length % KEYFRAMES_AT_ONCE === 0) await setImmediate();
    signal.throwIfAborted();
    times.push(packet.timestamp);
    packet = await sink.getNextKeyPacket(packet, { metadataOnly: true });
  }
  return times;
}

const hasGaps = (times: readonly number[]): boolean =>
  times.some((time, at) => time - (times[at - 1] ?? time) > MAX_CUE_GAP_SECONDS);

/** Groups keyframes into segments of at least four seconds. */
export function segmentStarts(keyframes: readonly number[]): readonly number[] {
  const starts: number[] = [];
  for (const time of keyframes) {
    const last = starts.at(-1);
    if (last === undefined || time - last > SEGMENT_SECONDS - ROUNDING_SECONDS) starts.push(time);
  }
  return starts;
}
