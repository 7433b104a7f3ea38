import {
  AppendOnlyStreamTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Output,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { convertedConfig, convertedPackets, type AudioConversion } from './audio/convert-audio.ts';
import { InvalidMediaError } from '../media-errors.ts';
import type { PlayableAudio } from './input/probe-media.ts';
import type { SegmentRange } from './input/segment-times.ts';
import { videoPackets, type Packets, type VideoTrack } from './video-packets.ts';

export interface SegmentTracks {
  readonly video: VideoTrack | undefined;
  readonly audio: PlayableAudio | undefined;
}

export interface CutSegment {
  readonly init: Uint8Array;
  readonly media: Uint8Array;
}

/** About four seconds at 128 Mbit/s. */
const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;

/** Copies the frames of one segment into fragmented MP4. */
export async function cutSegment(
  { video, audio }: SegmentTracks,
  range: SegmentRange,
  signal: AbortSignal,
): Promise<CutSegment> {
  const budget = createBudget(signal);
  const [media, init] = [createParts(), createParts()];
  const output = new Output({
    format: new CmafOutputFormat(),
    target: media.target,
    initTarget: init.target,
  });
  const copies: (() => Promise<void>)[] = [];
  if (video) {
    copies.push(await addVideo(output, video.track, videoPackets(video, range, budget.spend)));
  }
  if (audio) copies.push(await addAudio(output, audio, { range, budget, signal }));
  await output.start();
  try {
    await Promise.all(copies.map((copy) => copy()));
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return { init: init.join(), media: media.join() };
}

/**
 * Collects the muxer's output. A `BufferTarget` takes twice the segment's size in memory that V8 doesn't count and
 * doesn't free for seconds.
 */
function createParts() {
  const parts: Uint8Array[] = [];
  const write = (part: Uint8Array): void => void parts.push(part);
  return {
    target: new AppendOnlyStreamTarget(new WritableStream({ write })),
    join: (): Uint8Array => {
      const [only] = parts;
      if (!only) throw new InvalidMediaError('the segment is empty');
      return parts.length === 1 ? only : Buffer.concat(parts);
    },
  };
}

async function addVideo(output: Output, track: InputVideoTrack, packets: Packets) {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  // Transport streams have no parameter sets outside their keyframes.
  const primingPacket = await firstPacketOf(track);
  if (!codec || !decoderConfig || !primingPacket) {
    throw new InvalidMediaError('its video is damaged');
  }
  const source = new EncodedVideoPacketSource(codec);
  const rotation = await track.getRotation();
  output.addVideoTrack(source, { decoderConfig, primingPacket, rotation });
  return async (): Promise<void> => {
    for await (const packet of packets) await source.add(packet, { decoderConfig });
    source.close();
  };
}

/** Each segment needs its track's first packet. Reading it again would cost a request of megabytes. */
const firstPackets = new WeakMap<InputTrack, EncodedPacket>();

async function firstPacketOf(track: InputTrack): Promise<EncodedPacket | null> {
  const known = firstPackets.get(track);
  if (known) return known;
  const first = await new EncodedPacketSink(track).getFirstKeyPacket();
  // Copy, because a slice would keep the large buffer around it in memory.
  const packet = first && first.clone({ data: Uint8Array.from(first.data) });
  if (packet) firstPackets.set(track, packet);
  return packet;
}

interface Cut {
  readonly range: SegmentRange;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

function addAudio(
  output: Output,
  { track, conversion }: PlayableAudio,
  { range, budget, signal }: Cut,
) {
  if (!conversion) return addCopiedAudio(output, track, audioPackets(track, range, budget));
  const { from, to, times } = range;
  const { spend } = budget;
  const converted = { from, to, origin: times.origin, spend, signal };
  return addConvertedAudio(output, conversion, convertedPackets(track, conversion, converted));
}

function addConvertedAudio(output: Output, conversion: AudioConversion, packets: Packets) {
  const source = new EncodedAudioPacketSource('aac');
  const decoderConfig = convertedConfig(conversion);
  output.addAudioTrack(source, { decoderConfig });
  return async (): Promise<void> => {
    for await (const packet of packets) await source.add(packet, { decoderConfig });
    source.close();
  };
}

async function addCopiedAudio(output: Output, track: InputAudioTrack, packets: Packets) {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  const primingPacket = await firstPacketOf(track);
  if (!codec || !decoderConfig || !primingPacket) {
    throw new InvalidMediaError('its audio is damaged');
  }
  const source = new EncodedAudioPacketSource(codec);
  // A segment may have no audio, but its track must be the same.
  output.addAudioTrack(source, { decoderConfig, primingPacket });
  return async (): Promise<void> => {
    for await (const packet of packets) await source.add(packet, { decoderConfig });
    source.close();
  };
}

/** Yields the packets that start in the segment. */
async function* audioPackets(
  track: InputAudioTrack,
  { from, to, times }: SegmentRange,
  budget: Budget,
): Packets {
  const sink = new EncodedPacketSink(track);
  const start = Math.max(from, times.origin);
  const first = (await sink.getPacket(start)) ?? (await sink.getFirstPacket());
  if (!first) return;
  let last: EncodedPacket | undefined;
  for await (const packet of sink.packets(first)) {
    if (last) yield last.clone({ duration: packet.timestamp - times.origin - last.timestamp });
    last = undefined;
    if (packet.timestamp >= to) return;
    budget.spend(packet);
    // Matroska may state no duration. Chromium drops frames around a gap between segments.
    if (packet.timestamp < start) continue;
    last = packet.clone({ timestamp: packet.timestamp - times.origin });
  }
  if (last) yield last;
}

interface Budget {
  readonly spend: (packet: EncodedPacket) => void;
}

function createBudget(signal: AbortSignal): Budget {
  let left = MAX_SEGMENT_BYTES;
  return {
    spend: ({ byteLength }) => {
      signal.throwIfAborted();
      left -= byteLength;
      if (left < 0) throw new InvalidMediaError('a segment is too large');
    },
  };
}
