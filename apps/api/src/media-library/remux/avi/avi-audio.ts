// Frames of MP3 and AC-3 in AVI files. A chunk may end in the middle of a frame.

export interface AudioFrame {
  readonly bytes: number;
  readonly seconds: number;
}

/** Reads the header of a frame at an offset. */
export type ReadAudioFrame = (bytes: Buffer, at: number) => AudioFrame | undefined;

/** Kilobits per second of MPEG-1 and of MPEG-2, layer 3 (ISO 11172-3, 2.4.2.3, and ISO 13818-3). */
const MP3_BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const MP3_RATES = [44_100, 48_000, 32_000] as const;
const LAYER_3 = 1;

export const mp3Frame: ReadAudioFrame = (bytes, at) => {
  if (at + 4 > bytes.length) return undefined;
  const header = bytes.readUInt32BE(at);
  const [version, layer] = [(header >>> 19) & 3, (header >>> 17) & 3];
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== LAYER_3) return undefined;
  const isFirst = version === 3;
  const kbps = MP3_BITRATES[isFirst ? 0 : 1][(header >>> 12) & 15] ?? 0;
  const fullRate = MP3_RATES[(header >>> 10) & 3];
  if (kbps === 0 || fullRate === undefined) return undefined;
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1_152 : 576;
  const padding = (header >>> 9) & 1;
  return {
    bytes: Math.floor((samples * kbps * 125) / rate) + padding,
    seconds: samples / rate,
  };
};

/** Kilobits per second (ETSI TS 102 366, 5.4.1.4). */
const AC3_BITRATES = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
] as const;
const AC3_RATES = [48_000, 44_100, 32_000] as const;
const AC3_SAMPLES = 1_536;
const BLOCK_SAMPLES = 256;
const EAC3_BLOCKS = [1, 2, 3, 6] as const;
const AC3_SYNC = 0x0b77;
const MAX_AC3_VERSION = 10;

const ac3Version = (bytes: Buffer, at: number): number => (bytes[at + 5] ?? 0) >> 3;

export const isEac3 = (bytes: Buffer): boolean =>
  ac3Frame(bytes, 0) !== undefined && ac3Version(bytes, 0) > MAX_AC3_VERSION;

export const ac3Frame: ReadAudioFrame = (bytes, at) => {
  if (at + 6 > bytes.length || bytes.readUInt16BE(at) !== AC3_SYNC) return undefined;
  const version = ac3Version(bytes, at);
  const code = bytes.readUInt8(at + 4);
  const rate = AC3_RATES[code >> 6];
  if (version > 16 || rate === undefined) return undefined;
  if (version > MAX_AC3_VERSION) {
    const words = (bytes.readUInt16BE(at + 2) & 0x7ff) + 1;
    const blocks = EAC3_BLOCKS[(code >> 4) & 3] ?? 6;
    return { bytes: words * 2, seconds: (blocks * BLOCK_SAMPLES) / rate };
  }
  const kbps = AC3_BITRATES[(code & 0x3f) >> 1];
  if (kbps === undefined) return undefined;
  const words = Math.floor((AC3_SAMPLES * kbps * 125) / (2 * rate));
  const isOdd = rate === AC3_RATES[1] && code % 2 === 1;
  return { bytes: (words + (isOdd ? 1 : 0)) * 2, seconds: AC3_SAMPLES / rate };
};

export interface FoundFrame extends AudioFrame {
  readonly at: number;
}

/** Yields the complete frames that begin before `end`. Skips bytes that belong to no frame. */
export function* audioFrames(
  bytes: Buffer,
  end: number,
  readFrame: ReadAudioFrame,
): Generator<FoundFrame> {
  let isAligned = false;
  for (let at = 0; at < end;) {
    const frame = readFrame(bytes, at);
    // Bytes within a frame may look like a header.
    const isFrame: boolean | undefined =
      frame && (isAligned || isFollowed(bytes, at + frame.bytes, readFrame));
    isAligned = isFrame === true;
    if (!frame || !isFrame) at += 1;
    else if (at + frame.bytes > bytes.length) return;
    else {
      yield { at, ...frame };
      at += frame.bytes;
    }
  }
}

const isFollowed = (bytes: Buffer, at: number, readFrame: ReadAudioFrame): boolean =>
  at === bytes.length || readFrame(bytes, at) !== undefined;
