// Reads and writes bits of H.264 and its Exp-Golomb codes (ISO 14496-10, 7.3 and 9.1).
import { InvalidMediaError } from '../../media-errors.ts';

export interface BitReader {
  readonly position: () => number;
  /** Up to 32 bits. */
  readonly bits: (count: number) => number;
  readonly flag: () => boolean;
  readonly unsigned: () => number;
  /** Skips signed numbers whose values aren't needed. */
  readonly skipSigned: (count?: number) => void;
  readonly signed: () => number;
}

/** Its methods throw `InvalidMediaError` after the last bit. */
export function createBitReader(bytes: Uint8Array, start: number): BitReader {
  let position = start;
  const bits = (count: number): number => {
    if (position + count > bytes.length * 8) throw new InvalidMediaError('its video is damaged');
    let value = 0;
    for (let left = count; left > 0; left -= 1, position += 1) {
      value = value * 2 + (((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
    }
    return value;
  };
  const unsigned = (): number => {
    let zeros = 0;
    while (bits(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + bits(zeros);
  };
  const signed = (): number => {
    const code = unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  };
  return {
    position: () => position,
    bits,
    flag: () => bits(1) === 1,
    unsigned,
    signed,
    skipSigned: (count = 1) => {
      for (let left = count; left > 0; left -= 1) unsigned();
    },
  };
}

export function setBits(bytes: Uint8Array, start: number, count: number, value: number): void {
  for (let at = 0; at < count; at += 1) {
    const [index, shift] = [(start + at) >> 3, 7 - ((start + at) & 7)];
    const bit = Math.floor(value / 2 ** (count - 1 - at)) % 2;
    bytes[index] = ((bytes[index] ?? 0) & ~(1 << shift)) | (bit << shift);
  }
}

/** Copies the bits from `from` up to, but not including, `to`. */
export function copyBits(
  source: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  target: Uint8Array,
  start: number,
): void {
  let [read, write] = [from, start];
  while (read < to && write % 8 !== 0) copyBit(source, read++, target, write++);
  const shift = read & 7;
  for (; read + 8 <= to; read += 8, write += 8) {
    const pair = ((source[read >> 3] ?? 0) << 8) | (source[(read >> 3) + 1] ?? 0);
    target[write >> 3] = (pair >> (8 - shift)) & 0xff;
  }
  while (read < to) copyBit(source, read++, target, write++);
}

function copyBit(source: Uint8Array, from: number, target: Uint8Array, to: number): void {
  setBits(target, to, 1, ((source[from >> 3] ?? 0) >> (7 - (from & 7))) & 1);
}

/** Removes the emulation prevention bytes, which keep a unit free of start codes. */
export function unescapeUnit(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(unit.length);
  let [length, zeros] = [0, 0];
  for (const byte of unit) {
    const isEscape = zeros >= 2 && byte === 3;
    zeros = byte === 0 && !isEscape ? zeros + 1 : 0;
    if (!isEscape) bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

export function escapeUnit(bytes: Uint8Array): Uint8Array {
  const unit = new Uint8Array(Math.ceil(bytes.length * 1.5) + 1);
  let [length, zeros] = [0, 0];
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      unit[length++] = 3;
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    unit[length++] = byte;
  }
  return unit.subarray(0, length);
}

/** Returns the Exp-Golomb code of a number: the count of bits and their value. */
export function unsignedBits(value: number): [count: number, value: number] {
  const zeros = Math.floor(Math.log2(value + 1));
  return [2 * zeros + 1, value + 1];
}

/** Returns the code of a signed number. */
export const signedBits = (value: number): [count: number, value: number] =>
  unsignedBits(value > 0 ? 2 * value - 1 : -2 * value);
