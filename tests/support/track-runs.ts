/** A track in a fragment of MP4. */
export interface TrackRun {
  /** Seconds. */
  readonly start: number;
  /** The sum of the durations of its samples, in seconds. */
  readonly seconds: number;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);
/** Fields of each sample (ISO 14496-12, 8.8.8). */
const SAMPLE_FIELDS = [0x100, 0x200, 0x400, 0x800];

/** Returns the tracks in the first fragment of a file. Its tracks must be numbered from 1. */
export function trackRuns(file: Buffer): readonly TrackRun[] {
  const boxes = [...boxesIn(file)];
  const all = (type: string): readonly Buffer[] =>
    boxes.filter((box) => box.type === type).map(({ content }) => content);
  const scales = all('mdhd').map((box) => box.readUInt32BE(box[0] === 1 ? 20 : 12));
  const [starts, runs] = [all('tfdt'), all('trun')];
  return all('tfhd').map((header, at) => {
    const scale = scales[header.readUInt32BE(4) - 1] ?? 1;
    const [start, run] = [starts[at], runs[at]];
    if (!start || !run) throw new Error('no samples');
    const ticks = start[0] === 1 ? Number(start.readBigUInt64BE(4)) : start.readUInt32BE(4);
    return { start: ticks / scale, seconds: ticksOf(run, commonDuration(header)) / scale };
  });
}

function commonDuration(header: Buffer): number {
  const flags = header.readUIntBE(1, 3);
  const fields = (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  return flags & 0x8 ? header.readUInt32BE(8 + fields) : 0;
}

function ticksOf(run: Buffer, common: number): number {
  const flags = run.readUIntBE(1, 3);
  const count = run.readUInt32BE(4);
  if (!(flags & 0x100)) return count * common;
  const start = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const size = 4 * SAMPLE_FIELDS.filter((field) => flags & field).length;
  const ticks = Array.from({ length: count }, (_, at) => run.readUInt32BE(start + at * size));
  return ticks.reduce((sum, tick) => sum + tick, 0);
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

function* boxesIn(bytes: Buffer): Generator<Box, void, undefined> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) throw new Error('a box without a size');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + size);
    yield { type, content };
    if (CONTAINERS.has(type)) yield* boxesIn(content);
    at += size;
  }
}
