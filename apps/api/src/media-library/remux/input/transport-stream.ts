// The tables of MPEG transport streams (ISO 13818-1, 2.4.4).
import type { MediaInput } from './media-input.ts';

const HEAD_BYTES = 256 * 1024;
const PACKET_BYTES = 188;
const SYNC = 0x47;
const PROGRAMS = 0;
const HAS_PAYLOAD_START = 0x40;
const HAS_ADAPTATION = 0x20;

/** Video types that mediabunny doesn't list. */
const VIDEO_TYPES: ReadonlyMap<number, string> = new Map([
  [0x01, 'MPEG-1'],
  [0x02, 'MPEG-2'],
  [0x10, 'MPEG-4'],
  [0x33, 'VVC'],
  [0x42, 'AVS'],
  [0xea, 'VC-1'],
]);

/** Returns the codec of a video that mediabunny leaves out. Undefined if there is none. */
export async function unlistedVideo({
  read,
  size,
}: Pick<MediaInput, 'read' | 'size'>): Promise<string | undefined> {
  const head = await read(0, Math.min(HEAD_BYTES, size));
  const programs = sectionOf(head, PROGRAMS);
  // The program's number and the PID of its map follow the table's header.
  const map = programs && programs.length >= 12 ? programs.readUInt16BE(10) & 0x1fff : PROGRAMS;
  const streams = map === PROGRAMS ? undefined : sectionOf(head, map);
  if (!streams || streams.length < 12) return undefined;
  const end = Math.min(streams.length, 3 + (streams.readUInt16BE(1) & 0xfff)) - 4;
  let at = 12 + (streams.readUInt16BE(10) & 0xfff);
  while (at + 5 <= end) {
    const codec = VIDEO_TYPES.get(streams.readUInt8(at));
    if (codec !== undefined) return codec;
    at += 5 + (streams.readUInt16BE(at + 3) & 0xfff);
  }
  return undefined;
}

/** Returns the first packet of a table, starting at the table's header. */
function sectionOf(head: Buffer, wantedPid: number): Buffer | undefined {
  // Blu-ray packets begin with a timestamp of four bytes.
  const stride = head[0] === SYNC ? PACKET_BYTES : PACKET_BYTES + 4;
  for (let at = stride - PACKET_BYTES; at + PACKET_BYTES <= head.length; at += stride) {
    const packet = head.subarray(at, at + PACKET_BYTES);
    if (packet[0] !== SYNC) return undefined;
    const pid = packet.readUInt16BE(1);
    if ((pid & 0x1fff) !== wantedPid || !((pid >> 8) & HAS_PAYLOAD_START)) continue;
    const adaptation = packet.readUInt8(3) & HAS_ADAPTATION ? 1 + packet.readUInt8(4) : 0;
    const payload = packet.subarray(4 + adaptation);
    return payload.subarray(1 + (payload[0] ?? 0));
  }
  return undefined;
}
