import { BufferSource, Input, MP4 } from 'mediabunny';
import type { EncodingPlan, EncodingStep } from '#media-library/transcode/encoding-plan.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import { InvalidMediaError } from '../media-errors.ts';
import type { CopiedVariant, EncodedVariants, RemuxedFile } from './remuxed-file.ts';
import { cutSegment, type CutSegment, type SegmentTracks } from './segment.ts';
import { segmentRange, type SegmentTimes } from './input/segment-times.ts';
import { fileTimes } from './subtitles/embedded-subtitles.ts';

/** `own-init`: each segment has its own initialization segment, because ffmpeg may restart. */
export type SegmentKind = 'shared-init' | 'own-init' | 'webvtt';

export type SegmentReader = Pick<OpenOptions, 'session' | 'signal'>;

/** A media playlist with its segments: video, audio, or both if the file has one audio track. */
export interface Variant {
  /** Changes with the file's content. */
  readonly key: string;
  readonly times: SegmentTimes;
  readonly segments: SegmentKind;
  /** Resolves when the segment can be cut. */
  readonly prepare: (
    segment: number,
    transcoder: Transcoder,
    reader: SegmentReader,
  ) => Promise<{ readonly cut: (signal: AbortSignal) => Promise<CutSegment> }>;
}

/** The names of media playlists and of the directories of their segments. */
export const COPIED_VIDEO = 'video';
export const copiedAudioName = (index: number): string => `audio${index}`;
export const subtitlesName = (index: number): string => `subtitles${index}`;
export const encodedName = ({ height }: EncodingStep): string => `h264-${height}`;
export const encodedAudioName = (step: EncodingStep, index: number): string =>
  `${encodedName(step)}-audio${index}`;

interface VariantAddress {
  readonly path: string;
  /** The code of the browser's capabilities. */
  readonly code: string | undefined;
  readonly name: string;
}

/** Undefined if the file has no such variant. */
export async function findVariant(
  { version, copied, encoded }: RemuxedFile,
  { path, code = '', name }: VariantAddress,
  signal: AbortSignal,
): Promise<Variant | undefined> {
  const key = [path, version, code, name].join('\0');
  const fromFile = copied && copiedTracks(copied, name);
  if (fromFile) return copiedVariant(key, fromFile, await copied.times(signal));
  const step = encoded?.steps.find((each) => isOfStep(name, each));
  if (!encoded || !step) return undefined;
  const plan = await encoded.plan(signal);
  const audio = plan.file.audio.findIndex((_, index) => encodedAudioName(step, index) === name);
  if (audio === -1 && name !== encodedName(step)) return undefined;
  const source = { encoded, step, plan, file: [path, version, code].join('\0') };
  const mainAudio = isDemuxed(copied?.media.audio ?? plan.file.audio) ? undefined : 0;
  const tracks = audio === -1 ? { hasVideo: true, audio: mainAudio } : { hasVideo: false, audio };
  return encodedVariant(key, source, tracks);
}

/** hls.js 1.7 plays no separate audio track if the video's fragments contain audio. */
export const isDemuxed = (audio: readonly unknown[]): boolean => audio.length > 1;

const isOfStep = (name: string, step: EncodingStep): boolean =>
  name === encodedName(step) || name.startsWith(`${encodedName(step)}-`);

export interface SubtitleVariant {
  readonly times: SegmentTimes;
  readonly segment: (index: number) => Promise<string>;
}

/** Undefined if the file has no such subtitles. */
export async function findSubtitleVariant(
  file: RemuxedFile,
  name: string,
  signal: AbortSignal,
): Promise<SubtitleVariant | undefined> {
  const { subtitles } = file;
  const track = subtitles?.tracks.find((_, index) => subtitlesName(index) === name);
  if (!subtitles || !track) return undefined;
  const times = await subtitleTimes(file, signal);
  return times && { times, segment: (index) => subtitles.segment(track, index, times, signal) };
}

/** Returns the times of the segments in seconds of the file. Undefined if the file has no variant. */
export async function subtitleTimes(
  { copied, encoded }: RemuxedFile,
  signal: AbortSignal,
): Promise<SegmentTimes | undefined> {
  const plan = copied ? undefined : await encoded?.plan(signal);
  return plan ? fileTimes(plan) : await copied?.times(signal);
}

function copiedTracks(
  { media: { video, audio }, openGop }: CopiedVariant,
  name: string,
): SegmentTracks | undefined {
  if (name === COPIED_VIDEO) {
    return { video: { track: video, openGop }, audio: isDemuxed(audio) ? undefined : audio[0] };
  }
  const track = audio.find((_, index) => isDemuxed(audio) && copiedAudioName(index) === name);
  return track && { video: undefined, audio: track };
}

function copiedVariant(key: string, tracks: SegmentTracks, times: SegmentTimes): Variant {
  return {
    key,
    times,
    segments: 'shared-init',
    prepare: async (segment) => {
      const range = segmentRange(times, segment);
      if (!range) throw new InvalidMediaError('the segment is empty');
      return { cut: (signal) => cutSegment(tracks, range, signal) };
    },
  };
}

interface EncodedSource {
  readonly encoded: EncodedVariants;
  readonly step: EncodingStep;
  readonly plan: EncodingPlan;
  readonly file: string;
}

interface EncodedTracks {
  readonly hasVideo: boolean;
  /** The number of the audio track. */
  readonly audio: number | undefined;
}

function encodedVariant(
  key: string,
  { encoded, step, plan, file }: EncodedSource,
  tracks: EncodedTracks,
): Variant {
  return {
    key,
    times: plan.times,
    segments: 'own-init',
    prepare: async (segment, transcoder, { session, signal }) => {
      // One ffmpeg process encodes all tracks.
      const request = { file, plan, step, segment, session, share: encoded.share };
      const output = await transcoder.encode(request, signal);
      return { cut: (limit) => cutEncodedSegment(output, { plan, segment, tracks }, limit) };
    },
  };
}

/** Cuts a segment out of ffmpeg's output. */
async function cutEncodedSegment(
  output: Buffer,
  { plan, segment, tracks }: { plan: EncodingPlan; segment: number; tracks: EncodedTracks },
  signal: AbortSignal,
): Promise<CutSegment> {
  const range = segmentRange(plan.times, segment);
  if (!range) throw new InvalidMediaError('the segment is empty');
  const input = new Input({ source: new BufferSource(output), formats: [MP4] });
  try {
    const videoTrack = tracks.hasVideo ? await input.getPrimaryVideoTrack() : null;
    const video = videoTrack ? { track: videoTrack, openGop: undefined } : undefined;
    const track =
      tracks.audio === undefined ? undefined : (await input.getAudioTracks())[tracks.audio];
    const audioTrack = track && { track, conversion: undefined };
    return await cutSegment({ video, audio: audioTrack }, range, signal);
  } finally {
    input.dispose();
  }
}
