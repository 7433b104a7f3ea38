// The codecs of AVI files under their Matroska names.
import { ac3Frame, isEac3, mp3Frame, type ReadAudioFrame } from './avi-audio.ts';
import type { AviStream } from './avi-structure.ts';
import { createUnitFormat, isOfType, lengthBytesOf, recordUnits } from '../h264/h264-units.ts';
import type { FrameOrderOptions } from '../h264/h264-display-order.ts';
import { readParameters } from '../h264/h264-parameters.ts';
import { InvalidMediaError } from '../../media-errors.ts';

export interface VideoFormat {
  readonly width: number;
  readonly height: number;
  /** The Matroska codec ID, or a display name if the video can't be copied. */
  readonly codec: string;
  readonly isCopied: boolean;
  /** The codec's own bytes after the header. */
  readonly extra: Buffer;
}

const CODEC_AT = 16;
const VIDEO_HEADER_BYTES = 40;
const MAX_SIDE = 16_384;
export const H264 = 'V_MPEG4/ISO/AVC';

/** Codecs of video that can be copied. VP9 and AV1 frames are stored in display order. */
const COPIED: ReadonlyMap<string, string> = new Map([
  ['H264', H264],
  ['X264', H264],
  ['AVC1', H264],
  ['DAVC', H264],
  ['VP90', 'V_VP9'],
  ['AV01', 'V_AV1'],
]);
const OTHER: ReadonlyMap<string, string> = new Map([
  ...['XVID', 'DIVX', 'DX50', 'FMP4', 'MP4V', 'M4S2', '3IV2', 'RMP4'].map(
    (code) => [code, 'V_MPEG4/ISO/ASP'] as const,
  ),
  ...['DIV3', 'DIV4', 'MP43', 'MP42'].map((code) => [code, 'MS-MPEG-4'] as const),
  ...['HEVC', 'H265', 'HVC1'].map((code) => [code, 'HEVC'] as const),
  ['MJPG', 'Motion JPEG'],
  ['MPG1', 'V_MPEG1'],
  ['MPG2', 'V_MPEG2'],
]);

/** Undefined if the stream isn't video that can be shown. */
export function videoFormat({ kind, format, handler }: AviStream): VideoFormat | undefined {
  if (kind !== 'video' || format.length < VIDEO_HEADER_BYTES) return undefined;
  const [width, height] = [format.readInt32LE(4), Math.abs(format.readInt32LE(8))];
  if (width < 1 || height < 1 || Math.max(width, height) > MAX_SIDE) return undefined;
  const stated = format.toString('latin1', CODEC_AT, CODEC_AT + 4);
  const code = (/^\w+$/.test(stated) ? stated : handler).toUpperCase();
  const copied = COPIED.get(code);
  return {
    width,
    height,
    codec: copied ?? OTHER.get(code) ?? code,
    isCopied: copied !== undefined,
    extra: format.subarray(VIDEO_HEADER_BYTES),
  };
}

export interface H264Frames extends FrameOrderOptions {
  /** The decoder configuration. Undefined if units have start codes instead of lengths. */
  readonly record: Buffer | undefined;
  /** Units to put before the first frame of each cluster. Empty if keyframes have parameter sets themselves. */
  readonly prefix: Buffer;
}

/** A fourth byte, 0, may precede it. */
const START_CODE = Buffer.from([0, 0, 1]);
const MAX_SETS_BYTES = 64 * 1024;
const [SEQUENCE, PICTURE] = [7, 8];

/** Throws `InvalidMediaError` if the order of the frames can't be determined. */
export function h264Frames(firstFrame: Buffer, extra: Buffer): H264Frames {
  const hasStartCodes = firstFrame.subarray(0, 4).includes(START_CODE);
  const hasRecord = extra[0] === 1 && extra.length > 6;
  const isRecord = hasRecord && !hasStartCodes;
  if (!isRecord && !hasStartCodes) throw new InvalidMediaError('its video is damaged');
  const codes = createUnitFormat(undefined);
  const outside = hasRecord ? recordUnits(extra) : codes.split(extra);
  const format = isRecord ? createUnitFormat(lengthBytesOf(extra)) : codes;
  const isSet = (unit: Uint8Array): boolean => isOfType(SEQUENCE)(unit) || isOfType(PICTURE)(unit);
  const inside = format.split(firstFrame).filter(isSet);
  const sets = inside.length > 0 ? inside : outside.filter(isSet);
  if (!readParameters(sets)) throw new InvalidMediaError("its H.264 variant isn't supported");
  const prefix = isRecord || inside.length > 0 ? Buffer.alloc(0) : Buffer.from(codes.join(sets));
  if (prefix.length > MAX_SETS_BYTES) throw new InvalidMediaError('its video is damaged');
  return { format, sets, record: isRecord ? extra : undefined, prefix };
}

export interface AudioFormat {
  /** The Matroska codec ID, or a display name. */
  readonly codec: string;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bitDepth: number;
  readonly extra: Buffer;
  readonly unitBytes: number;
  readonly blockBytes: number;
  /** Undefined if each chunk is copied as it is. */
  readonly readFrame: ReadAudioFrame | undefined;
}

const AUDIO_HEADER_BYTES = 16;
const EXTRA_AT = 18;
const EXTENSIBLE = 0xfffe;
/** The offset of the codec's code in extensible headers. */
const SUBFORMAT_AT = 24;

const AAC = 0xff;
const MP3 = 0x55;
/** Codecs that may store one frame in each chunk. */
const FRAMES: ReadonlySet<number> = new Set([MP3, AAC]);

const AUDIO_CODECS: ReadonlyMap<number, { codec: string; readFrame?: ReadAudioFrame }> = new Map([
  [0x01, { codec: 'A_PCM/INT/LIT' }],
  [0x03, { codec: 'A_PCM/FLOAT/IEEE' }],
  [0x50, { codec: 'A_MPEG/L2' }],
  [MP3, { codec: 'A_MPEG/L3', readFrame: mp3Frame }],
  [AAC, { codec: 'A_AAC' }],
  [0x2000, { codec: 'A_AC3', readFrame: ac3Frame }],
  [0x2001, { codec: 'A_DTS' }],
  [0x160, { codec: 'WMA' }],
  [0x161, { codec: 'WMA' }],
  [0x162, { codec: 'WMA' }],
]);

/** Undefined if the stream isn't sound. */
export function audioFormat({ kind, format, unitBytes }: AviStream): AudioFormat | undefined {
  if (kind !== 'audio' || format.length < AUDIO_HEADER_BYTES) return undefined;
  const tag = format.readUInt16LE(0);
  const isExtended = tag === EXTENSIBLE && format.length >= SUBFORMAT_AT + 2;
  const code = isExtended ? format.readUInt16LE(SUBFORMAT_AT) : tag;
  const channels = Math.max(1, format.readUInt16LE(2));
  const sampleRate = format.readUInt32LE(4);
  const { codec, readFrame } = AUDIO_CODECS.get(code) ?? { codec: `sound ${code.toString(16)}` };
  const extra = format.subarray(EXTRA_AT);
  // AAC frames have headers if there is no configuration.
  const isUnknown = code === AAC && extra.length < 2;
  const blockBytes = format.readUInt16LE(12);
  // Some muxers write the number of samples of a frame as the size of a unit.
  const isVariable = FRAMES.has(code) && unitBytes === blockBytes && unitBytes > 1;
  return {
    codec: isUnknown ? 'AAC in ADTS' : codec,
    channels,
    sampleRate,
    bitDepth: format.readUInt16LE(14),
    extra,
    unitBytes: isVariable ? 0 : unitBytes,
    blockBytes: code === AAC && blockBytes <= 4 ? 0 : blockBytes,
    readFrame,
  };
}

/** AVI files use the same code for AC-3 and E-AC-3. */
export const audioCodec = ({ codec }: AudioFormat, firstChunk: Buffer): string =>
  codec === 'A_AC3' && isEac3(firstChunk) ? 'A_EAC3' : codec;
