// Reads the sample counts of MP4 and QuickTime files. mediabunny 1.61 makes an object for each sample that a table
// claims, so a file of a few hundred bytes could exhaust the memory.

/** Nine hours at 60 frames a second. */
const MAX_REORDERED_SAMPLES = 2_000_000;
/** Hours of movie in a single fragment. */
const MAX_FRAGMENT_SAMPLES = 1_000_000;
const CONTAINERS: ReadonlySet<string> = new Set('moov trak mdia minf stbl moof traf'.split(' '));
const SAMPLE_SIZE_BITS: ReadonlySet<number> = new Set([4, 8, 16]);
/** mediabunny's time grows with their square. */
const MAX_TRACKS = 200;
/** Deeper boxes hold no samples. */
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

/** Whether the samples that these boxes claim fit into memory. True for anything but boxes. */
export function hasPlausibleSamples(bytes: Buffer): boolean {
  return isPlausible(countSamples(bytes, 0));
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
      // Tracks have tables of their own.
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
