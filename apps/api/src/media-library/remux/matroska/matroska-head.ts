// Reads the parts of a Matroska file (RFC 9559) that mediabunny doesn't expose: subtitles, chapters and the index of
// keyframes. With the index, the server needn't read frames.
import { setImmediate } from 'node:timers/promises';
import {
  childrenOf,
  contentOf,
  elementAt,
  childNumber,
  hasSize,
  type MatroskaFile,
} from './matroska-elements.ts';

const EBML = 0x1a_45_df_a3;
const SEGMENT = 0x18_53_80_67;
const SEEK_HEAD = 0x11_4d_9b_74;
const SEEK = 0x4d_bb;
const SEEK_ID = 0x53_ab;
const SEEK_POSITION = 0x53_ac;
const INFO = 0x15_49_a9_66;
const TIMESTAMP_SCALE = 0x2a_d7_b1;
export const CLUSTER = 0x1f_43_b6_75;
const TRACKS = 0x16_54_ae_6b;
const CUES = 0x1c_53_bb_6b;
const CUE_POINT = 0xbb;
const CUE_TIME = 0xb3;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_TRACK = 0xf7;
const CUE_CLUSTER_POSITION = 0xf1;

const MAX_CUES_BYTES = 16 * 1024 * 1024;
/** Two hours of a movie whose frames are all keyframes. Frames of the rest of a longer movie are searched. */
export const MAX_CUES = 200_000;
/** The server handles other requests in between. */
const CUES_AT_ONCE = 2_000;
const MAX_SMALL_BYTES = 64 * 1024;
/** ASS subtitle tracks contain their styles. */
const MAX_TRACKS_BYTES = 4 * 1024 * 1024;
/** Some muxers list all clusters. */
const MAX_SEEKS = 5_000;
/** Elements before the first cluster. */
const MAX_ELEMENTS = 64;
const DEFAULT_SCALE_NS = 1_000_000;

export interface MatroskaHead {
  /** Multiply a time in the file by this to get seconds. */
  readonly secondsPerTick: number;
  /** The content of the element with all tracks. */
  readonly tracks: Buffer;
  readonly cues: readonly CuePoint[];
  /** The offset of the first cluster. Undefined if its size, and thus the next cluster's offset, is unknown. */
  readonly firstCluster: number | undefined;
  /** Offsets by element ID, for elements that the file lists or has at its start. */
  readonly offsets: ReadonlyMap<number, number>;
}

/** A keyframe. */
export interface CuePoint {
  readonly seconds: number;
  readonly track: number;
  /** The offset of the keyframe's cluster. */
  readonly cluster: number;
}

/** Returns no cues if the file has no index. Undefined if it isn't a Matroska file. */
export async function readMatroskaHead(file: MatroskaFile): Promise<MatroskaHead | undefined> {
  const ebml = await elementAt(file, 0);
  const segment = ebml?.id === EBML ? await elementAt(file, ebml.end) : undefined;
  if (segment?.id !== SEGMENT) return undefined;
  const { scaleNs, offsets, tracks, firstCluster } = await readElements(file, segment.start);
  const cuesAt = offsets.get(CUES);
  const index = cuesAt === undefined ? undefined : await elementAt(file, cuesAt);
  const secondsPerTick = scaleNs / 1e9;
  const cues =
    index?.id === CUES
      ? await cuesIn(await contentOf(file, index, MAX_CUES_BYTES), segment.start, secondsPerTick)
      : [];
  return { secondsPerTick, tracks, cues, firstCluster, offsets };
}

/** Reads the elements before the first cluster. */
async function readElements(file: MatroskaFile, start: number) {
  let scaleNs = DEFAULT_SCALE_NS;
  let tracks: Buffer = Buffer.alloc(0);
  let firstCluster: number | undefined;
  const here = new Map<number, number>();
  const listed = new Map<number, number>();
  let at = start;
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const element = await elementAt(file, at);
    if (!element) break;
    if (element.id === CLUSTER) {
      firstCluster = hasSize(element) ? at : undefined;
      break;
    }
    here.set(element.id, at);
    if (element.id === TRACKS) tracks = await contentOf(file, element, MAX_TRACKS_BYTES);
    if (element.id === INFO) scaleNs = scaleIn(await contentOf(file, element, MAX_SMALL_BYTES));
    if (element.id === SEEK_HEAD) {
      const seekHead = await contentOf(file, element, MAX_SMALL_BYTES);
      for (const [id, position] of positionsIn(seekHead)) listed.set(id, start + position);
    }
    at = element.end;
  }
  return { scaleNs, tracks, firstCluster, offsets: new Map([...listed, ...here]) };
}

const scaleIn = (info: Buffer): number => childNumber(info, TIMESTAMP_SCALE) || DEFAULT_SCALE_NS;

function* positionsIn(seekHead: Buffer): Generator<readonly [id: number, position: number]> {
  for (const { id, content } of childrenOf(seekHead, MAX_SEEKS)) {
    const target = id === SEEK ? childNumber(content, SEEK_ID) : undefined;
    const position = target === undefined ? undefined : childNumber(content, SEEK_POSITION);
    if (target !== undefined && position !== undefined) yield [target, position];
  }
}

async function cuesIn(
  index: Buffer,
  segmentStart: number,
  secondsPerTick: number,
): Promise<readonly CuePoint[]> {
  const cues: CuePoint[] = [];
  let count = 0;
  for (const { id, content } of childrenOf(index, MAX_CUES)) {
    count += 1;
    if (count >= CUES_AT_ONCE) {
      count = 0;
      await setImmediate();
    }
    const time = id === CUE_POINT ? childNumber(content, CUE_TIME) : undefined;
    if (time === undefined) continue;
    for (const child of childrenOf(content)) {
      const position = childNumber(child.content, CUE_CLUSTER_POSITION);
      if (child.id !== CUE_TRACK_POSITIONS || position === undefined) continue;
      count += 1;
      cues.push({
        seconds: time * secondsPerTick,
        track: childNumber(child.content, CUE_TRACK) ?? 0,
        cluster: segmentStart + position,
      });
      if (cues.length === MAX_CUES) return cues;
    }
  }
  return cues;
}
