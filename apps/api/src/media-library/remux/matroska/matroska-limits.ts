// Checks the number of elements in a Matroska file before mediabunny 1.61 reads them. Its time grows with the square of
// three counts: index entries with the same time, frames that share a block (lacing), and entries of the list of
// elements (SeekHead). Files of some kilobytes would block the server for minutes.
import { childrenOf, leadingNumber, numberIn } from './matroska-elements.ts';
import { MAX_CUES } from './matroska-head.ts';

/** Muxers write no repeated entries. */
const MAX_REPEATED = 2_000;
/** Excludes clusters, because some muxers list all of them. Files list fewer than twenty other elements. */
const MAX_SEEKS = 500;
/** In one part of the file. An index has four elements for each entry. */
const MAX_ELEMENTS = 1_000_000;
/** In one cluster, which lasts some seconds. */
const MAX_BLOCKS = 100_000;
const MAX_LACED_FRAMES = 30_000;
const MAX_DEPTH = 8;

const SEEK_ID = 0x53_ab;
const CLUSTER = 0x1f_43_b6_75;
const CUE_TIME = 0xb3;
const CUE_TRACK_POSITIONS = 0xb7;
const CUE_TRACK = 0xf7;
const BLOCKS: ReadonlySet<number> = new Set([0xa1, 0xa3]);
/** Bytes that the muxer removed from the start of each block. They may contain the number of frames. */
const STRIPPED_BYTES = 0x42_55;
/** mediabunny accepts all of the elements above in any of these parents, at any depth. */
const PARENTS: ReadonlySet<number> = new Set([
  0x4d_bb, 0xae, 0xe0, 0x55_b0, 0x76_70, 0xe1, 0xbb, 0xb7, 0xa0, 0x75_a1, 0xa6, 0x73_73, 0x63_c0,
  0x67_c8, 0x61_a7, 0x6d_80, 0x62_40, 0x50_34,
]);
const TRACK_NUMBERS = 128;

/** Returns a function that takes each part of a file that mediabunny reads. It returns false for implausible files. */
export function createMatroskaLimits(): (bytes: Buffer) => boolean {
  const entries = new Set<number>();
  let repeated = 0;
  let seeks = 0;
  let isStripped = false;
  let time = 0;
  let track: number | undefined;
  /** Counts of the current part. */
  let elements = 0;
  let blocks = 0;
  let frames = 0;

  /** The track follows the time of an entry. */
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

/** Returns the number of frames that share a block. 0 if the block has one. */
function lacedFrames(block: Buffer, isStripped: boolean): number {
  const rest = leadingNumber(block)?.rest;
  if (!rest || ((rest[FLAGS_AT] ?? 0) & LACING) === 0) return 0;
  return isStripped ? MAX_FRAMES : (rest[FLAGS_AT + 1] ?? 0) + 1;
}
