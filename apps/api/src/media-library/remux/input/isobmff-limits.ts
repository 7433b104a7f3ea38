// Reads the sample counts of MP4 and QuickTime files. mediabunny 1.61 makes an object for each sample that a table
// claims, so a file of a few hundred bytes could exhaust the memory.

/** Nine hours at 60 frames a second. */
const MAX_REORDERED_SAMPLES = 2_000_000;
/** Hours of movie in a single fragment. */
const MAX_FRAGMENT_SAMPLES = 1_000_000;
const CONTAINERS: ReadonlySet<string> = new Set('moov trak mdia minf stbl moof traf'.split(' '));
const SAMPLE_SIZE_BITS: ReadonlySet<number> = new Set([4, 8, 16]);
/** mediabunny's time grows with the square of the number. */
const MAX_TRACKS = 200;
/** Deeper boxes have no samples. */
const MAX_DEPTH = 8;

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

interface Samples {
  tracks: number;
  /** The number of samples in `stts`. */
  timed: number;
  isReordered: boolean;
  fragmented: number;
  isInvalid: boolean;
}

interface SampleTables {
  /** Whether the samples that these boxes claim fit into memory. True for anything but boxes. */
  readonly isPlausible: boolean;
  /** The size of these boxes if they have tables of samples, else 0. */
  readonly bytes: number;
}

export function readSampleTables(bytes: Buffer): SampleTables {
  const samples = countSamples(bytes, 0);
  return {
    isPlausible: hasPlausibleFragments(bytes) && isPlausible(samples),
    bytes: samples.tracks > 0 || samples.fragmented > 0 ? bytes.length : 0,
  };
}

const FRAGMENTS = Buffer.from('tfra');
/** Each track has one fragment index. */
const MAX_INDEXES = 32;
const MAX_INDEXED = 200_000;
/** Muxers write no repeated times. mediabunny's time grows with the square of their number. */
const MAX_REPEATED = 2_000;

/** Counts the entries of all fragment indexes in any box. */
function hasPlausibleFragments(bytes: Buffer): boolean {
  let [indexes, entries, repeated] = [0, 0, 0];
  for (let at = bytes.indexOf(FRAGMENTS); at !== -1; at = bytes.indexOf(FRAGMENTS, at + 4)) {
    const times = fragmentTimes(bytes.subarray(at + 4));
    indexes += 1;
    entries += times.length;
    repeated += times.length - new Set(times).size;
    if (indexes > MAX_INDEXES || entries > MAX_INDEXED || repeated > MAX_REPEATED) return false;
  }
  return true;
}

const FRAGMENTS_HEADER = 16;

function fragmentTimes(index: Buffer): readonly number[] {
  if (index.length < FRAGMENTS_HEADER) return [];
  const isLong = index[0] === 1;
  const sizes = index.readUInt32BE(8);
  const numbers = 3 + ((sizes >> 4) & 3) + ((sizes >> 2) & 3) + (sizes & 3);
  const size = (isLong ? 16 : 8) + numbers;
  const claimed = index.readUInt32BE(12);
  const inside = Math.floor((index.length - FRAGMENTS_HEADER) / size);
  const count = Math.min(claimed, inside, MAX_INDEXED + 1);
  return Array.from({ length: count }, (_, entry) => {
    const at = FRAGMENTS_HEADER + entry * size;
    return isLong ? Number(index.readBigUInt64BE(at)) : index.readUInt32BE(at);
  });
}

const isPlausible = ({ tracks, timed, isReordered, fragmented, isInvalid }: Samples): boolean =>
  !isInvalid &&
  tracks <= MAX_TRACKS &&
  fragmented <= MAX_FRAGMENT_SAMPLES &&
  !(isReordered && timed > MAX_REORDERED_SAMPLES);

function countSamples(bytes: Buffer, depth: number): Samples {
  const total = { tracks: 0, timed: 0, isReordered: false, fragmented: 0, isInvalid: false };
  for (const { type, content } of boxesIn(bytes)) {
    if (CONTAINERS.has(type) && depth < MAX_DEPTH) {
      const inside = countSamples(content, depth + 1);
      // Each track has its own tables.
      if (type === 'trak') {
        total.tracks += 1 + inside.tracks;
        total.isInvalid ||= !isPlausible(inside);
      } else add(total, inside);
    } else if (type === 'stts') total.timed += timedSamples(content);
    else if (type === 'ctts') total.isReordered = true;
    else if (type === 'stz2') total.isInvalid ||= !SAMPLE_SIZE_BITS.has(content[7] ?? 0);
    else if (type === 'trun' && content.length >= 8) total.fragmented += content.readUInt32BE(4);
  }
  return total;
}

function add(total: Samples, more: Samples): void {
  total.tracks += more.tracks;
  total.timed += more.timed;
  total.isReordered ||= more.isReordered;
  total.fragmented += more.fragmented;
  total.isInvalid ||= more.isInvalid;
}

function timedSamples(content: Buffer): number {
  let samples = 0;
  for (let at = 8; at + 8 <= content.length; at += 8) samples += content.readUInt32BE(at);
  return samples;
}

function* boxesIn(bytes: Buffer): Generator<Box> {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at;
    const head = isLong ? 16 : 8;
    if (size < head) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, content: bytes.subarray(at + head, Math.min(at + size, bytes.length)) };
    at += size;
  }
}
