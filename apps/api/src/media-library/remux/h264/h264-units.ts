// Splits H.264 frames into their units (ISO 14496-10, 7.3.1, and ISO 14496-15).
import { UNIT_TYPE } from './h264-parameters.ts';
import { IDR_SLICE, SLICE } from './h264-slices.ts';

export const isOfType =
  (type: number) =>
  (unit: Uint8Array): boolean =>
    ((unit[0] ?? 0) & UNIT_TYPE) === type;

/** Returns the first slice of a frame. */
export const sliceIn = (units: readonly Uint8Array[]): Uint8Array | undefined =>
  units.find((unit) => isOfType(SLICE)(unit) || isOfType(IDR_SLICE)(unit));

/** Returns the size of the length before each unit, according to the ISO 14496-15 configuration. */
export const lengthBytesOf = (record: Uint8Array): number => ((record[4] ?? 3) & 3) + 1;

export interface UnitFormat {
  readonly split: (data: Uint8Array) => readonly Uint8Array[];
  readonly join: (units: readonly Uint8Array[]) => Uint8Array;
}

const START_CODE = Buffer.from([0, 0, 0, 1]);

/** `lengthBytes`: the size of the length before each unit. Undefined if units have start codes instead. */
export function createUnitFormat(lengthBytes: number | undefined): UnitFormat {
  if (lengthBytes === undefined) {
    return {
      split: splitAtStartCodes,
      join: (units) => Buffer.concat(units.flatMap((unit) => [START_CODE, unit])),
    };
  }
  return {
    split: (data) => {
      const bytes = bufferOf(data);
      const units: Uint8Array[] = [];
      for (let at = 0; at + lengthBytes < bytes.length;) {
        const start = at + lengthBytes;
        at = start + bytes.readUIntBE(at, lengthBytes);
        units.push(bytes.subarray(start, at));
      }
      return units;
    },
    join: (units) =>
      Buffer.concat(
        units.flatMap((unit) => {
          const length = Buffer.alloc(lengthBytes);
          length.writeUIntBE(unit.length, 0, lengthBytes);
          return [length, unit];
        }),
      ),
  };
}

function splitAtStartCodes(data: Uint8Array): readonly Uint8Array[] {
  const bytes = bufferOf(data);
  const code = START_CODE.subarray(1);
  const units: Uint8Array[] = [];
  let at = bytes.indexOf(code);
  while (at !== -1) {
    const next = bytes.indexOf(code, at + 3);
    let end = next === -1 ? bytes.length : next;
    // A start code may have a fourth byte.
    while (end > at + 3 && bytes[end - 1] === 0) end -= 1;
    units.push(bytes.subarray(at + 3, end));
    at = next;
  }
  return units;
}

/** Returns the parameter sets in the ISO 14496-15 configuration. */
export function recordUnits(record: Buffer): readonly Uint8Array[] {
  const units: Uint8Array[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let unit = 0; unit < count && at + 2 <= record.length; unit += 1) {
      const end = at + 2 + record.readUInt16BE(at);
      units.push(record.subarray(at + 2, end));
      at = end;
    }
  }
  return units;
}

export const bufferOf = (data: ArrayBufferLike | ArrayBufferView): Buffer =>
  ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
