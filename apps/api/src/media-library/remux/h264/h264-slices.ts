// Reads and rewrites H.264 slice headers (ISO 14496-10, 7.3.3). Positions count bits.
import {
  copyBits,
  createBitReader,
  escapeUnit,
  setBits,
  unescapeUnit,
  unsignedBits,
  type BitReader,
} from './bits.ts';
import type { H264Parameters, PictureParameters } from './h264-parameters.ts';
import { InvalidMediaError } from '../../media-errors.ts';

/** The numbers that identify a frame to others, each modulo a power of two. */
export interface FrameNumbers {
  readonly frameNum: number;
  readonly picOrderCnt: number;
}

export const SLICE = 1;
export const IDR_SLICE = 5;
const REFERENCE_BITS = 0x60;
const [P_SLICE, B_SLICE, I_SLICE] = [0, 1, 2];
/** The command that makes the decoder forget a frame. */
const MMCO_SHORT_TERM_UNUSED = 1;
const MMCO_END = 0;

export const isReference = (unit: Uint8Array): boolean => ((unit[0] ?? 0) & REFERENCE_BITS) !== 0;

export function frameNumbersOf(unit: Uint8Array, parameters: H264Parameters): FrameNumbers {
  return readSlice(unescapeUnit(unit.subarray(0, HEADER_BYTES)), parameters).numbers;
}

/** Larger than a slice header up to the frame's order. */
const HEADER_BYTES = 40;

export function readSlice(bytes: Uint8Array, parameters: H264Parameters) {
  const { frameNumBits, picOrderCntBits, mayHaveFields, pictures } = parameters;
  const reader = createBitReader(bytes, 8);
  reader.unsigned();
  const type = reader.unsigned() % 5;
  const set = reader.unsigned();
  const picture = pictures.get(set);
  if (!picture) throw new InvalidMediaError('its video is damaged');
  const frameNumPosition = reader.position();
  const frameNum = reader.bits(frameNumBits);
  const isField = mayHaveFields && reader.flag();
  // Skip the flag for the bottom field.
  if (isField) reader.flag();
  const picOrderCntPosition = reader.position();
  const picOrderCnt = picOrderCntBits === undefined ? 0 : reader.bits(picOrderCntBits);
  const numbers: FrameNumbers = { frameNum, picOrderCnt };
  return { type, set, picture, isField, frameNumPosition, picOrderCntPosition, numbers, reader };
}

/** A command to the decoder about the frames that it keeps: a code and its operands. */
type Mmco = readonly number[];

interface RefPicMarking {
  readonly start: number;
  readonly end: number;
  readonly mmcos: readonly Mmco[];
}

/** Reads from the end of the frame's order. */
function readRefPicMarking(
  { type, picture, isField, reader }: ReturnType<typeof readSlice>,
  { isMonochrome, picOrderCntBits }: H264Parameters,
): RefPicMarking {
  if (picOrderCntBits !== undefined && picture.hasBottomOrder && !isField) reader.skipSigned();
  if (picture.hasRedundancy) reader.unsigned();
  if (type === B_SLICE) reader.flag();
  if (type === P_SLICE || type === B_SLICE) skipReferences(reader, type, picture, isMonochrome);
  const start = reader.position();
  const mmcos: Mmco[] = [];
  for (let isMore = reader.flag(); isMore;) {
    const operation = reader.unsigned();
    isMore = operation !== MMCO_END;
    const count = operation === MMCO_END || operation === 5 ? 0 : operation === 3 ? 2 : 1;
    const operands = Array.from({ length: count }, () => reader.unsigned());
    if (isMore) mmcos.push([operation, ...operands]);
  }
  return { start, end: reader.position(), mmcos };
}

function skipReferences(
  reader: BitReader,
  type: number,
  { references, hasWeights, hasWeightsOfBoth }: PictureParameters,
  isMonochrome: boolean,
): void {
  const lists = type === B_SLICE ? 2 : 1;
  const isOverridden = reader.flag();
  const counts = references
    .slice(0, lists)
    .map((count) => (isOverridden ? reader.unsigned() + 1 : count));
  for (let list = 0; list < lists; list += 1) {
    if (reader.flag()) while (reader.unsigned() !== 3) reader.unsigned();
  }
  if (!(type === B_SLICE ? hasWeightsOfBoth : hasWeights)) return;
  reader.unsigned();
  if (!isMonochrome) reader.unsigned();
  for (const count of counts) {
    for (let at = 0; at < count; at += 1) {
      if (reader.flag()) reader.skipSigned(2);
      if (!isMonochrome && reader.flag()) reader.skipSigned(4);
    }
  }
}

/** Makes an IDR slice of a keyframe's slice. Undefined if it refers to other frames or belongs to a field. */
export function toIdrSlice(unit: Uint8Array, parameters: H264Parameters): Uint8Array | undefined {
  const bytes = unescapeUnit(unit);
  const slice = readSlice(bytes, parameters);
  if (slice.type !== I_SLICE || slice.isField || !isReference(unit)) return undefined;
  const { picOrderCntBits = 0, frameNumBits } = parameters;
  const { frameNumPosition, picOrderCntPosition } = slice;
  const marking = readRefPicMarking(slice, parameters);
  return rewritten(bytes, slice, (target) => {
    target.bytes[0] = ((unit[0] ?? 0) & REFERENCE_BITS) | IDR_SLICE;
    target.copy(8, frameNumPosition);
    target.write(frameNumBits, 0);
    target.copy(frameNumPosition + frameNumBits, picOrderCntPosition);
    // The ID of the IDR frame: 0.
    target.write(1, 1);
    target.write(picOrderCntBits, 0);
    target.copy(picOrderCntPosition + picOrderCntBits, marking.start);
    // Keep no earlier frames. Don't keep this one as a long-term reference.
    target.write(2, 0);
    return marking.end;
  });
}

export interface FrameNumRewrite {
  /** The numbers of the last IDR frame, which become zeros. */
  readonly base: FrameNumbers;
  /** Whether the frame may refer to frames decoded before the IDR frame. */
  readonly isNear: boolean;
}

/** Renumbers a slice's frame, and removes commands to forget frames before the IDR frame. */
export function rewriteFrameNum(
  unit: Uint8Array,
  { base, isNear }: FrameNumRewrite,
  parameters: H264Parameters,
): Uint8Array {
  const isComplete = isNear && isReference(unit);
  let cut = isComplete ? unit.length : Math.min(HEADER_BYTES, unit.length);
  // Escapes depend on preceding zeros. Cut where there are none.
  while (cut < unit.length && (unit[cut - 1] ?? 0) <= 3) cut += 1;
  const head = unescapeUnit(unit.subarray(0, cut));
  const slice = readSlice(head, parameters);
  const { frameNumPosition, picOrderCntPosition, numbers } = slice;
  const { frameNumBits, picOrderCntBits = 0 } = parameters;
  const { frameNum, picOrderCnt } = relativeFrameNumbers(numbers, base, parameters);
  setBits(head, frameNumPosition, frameNumBits, frameNum);
  setBits(head, picOrderCntPosition, picOrderCntBits, picOrderCnt);
  if (!isComplete) return Buffer.concat([escapeUnit(head), unit.subarray(cut)]);
  const { marking, mmcos } = markingAfterIdr(slice, frameNum, parameters);
  if (mmcos.length === marking.mmcos.length) return escapeUnit(head);
  return rewritten(head, slice, (target) => {
    target.copy(8, marking.start);
    writeMmcos(target.write, mmcos);
    return marking.end;
  });
}

/** Returns the commands of a renumbered frame, without those about frames before the IDR frame. */
export function markingAfterIdr(
  slice: ReturnType<typeof readSlice>,
  frameNum: number,
  parameters: H264Parameters,
) {
  const marking = readRefPicMarking(slice, parameters);
  const known = slice.isField ? 2 * frameNum + 1 : frameNum;
  const mmcos = marking.mmcos.filter(
    ([operation, operand = 0]) => operation !== MMCO_SHORT_TERM_UNUSED || operand < known,
  );
  return { marking, mmcos };
}

export function writeMmcos(write: Target['write'], mmcos: readonly Mmco[]): void {
  write(1, mmcos.length > 0 ? 1 : 0);
  const codes = mmcos.length > 0 ? [...mmcos.flat(), MMCO_END] : [];
  for (const code of codes) write(...unsignedBits(code));
}

/** Returns the numbers counted from an IDR frame. */
export function relativeFrameNumbers(
  { frameNum, picOrderCnt }: FrameNumbers,
  base: FrameNumbers,
  { frameNumBits, picOrderCntBits = 0 }: H264Parameters,
): FrameNumbers {
  return {
    frameNum: modulo(frameNum - base.frameNum, 2 ** frameNumBits),
    picOrderCnt: modulo(picOrderCnt - base.picOrderCnt, 2 ** picOrderCntBits),
  };
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

interface Target {
  readonly bytes: Uint8Array;
  readonly copy: (from: number, to: number) => void;
  readonly write: (count: number, value: number) => void;
}

/** `writeHeader` returns the position after which nothing changes. It leaves the reader there. */
function rewritten(
  bytes: Uint8Array,
  { type, picture, reader }: ReturnType<typeof readSlice>,
  writeHeader: (target: Target) => number,
): Uint8Array {
  const target = new Uint8Array(bytes.length + 8);
  target[0] = bytes[0] ?? 0;
  let at = 8;
  const copy = (from: number, to: number): void => {
    copyBits(bytes, { from, to }, target, at);
    at += to - from;
  };
  const write = (count: number, value: number): void => {
    setBits(target, at, count, value);
    at += count;
  };
  const unchanged = writeHeader({ bytes: target, copy, write });
  if (!picture.isCabac) {
    copy(unchanged, endOfSlice(bytes));
    return escapeUnit(target.subarray(0, Math.ceil(at / 8)));
  }
  if (type !== I_SLICE) reader.unsigned();
  reader.skipSigned();
  if (picture.hasDeblocking && reader.unsigned() !== 1) reader.skipSigned(2);
  copy(unchanged, reader.position());
  // Arithmetic-coded data begins at a byte boundary.
  while (at % 8 !== 0) write(1, 1);
  const data = bytes.subarray(Math.ceil(reader.position() / 8));
  return escapeUnit(Buffer.concat([target.subarray(0, at / 8), data]));
}

/** Returns the position after the last set bit, which ends a slice. */
function endOfSlice(bytes: Uint8Array): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  const last = bytes[length - 1] ?? 0;
  return length * 8 - Math.log2(last & -last);
}
