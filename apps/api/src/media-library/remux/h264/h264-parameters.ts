import { createBitReader, unescapeUnit, type BitReader } from './bits.ts';

/** The values of H.264 parameter sets that slice headers depend on (ISO 14496-10, 7.3.2). */
export interface H264Parameters {
  readonly frameNumBits: number;
  /** Undefined if frames are displayed in decode order. */
  readonly picOrderCntBits: number | undefined;
  readonly mayHaveFields: boolean;
  /** Whether macroblocks of complete frames come in pairs, which may consist of fields. */
  readonly hasPairs: boolean;
  /** The number in a complete frame. */
  readonly macroblocks: number;
  readonly isMonochrome: boolean;
  readonly pictures: ReadonlyMap<number, PictureParameters>;
}

export interface PictureParameters {
  readonly isCabac: boolean;
  readonly hasBottomOrder: boolean;
  /** The initial quantizer. Slices store their difference from it. */
  readonly quantizer: number;
  readonly hasDeblocking: boolean;
  readonly hasRedundancy: boolean;
  /** The default number of reference frames of a slice: earlier ones, then later ones. */
  readonly references: readonly [number, number];
  readonly hasWeights: boolean;
  readonly hasWeightsOfBoth: boolean;
}

export const UNIT_TYPE = 0x1f;
const [SEQUENCE, PICTURE] = [7, 8];
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const COLOR_444 = 3;
/** The limit of the highest level (table A-1). */
const MAX_MACROBLOCKS = 139_264;

/** Undefined if a set is missing or of a rare kind. Throws `InvalidMediaError` if one is damaged. */
export function readParameters(units: readonly Uint8Array[]): H264Parameters | undefined {
  const ofType = (type: number) => units.filter((unit) => ((unit[0] ?? 0) & UNIT_TYPE) === type);
  const [first] = ofType(SEQUENCE);
  const sequence = first && readSequence(unescapeUnit(first));
  const pictures = ofType(PICTURE).map((unit) => readPicture(unescapeUnit(unit)));
  if (!sequence || pictures.length === 0 || pictures.includes(undefined)) return undefined;
  return { ...sequence, pictures: new Map(pictures.flatMap((each) => (each ? [each] : []))) };
}

function readSequence(bytes: Uint8Array): Omit<H264Parameters, 'pictures'> | undefined {
  const reader = createBitReader(bytes, 8);
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  const { hasColorPlanes, isMonochrome } = HIGH_PROFILES.has(profile)
    ? readHighProfile(reader)
    : { hasColorPlanes: false, isMonochrome: false };
  if (hasColorPlanes) return undefined;
  const frameNumBits = reader.unsigned() + 4;
  const orderType = reader.unsigned();
  if (orderType === 1) return undefined;
  const picOrderCntBits = orderType === 0 ? reader.unsigned() + 4 : undefined;
  reader.unsigned();
  reader.flag();
  const [width, height] = [reader.unsigned() + 1, reader.unsigned() + 1];
  const mayHaveFields = !reader.flag();
  const hasPairs = mayHaveFields && reader.flag();
  const macroblocks = width * height * (mayHaveFields ? 2 : 1);
  if (macroblocks > MAX_MACROBLOCKS) return undefined;
  return { frameNumBits, picOrderCntBits, isMonochrome, mayHaveFields, hasPairs, macroblocks };
}

function readHighProfile(reader: BitReader): {
  readonly hasColorPlanes: boolean;
  readonly isMonochrome: boolean;
} {
  const color = reader.unsigned();
  const hasColorPlanes = color === COLOR_444 && reader.flag();
  reader.unsigned();
  reader.unsigned();
  reader.flag();
  if (reader.flag()) {
    const lists = color === COLOR_444 ? 12 : 8;
    for (let list = 0; list < lists; list += 1) {
      if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return { hasColorPlanes, isMonochrome: color === 0 };
}

function skipScalingList(reader: BitReader, size: number): void {
  let [last, next] = [8, 8];
  for (let at = 0; at < size; at += 1) {
    if (next !== 0) next = (last + reader.signed() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function readPicture(bytes: Uint8Array): readonly [number, PictureParameters] | undefined {
  const reader = createBitReader(bytes, 8);
  const id = reader.unsigned();
  reader.unsigned();
  const isCabac = reader.flag();
  const hasBottomOrder = reader.flag();
  // Browsers don't play the profile that has slice groups.
  if (reader.unsigned() > 0) return undefined;
  const references = [reader.unsigned() + 1, reader.unsigned() + 1] as const;
  const hasWeights = reader.flag();
  const hasWeightsOfBoth = reader.bits(2) === 1;
  const quantizer = 26 + reader.signed();
  reader.skipSigned(2);
  const hasDeblocking = reader.flag();
  reader.flag();
  const hasRedundancy = reader.flag();
  const weights = { references, hasWeights, hasWeightsOfBoth };
  const flags = { isCabac, hasBottomOrder, hasDeblocking, hasRedundancy };
  return [id, { ...flags, quantizer, ...weights }];
}
