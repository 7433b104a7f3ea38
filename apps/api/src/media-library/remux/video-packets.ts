// Yields the frames of one segment in decode order.
import { EncodedPacketSink, type EncodedPacket, type InputVideoTrack } from 'mediabunny';
import type { FrameNumbers } from './h264/h264-slices.ts';
import type { OpenGop } from './h264/open-gop.ts';
import { playlistTime, type SegmentRange } from './input/segment-times.ts';

export type Packets = AsyncGenerator<EncodedPacket, void, undefined>;

export interface VideoTrack {
  readonly track: InputVideoTrack;
  /** Undefined if the track's groups are independent or can't be changed. */
  readonly openGop: OpenGop | undefined;
}

/** Containers round times to a millisecond. */
const ROUNDING_SECONDS = 0.001;
/** The maximum number of frames that an H.264 decoder keeps. */
const MAX_REFERENCES = 16;
/** Too short to be seen. */
const HIDDEN_SECONDS = 0.001;

/** Yields groups of frames whose keyframe is in the range. `spend` throws if the frames exceed the limit. */
export async function* videoPackets(
  { track, openGop }: VideoTrack,
  range: SegmentRange,
  spend: (packet: EncodedPacket) => void,
): Packets {
  const { to, times } = range;
  const packets = openGop ? closed(openGop, track, range, spend) : copied(track, range, spend);
  let last: EncodedPacket | undefined;
  let shownUntil = -Infinity;
  for await (const packet of packets) {
    const timestamp = playlistTime(packet.timestamp, times);
    // The first open group's leading frames can't be decoded.
    if (timestamp < 0) continue;
    if (last) yield last;
    last = packet.clone({ timestamp });
    shownUntil = Math.max(shownUntil, timestamp);
  }
  if (!last) return;
  // With a variable frame rate, the last frame lasts until the next segment.
  const duration = Math.max(
    last.duration,
    Number.isFinite(to) ? to - times.origin - shownUntil : 0,
  );
  yield last.clone({ duration });
}

const isNext = (packet: EncodedPacket, to: number): boolean =>
  packet.type === 'key' && packet.timestamp >= to - ROUNDING_SECONDS;

async function* packetsFrom(track: InputVideoTrack, from: number): Packets {
  const sink = new EncodedPacketSink(track);
  let first =
    from === -Infinity
      ? await sink.getFirstKeyPacket()
      : await sink.getKeyPacket(from + ROUNDING_SECONDS);
  while (first && first.timestamp < from - ROUNDING_SECONDS) {
    first = await sink.getNextKeyPacket(first);
  }
  if (first) yield* sink.packets(first);
}

async function* copied(
  track: InputVideoTrack,
  { from, to }: SegmentRange,
  spend: (packet: EncodedPacket) => void,
): Packets {
  for await (const packet of packetsFrom(track, from)) {
    if (isNext(packet, to)) return;
    spend(packet);
    yield packet;
  }
}

interface Decoded {
  readonly packet: EncodedPacket;
  /** Packets that are decoded after a keyframe and displayed before it. */
  readonly leading: readonly EncodedPacket[];
}

async function* withLeading(
  packets: Packets,
  spend: (packet: EncodedPacket) => void,
): AsyncGenerator<Decoded, void, undefined> {
  let keyframe: { readonly packet: EncodedPacket; readonly leading: EncodedPacket[] } | undefined;
  for await (const packet of packets) {
    spend(packet);
    if (keyframe && packet.timestamp < keyframe.packet.timestamp) {
      keyframe.leading.push(packet);
      continue;
    }
    if (keyframe) yield keyframe;
    const decoded = { packet, leading: [] };
    keyframe = packet.type === 'key' ? decoded : undefined;
    if (!keyframe) yield decoded;
  }
  if (keyframe) yield keyframe;
}

/**
 * Converts keyframes to IDR frames. Moves leading frames to the end of the previous group, which contains the frames
 * that they depend on.
 */
async function* closed(
  openGop: OpenGop,
  track: InputVideoTrack,
  { from, to }: SegmentRange,
  spend: (packet: EncodedPacket) => void,
): Packets {
  const { begin, next, standIn } = createRewriter(openGop);
  let isFirst = true;
  for await (const decoded of withLeading(packetsFrom(track, from), spend)) {
    const { packet } = decoded;
    if (packet.type === 'key') {
      if (!isFirst) yield* ending(openGop, decoded).map(next);
      if (isNext(packet, to)) return;
      yield begin(packet);
      yield* hidden(openGop, decoded).map(standIn);
      isFirst = false;
    } else yield next(packet);
  }
}

/** Numbers the frames of each group from its keyframe, if that was converted to an IDR frame. */
function createRewriter(openGop: OpenGop) {
  let base: FrameNumbers | undefined;
  let age = 0;
  const next = (packet: EncodedPacket): EncodedPacket => {
    if (openGop.isReference(packet)) age += 1;
    const isNear = base !== undefined && age < MAX_REFERENCES;
    return openGop.rewriteFrameNum(packet, { base: base ?? UNCHANGED, isNear });
  };
  return {
    begin: (keyframe: EncodedPacket): EncodedPacket => {
      const idr = openGop.isOpen(keyframe) ? openGop.toIdr(keyframe) : undefined;
      base = idr && openGop.frameNumbersOf(keyframe);
      age = 0;
      return idr ?? keyframe;
    },
    next,
    /** Some decoders stop the playback at a frame that refers to missing frames. */
    standIn: (leading: EncodedPacket): EncodedPacket => {
      if (!base) return next(leading);
      age += 1;
      return openGop.standIn(leading, base);
    },
  };
}

const UNCHANGED: FrameNumbers = { frameNum: 0, picOrderCnt: 0 };

/** Returns the leading frames that others refer to. Their stand-ins are displayed briefly after the keyframe. */
function hidden(openGop: OpenGop, { packet, leading }: Decoded): readonly EncodedPacket[] {
  const needed = leading.filter(openGop.isReference);
  const times = needed.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b);
  return needed.map((each) => {
    const after = (times.indexOf(each.timestamp) + 1) * HIDDEN_SECONDS;
    return each.clone({ timestamp: packet.timestamp + after });
  });
}

/**
 * Returns the next group's leading frames, to end this group. A copy of the next keyframe, which they depend on,
 * replaces the last of them. If others refer to the last one, the copy is displayed briefly before it instead.
 */
function ending(openGop: OpenGop, { packet, leading }: Decoded): readonly EncodedPacket[] {
  const last = leading.toSorted((a, b) => b.timestamp - a.timestamp)[0];
  if (!last || !openGop.isOpen(packet)) return [];
  const isKept = openGop.isReference(last);
  const timestamp = last.timestamp - (isKept ? HIDDEN_SECONDS : 0);
  const copy = packet.clone({ timestamp, duration: last.duration, type: 'delta' });
  return [copy, ...leading.filter((each) => isKept || each !== last)];
}
