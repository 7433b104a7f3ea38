// H.264 groups whose first frames are displayed before their keyframe and depend on the previous group (open GOP).
import { EncodedPacketSink, type EncodedPacket, type InputVideoTrack } from 'mediabunny';
import { escapeUnit, unescapeUnit } from './bits.ts';
import { readParameters, type H264Parameters } from './h264-parameters.ts';
import {
  IDR_SLICE,
  isReference,
  frameNumbersOf,
  rewriteFrameNum,
  SLICE,
  toIdrSlice,
  type FrameNumbers,
  type FrameNumRewrite,
} from './h264-slices.ts';
import { skippedFrame } from './h264-skipped.ts';
import {
  bufferOf,
  createUnitFormat,
  isOfType,
  lengthBytesOf,
  recordUnits,
  sliceIn,
  type UnitFormat,
} from './h264-units.ts';
import { InvalidMediaError } from '../../media-errors.ts';

/**
 * Changes open groups for MediaSource. Chromium begins at each keyframe that has a recovery point. Its decoder then
 * fails at frames and commands that refer to earlier frames. Older versions begin only at IDR frames (seen in version
 * 156). Firefox treats each frame without references as a keyframe.
 */
export interface OpenGop {
  /** Returns whether a keyframe isn't an IDR frame. */
  readonly isOpen: (keyframe: EncodedPacket) => boolean;
  /** Returns whether other frames depend on the frame. */
  readonly isReference: (packet: EncodedPacket) => boolean;
  readonly frameNumbersOf: (packet: EncodedPacket) => FrameNumbers;
  /** Converts a keyframe to an IDR frame. Undefined if its slices refer to other frames. */
  readonly toIdr: (keyframe: EncodedPacket) => EncodedPacket | undefined;
  /**
   * Returns a frame that looks like the keyframe. It replaces a frame that is displayed before the keyframe, can't be
   * decoded, and is referred to by later frames. `base`: the numbers of the keyframe.
   */
  readonly standIn: (packet: EncodedPacket, base: FrameNumbers) => EncodedPacket;
  /** Renumbers a frame after the keyframe, and keeps decoders from beginning there. */
  readonly rewriteFrameNum: (packet: EncodedPacket, rewrite: FrameNumRewrite) => EncodedPacket;
}

/** `closed`: keyframes depend on nothing. `unchangeable`: open groups that the server can't change. */
export type GopStructure = 'closed' | 'unchangeable' | OpenGop;

export async function readGopStructure(track: InputVideoTrack): Promise<GopStructure> {
  if ((await track.getCodec()) !== 'avc') return 'closed';
  const description = (await track.getDecoderConfig())?.description;
  const record = description && bufferOf(description);
  const format = createUnitFormat(record && lengthBytesOf(record));
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstKeyPacket();
  // Check the second keyframe. Most encoders begin a file with an IDR frame regardless.
  const second = first && (await sink.getNextKeyPacket(first));
  if (!second || format.split(second.data).some(isOfType(IDR_SLICE))) return 'closed';
  try {
    const sets = [...(record ? recordUnits(record) : []), ...format.split(second.data)];
    const parameters = readParameters(sets);
    const openGop = parameters && createOpenGop(parameters, format);
    return openGop?.toIdr(second) ? openGop : 'unchangeable';
  } catch (error) {
    if (error instanceof InvalidMediaError) return 'unchangeable';
    throw error;
  }
}

function createOpenGop(parameters: H264Parameters, format: UnitFormat): OpenGop {
  const sliceOf = ({ data }: EncodedPacket): Uint8Array | undefined => sliceIn(format.split(data));
  return {
    isOpen: (keyframe) => !format.split(keyframe.data).some(isOfType(IDR_SLICE)),
    isReference: (packet) => {
      const slice = sliceOf(packet);
      return slice !== undefined && isReference(slice);
    },
    frameNumbersOf: (packet) => {
      const slice = sliceOf(packet);
      if (!slice) throw new InvalidMediaError('its video is damaged');
      return frameNumbersOf(slice, parameters);
    },
    toIdr: (keyframe) => {
      const units = format
        .split(keyframe.data)
        .map((unit) => (isOfType(SLICE)(unit) ? toIdrSlice(unit, parameters) : unit));
      const changed = units.flatMap((unit) => unit ?? []);
      return changed.length < units.length
        ? undefined
        : keyframe.clone({ data: format.join(changed) });
    },
    standIn: (packet, base) => {
      const slice = sliceOf(packet);
      if (!slice) throw new InvalidMediaError('its video is damaged');
      return packet.clone({ data: format.join([skippedFrame(slice, base, parameters)]) });
    },
    rewriteFrameNum: (packet, rewrite) => {
      const units = format
        .split(packet.data)
        .flatMap((unit) => (isOfType(SEI)(unit) ? (withoutRecoveryPoint(unit) ?? []) : unit))
        .map((unit) => (isOfType(SLICE)(unit) ? rewriteFrameNum(unit, rewrite, parameters) : unit));
      return packet.clone({ data: format.join(units) });
    },
  };
}

/** Tells decoders that they can begin here and recover after some frames (ISO 14496-10, D.1.8). */
const RECOVERY_POINT = 6;
const SEI = 6;

/** Undefined if the unit has no other messages. */
function withoutRecoveryPoint(unit: Uint8Array): Uint8Array | undefined {
  const bytes = unescapeUnit(unit);
  const parts: Uint8Array[] = [];
  // The last byte ends the unit.
  for (let at = 1; at + 2 < bytes.length;) {
    const start = at;
    const number = (): number => {
      let value = 0;
      while (bytes[at] === 0xff) value += bytes[at++] ?? 0;
      return value + (bytes[at++] ?? 0);
    };
    const [type, size] = [number(), number()];
    at += size;
    if (type !== RECOVERY_POINT) parts.push(bytes.subarray(start, at));
  }
  if (parts.length === 0) return undefined;
  return escapeUnit(Buffer.concat([bytes.subarray(0, 1), ...parts, bytes.subarray(-1)]));
}
