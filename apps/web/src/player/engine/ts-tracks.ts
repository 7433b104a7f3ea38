import { fetchWatched } from '#lib/http.ts';

import type { Mp4Track } from './mp4-tracks.ts';

const PACKET_BYTES = 188;
const SYNC = 0x47;
/** Files and segments start with their tables. */
const HEAD_BYTES = 16 * 1024;
const READ_LIMIT_MS = 8_000;
const PAT_PID = 0;

const VIDEO_TYPES: Readonly<Record<number, string>> = {
  0x01: 'mp2v',
  0x02: 'mp2v',
  0x10: 'mp4v',
  0x1b: 'avc1',
  0x24: 'hvc1',
};
const AUDIO_TYPES: Readonly<Record<number, string>> = {
  0x03: 'mp4a',
  0x04: 'mp4a',
  0x0f: 'mp4a',
  0x11: 'mp4a',
  0x81: 'ac-3',
  0x82: 'dtsc',
  0x83: 'mlpa',
  0x84: 'ec-3',
  0x85: 'dtsh',
  0x86: 'dtsh',
  0x87: 'ec-3',
};
const PRIVATE_DATA = 0x06;
/** Descriptors of European broadcasts (ETSI EN 300 468, 6.4 and annex D) name the audio codec of private data. */
const DESCRIBED: Readonly<Record<number, string>> = { 0x6a: 'ac-3', 0x7a: 'ec-3', 0x7b: 'dtsc' };

/** Reads the tracks of a file, or of a segment inside one, from its first packets. Never rejects. */
export async function fetchTsTracks(
  url: string,
  signal: AbortSignal,
  from = 0,
): Promise<readonly Mp4Track[] | undefined> {
  try {
    const response = await fetchWatched(url, {
      headers: { range: `bytes=${from}-${from + HEAD_BYTES - 1}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(READ_LIMIT_MS)]),
    });
    return response.status === 206 || from === 0 ? readTsTracks(await headOf(response)) : undefined;
  } catch {
    return undefined;
  }
}

/** Some servers ignore ranges and send the complete file. */
async function headOf({ body }: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(HEAD_BYTES);
  let length = 0;
  const reader = body?.getReader();
  while (reader && length < HEAD_BYTES) {
    const { value } = await reader.read();
    if (!value) break;
    bytes.set(value.subarray(0, HEAD_BYTES - length), length);
    length += value.length;
  }
  await reader?.cancel();
  return bytes.subarray(0, length);
}

/**
 * Reads the tracks of an MPEG transport stream (ISO/IEC 13818-1, 2.4.4), named by mp4 codes. Undefined for other
 * formats.
 */
export function readTsTracks(bytes: Uint8Array): readonly Mp4Track[] | undefined {
  if (bytes[0] !== SYNC || bytes[PACKET_BYTES] !== SYNC) return undefined;
  let tablePid: number | undefined;
  for (let at = 0; at + PACKET_BYTES <= bytes.length; at += PACKET_BYTES) {
    const packet = bytes.subarray(at, at + PACKET_BYTES);
    const pid = twoBytes(packet, 1) & 0x1fff;
    if (pid !== PAT_PID && pid !== tablePid) continue;
    const section = sectionIn(packet);
    if (!section) continue;
    if (pid === tablePid) return tracksOf(section);
    tablePid = programIn(section);
  }
  return undefined;
}

const twoBytes = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** The table section that starts in this packet, without its checksum and cut at the end of the packet. */
function sectionIn(packet: Uint8Array): Uint8Array | undefined {
  const isStart = ((packet[1] ?? 0) & 0x40) !== 0;
  const hasAdaptation = ((packet[3] ?? 0) & 0x20) !== 0;
  if (!isStart) return undefined;
  const payload = hasAdaptation ? 5 + (packet[4] ?? 0) : 4;
  const from = payload + 1 + (packet[payload] ?? 0);
  const length = twoBytes(packet, from + 1) & 0x0fff;
  return packet.subarray(from, from + 3 + length - 4);
}

/** The table id of the first program; program 0 is the network. */
function programIn(section: Uint8Array): number | undefined {
  for (let at = 8; at + 4 <= section.length; at += 4) {
    if (twoBytes(section, at) !== 0) return twoBytes(section, at + 2) & 0x1fff;
  }
  return undefined;
}

function tracksOf(section: Uint8Array): readonly Mp4Track[] {
  const tracks: Mp4Track[] = [];
  let at = 12 + (twoBytes(section, 10) & 0x0fff);
  while (at + 5 <= section.length) {
    const next = at + 5 + (twoBytes(section, at + 3) & 0x0fff);
    const track = trackOf(section[at] ?? 0, section.subarray(at + 5, next));
    if (track) tracks.push(track);
    at = next;
  }
  return tracks;
}

function trackOf(type: number, descriptors: Uint8Array): Mp4Track | undefined {
  const video = VIDEO_TYPES[type];
  if (video !== undefined) return { kind: 'video', format: video };
  const audio = type === PRIVATE_DATA ? describedIn(descriptors) : AUDIO_TYPES[type];
  return audio === undefined ? undefined : { kind: 'audio', format: audio };
}

function describedIn(descriptors: Uint8Array): string | undefined {
  for (let at = 0; at < descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const audio = DESCRIBED[descriptors[at] ?? 0];
    if (audio !== undefined) return audio;
  }
  return undefined;
}
