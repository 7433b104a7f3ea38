// Writes H.264 frames that repeat the previously decoded frame: all of their macroblocks are skipped.
import { escapeUnit, setBits, signedBits, unescapeUnit, unsignedBits } from './bits.ts';
import type { H264Parameters, PictureParameters } from './h264-parameters.ts';
import {
  markingAfterIdr,
  readSlice,
  relativeFrameNumbers,
  SLICE,
  writeMmcos,
  type FrameNumbers,
} from './h264-slices.ts';

type Write = (count: number, value: number) => void;

const IS_REFERENCE = 0x60;
/** All slices of the frame refer to earlier frames only. */
const ALL_P_SLICES = 5;
/** Fits a header with commands for all frames that a decoder keeps. */
const MAX_HEADER_BYTES = 256;
const WITHOUT_DEBLOCKING = 1;

/** Returns a replacement for a frame that others refer to. `base`: the numbers of the last IDR frame. */
export function skippedFrame(
  unit: Uint8Array,
  base: FrameNumbers,
  parameters: H264Parameters,
): Uint8Array {
  const slice = readSlice(unescapeUnit(unit), parameters);
  const { isField, picture, set } = slice;
  const { frameNum, picOrderCnt } = relativeFrameNumbers(slice.numbers, base, parameters);
  const { picOrderCntBits = 0, frameNumBits, macroblocks } = parameters;
  const bytes = new Uint8Array(MAX_HEADER_BYTES + macroblocks);
  let at = 8;
  const write: Write = (count, value) => {
    setBits(bytes, at, count, value);
    at += count;
  };
  bytes[0] = IS_REFERENCE | SLICE;
  for (const code of [0, ALL_P_SLICES, set]) write(...unsignedBits(code));
  write(frameNumBits, frameNum);
  // Not a field.
  if (parameters.mayHaveFields) write(1, 0);
  write(picOrderCntBits, picOrderCnt);
  if (parameters.picOrderCntBits !== undefined && picture.hasBottomOrder) write(...signedBits(0));
  if (picture.hasRedundancy) write(...unsignedBits(0));
  writeReferences(write, picture, parameters);
  // Commands of a field would number fields, not frames.
  writeMmcos(write, isField ? [] : markingAfterIdr(slice, frameNum, parameters).mmcos);
  if (picture.isCabac) write(...unsignedBits(CONTEXTS));
  write(...signedBits(QUANTIZER - picture.quantizer));
  if (picture.hasDeblocking) write(...unsignedBits(WITHOUT_DEBLOCKING));
  if (picture.isCabac) {
    while (at % 8 !== 0) write(1, 1);
    writeCabac(write, parameters);
  } else {
    write(...unsignedBits(macroblocks));
    // The end of the slice.
    write(1, 1);
  }
  return escapeUnit(bytes.subarray(0, Math.ceil(at / 8)));
}

/** Writes one reference, to the previously decoded frame, without a weight. */
function writeReferences(
  write: Write,
  { hasWeights }: PictureParameters,
  { isMonochrome }: H264Parameters,
): void {
  write(1, 1);
  write(...unsignedBits(0));
  write(1, 0);
  if (!hasWeights) return;
  const planes = isMonochrome ? 1 : 2;
  for (let plane = 0; plane < planes; plane += 1) write(...unsignedBits(0));
  write(planes, 0);
}

/** With these initial values, a skipped macroblock is most probable (tables 9-12 and 9-13). */
const CONTEXTS = 2;
const QUANTIZER = 51;
/** The size of the less probable range, for states 44 to 62, by quarters of the range (table 9-44). */
const IMPROBABLE = [
  [14, 18, 21, 24],
  [14, 17, 20, 23],
  [13, 16, 19, 22],
  [12, 15, 18, 21],
  [12, 14, 17, 20],
  [11, 14, 16, 19],
  [11, 13, 15, 18],
  [10, 12, 15, 17],
  [10, 12, 14, 16],
  [9, 11, 13, 15],
  [9, 11, 12, 14],
  [8, 10, 12, 14],
  [8, 9, 11, 13],
  [7, 9, 11, 12],
  [7, 9, 10, 12],
  [7, 8, 10, 11],
  [6, 8, 9, 11],
  [6, 7, 9, 10],
  [6, 7, 8, 9],
] as const;
const WHOLE = 512;
const HALF = WHOLE / 2;

/** Encodes that each macroblock is skipped, and which is the last (9.3.4.2 to 9.3.4.5). */
function writeCabac(write: Write, { macroblocks, hasPairs }: H264Parameters): void {
  let range = WHOLE - 2;
  // The lower end of the range stays 0 as long as the probable value is coded. Its first bit is never written.
  let zeros = -1;
  const narrow = (by: number): void => {
    range -= by;
    for (; range < HALF; range *= 2) zeros += 1;
  };
  for (let index = 0; index < macroblocks; index += 1) {
    const row = IMPROBABLE[Math.min(index, IMPROBABLE.length - 1)];
    narrow(row?.[(range >> 6) & 3] ?? 0);
    // The first macroblock of a pair is never the last of the slice.
    const isAsked = !hasPairs || index % 2 === 1;
    if (isAsked && index < macroblocks - 1) narrow(2);
  }
  for (let written = 0; written < zeros; written += 1) write(1, 0);
  // The end of the code. Its last bit ends the slice.
  write(zeros < 0 ? 9 : 10, (range - 2) | 1);
}
