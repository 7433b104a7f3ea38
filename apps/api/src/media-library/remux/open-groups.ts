import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';

const IDR_SLICE = 5;
const TYPE_BITS = 0x1f;

/**
 * Whether keyframes of H.264 depend on frames before them. Chromium's MediaSource, unlike its `<video>`, begins only at IDR
 * frames, whatever the container says, so that a seek to others fails (seen in version 156).
 */
export async function hasOpenGroups(track: InputVideoTrack): Promise<boolean> {
  if ((await track.getCodec()) !== 'avc') return false;
  const lengthBytes = lengthBytesOf((await track.getDecoderConfig())?.description);
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstKeyPacket();
  // Most encoders begin a file with an IDR frame in any case.
  const second = first && (await sink.getNextKeyPacket(first));
  return second !== null && !nalTypes(second.data, lengthBytes).includes(IDR_SLICE);
}

/** From ISO 14496-15's configuration. Undefined in a transport stream, which has start codes instead. */
function lengthBytesOf(
  description: ArrayBufferLike | ArrayBufferView | undefined,
): number | undefined {
  if (description === undefined) return undefined;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return ((bytes[4] ?? 3) & 3) + 1;
}

function nalTypes(data: Uint8Array, lengthBytes: number | undefined): readonly number[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const types: number[] = [];
  if (lengthBytes === undefined) {
    for (let at = bytes.indexOf(START_CODE); at !== -1; at = bytes.indexOf(START_CODE, at + 3)) {
      types.push((bytes[at + START_CODE.length] ?? 0) & TYPE_BITS);
    }
    return types;
  }
  for (let at = 0; at + lengthBytes < bytes.length;) {
    types.push((bytes[at + lengthBytes] ?? 0) & TYPE_BITS);
    at += lengthBytes + bytes.readUIntBE(at, lengthBytes);
  }
  return types;
}

const START_CODE = Buffer.from([0, 0, 1]);
