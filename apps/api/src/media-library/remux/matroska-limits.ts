// Counts what a Matroska file claims, before mediabunny 1.61 reads it: its time grows with the square of entries of an index at the
// same time, of frames that share a block (lacing), and of places of other elements. Files of some kilobytes would block the server
// for minutes.
import { childrenOf, leadingNumber, numberIn } from './matroska-elements.ts';
import { MAX_CUES } from './matroska-head.ts';

/** Muxers write none. */
const MAX_REPEATED = 2_000;
/** Without those of clusters, of which some muxers list all. Files have fewer than twenty. */
const MAX_SEEKS = 500;
/** Counted in one part of the file: an index has four for each entry. */
const MAX_ELEMENTS = 1_000_000;
/** Counted in one cluster, which has some seconds. */
const MAX_BLOCKS = 100_000;
const MAX_LACED_FRAMES = 30_000;
const MAX_DEPTH = 8;

const SEEK_ID = 0x53_ab;
const CLUSTER = 0x1f_43_b6_75;
const CUE_TIME = 0xb3;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_TRACK = 0xf7;
const BLOCKS: ReadonlySet<number> = new Set([0xa1, 0xa3]);
/** Bytes that were taken from the start of each block. They may be its number of frames. */
const STRIPPED_BYTES = 0x42_55;
/** mediabunny looks into these, wherever they are, and takes all of the above out of any of them. */
const PARENTS: ReadonlySet<number> = new Set([
  0x4d_bb, 0xae, 0xe0, 0x55_b0, 0x76_70, 0xe1, 0xbb, 0xb7, 0xa0, 0x75_a1, 0xa6, 0x73_73, 0x63_c0,
  0x67_c8, 0x61_a7, 0x6d_80, 0x62_40, 0x50_34,
]);
const TRACK_NUMBERS = 128;

/** Takes each part of one file that mediabunny reads, and says whether the file is still plausible. */
export function createMatroskaLimits(): (bytes: Buffer) => boolean {
  const entries = new Set<number>();
  let repeated = 0;
  let seeks = 0;
  let isStripped = false;
  let time = 0;
  let track: number | undefined;
  /** The count for the current part. */
  let elements = 0;
  let blocks = 0;
  let frames = 0;

  /** An entry has its track after it. */
  function endEntry(): void {
    if (track === undefined) return;
    const key = time * TRACK_NUMBERS + (track % TRACK_NUMBERS);
    if (entries.has(key)) repeated += 1;
    entries.add(key);
    track = undefined;
  }

  function count(id: number, content: Buffer): void {
    elements += 1;
    if (id === CUE_TIME || id === CUE_TRACK_POSITIONS) endEntry();
    if (id === CUE_TIME) time = numberIn(content);
    else if (id === CUE_TRACK) track = numberIn(content);
    else if (id === SEEK_ID) seeks += numberIn(content) === CLUSTER ? 0 : 1;
    else if (id === STRIPPED_BYTES) isStripped = true;
    else if (BLOCKS.has(id)) {
      blocks += 1;
      frames += lacedFrames(content, isStripped);
    }
  }

  const isWithin = (): boolean =>
    entries.size <= MAX_CUES &&
    repeated <= MAX_REPEATED &&
    seeks <= MAX_SEEKS &&
    elements <= MAX_ELEMENTS &&
    blocks <= MAX_BLOCKS &&
    frames <= MAX_LACED_FRAMES;

  function isPlausible(bytes: Buffer, depth: number): boolean {
    for (const { id, content } of childrenOf(bytes, MAX_ELEMENTS + 1)) {
      count(id, content);
      if (!isWithin() || depth === MAX_DEPTH) return false;
      if (PARENTS.has(id) && !isPlausible(content, depth + 1)) return false;
    }
    return true;
  }

  return (bytes) => {
    elements = 0;
    blocks = 0;
    frames = 0;
    const isValid = isPlausible(bytes, 0);
    endEntry();
    return isValid && isWithin();
  };
}

const FLAGS_AT = 2;
const LACING = 0x06;
const MAX_FRAMES = 256;

/** The frames that share a block; 0 if it has one. */
function lacedFrames(block: Buffer, isStripped: boolean): number {
  const rest = leadingNumber(block)?.rest;
  if (!rest || ((rest[FLAGS_AT] ?? 0) & LACING) === 0) return 0;
  return isStripped ? MAX_FRAMES : (rest[FLAGS_AT + 1] ?? 0) + 1;
}
