// Sends only some keyframes of a file to ffmpeg. The rest of the file is neither read nor decoded.
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type EncodedPacket,
  type InputVideoTrack,
} from 'mediabunny';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { InvalidMediaError } from '#media-library/media-errors.ts';
import { type MediaInput } from '#media-library/remux/input/media-input.ts';
import { MAX_THUMBNAILS, thumbnailInterval } from './thumbnail-times.ts';

/** A file with a container and codec that mediabunny reads. */
export interface KeyFrames {
  /** Seconds. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  readonly isHdr: boolean;
  /** Writes fragmented MP4 with one frame per second. Returns each frame's time since the video's start. */
  readonly send: (target: Writable, signal: AbortSignal) => Promise<readonly number[]>;
  /** Writes one frame, which isn't at the start. */
  readonly sendOne: (target: Writable, signal: AbortSignal) => Promise<readonly number[]>;
}

/** The beginning is often black or shows titles. */
const FRAME_AT = 0.2;

/** Undefined if mediabunny can't read the video. */
export async function readKeyFrames({ input }: MediaInput): Promise<KeyFrames | undefined> {
  if (!(await input.canRead())) return undefined;
  const track = await input.getPrimaryVideoTrack();
  if (!track || !(await track.getDecoderConfig())) return undefined;
  const origin = await track.getFirstTimestamp();
  const end = (await input.getDurationFromMetadata()) ?? (await track.computeDuration());
  const duration = end - origin;
  return {
    duration,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    isHdr: await track.hasHighDynamicRange(),
    send: (target, signal) => send(track, { from: origin, duration, target, signal }),
    sendOne: (target, signal) =>
      send(track, { from: origin + FRAME_AT * duration, duration: 0, target, signal }),
  };
}

interface Sending {
  /** Seconds of the file. */
  readonly from: number;
  readonly duration: number;
  readonly target: Writable;
  readonly signal: AbortSignal;
}

async function send(track: InputVideoTrack, sending: Sending): Promise<readonly number[]> {
  const { from, target, signal } = sending;
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  const primingPacket = await new EncodedPacketSink(track).getFirstKeyPacket();
  if (!codec || !decoderConfig || !primingPacket) throw new InvalidMediaError('damaged video');
  const source = new EncodedVideoPacketSource(codec);
  const writable = new WritableStream<{ data: Uint8Array }>({
    write: async ({ data }) => {
      if (!target.write(data)) await once(target, 'drain', { signal });
    },
  });
  const format = new Mp4OutputFormat({ fastStart: 'fragmented' });
  const output = new Output({ format, target: new StreamTarget(writable) });
  const rotation = await track.getRotation();
  output.addVideoTrack(source, { decoderConfig, primingPacket, rotation });
  await output.start();
  const seconds: number[] = [];
  let last: EncodedPacket | undefined;
  const add = (packet: EncodedPacket): Promise<void> =>
    // Use the frame's index as its time. A frame that can't be decoded then leaves no gap.
    source.add(packet.clone({ timestamp: seconds.length, duration: 1 }), { decoderConfig });
  try {
    for await (const packet of keyPackets(track, sending)) {
      await add(packet);
      seconds.push(Math.max(0, packet.timestamp - from));
      last = packet;
    }
    // Add the last frame twice, because the filter that fills gaps drops one.
    if (last) await add(last);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  target.end();
  return seconds;
}

async function* keyPackets(
  track: InputVideoTrack,
  { from, duration, signal }: Sending,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  const interval = thumbnailInterval(duration);
  let last: number | undefined;
  for (let at = 0; at < MAX_THUMBNAILS && at * interval <= duration; at += 1) {
    signal.throwIfAborted();
    const packet =
      (await sink.getKeyPacket(from + at * interval)) ?? (await sink.getFirstKeyPacket());
    if (!packet || packet.timestamp === last) continue;
    last = packet.timestamp;
    yield packet;
  }
}
