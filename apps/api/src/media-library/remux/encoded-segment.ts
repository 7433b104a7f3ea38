import { BufferSource, Input, MP4 } from 'mediabunny';
import type { EncodingPlan } from '#media-library/transcode/encoding-plan.ts';
import { InvalidMediaError } from './media-errors.ts';
import { cutSegment, segmentRange, type CutSegment } from './segment.ts';

/** Cuts a segment out of ffmpeg's output. `audio`: instead of the video with its first track. */
export async function cutEncodedSegment(
  output: Buffer,
  { plan, segment, audio }: { plan: EncodingPlan; segment: number; audio: number | undefined },
  signal: AbortSignal,
): Promise<CutSegment> {
  const range = segmentRange(plan.times, segment);
  if (!range) throw new InvalidMediaError('the segment is empty');
  const input = new Input({ source: new BufferSource(output), formats: [MP4] });
  try {
    const picture = audio === undefined ? await input.getPrimaryVideoTrack() : null;
    const video = picture ? { track: picture, groups: undefined } : undefined;
    const track = (await input.getAudioTracks())[audio ?? 0];
    const sound = track && { track, conversion: undefined };
    return await cutSegment({ video, audio: sound }, range, signal);
  } finally {
    input.dispose();
  }
}
