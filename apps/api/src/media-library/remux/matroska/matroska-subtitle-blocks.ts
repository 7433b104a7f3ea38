// Reads subtitles from the clusters of Matroska files (RFC 9559).
import {
  childOf,
  contentOf,
  elementAt,
  leadingNumber,
  numberIn,
  childNumber,
  type Element,
  type MatroskaFile,
} from './matroska-elements.ts';
import { CLUSTER, type MatroskaHead } from './matroska-head.ts';
import { MAX_BLOCK_BYTES, type SubtitleTrack } from './matroska-subtitles.ts';

export const CLUSTER_TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const BLOCK_DURATION = 0x9b;
/** The longest track number, and the time. */
const BLOCK_HEADER_BYTES = 10;
const DEFAULT_SECONDS = 3;
const MAX_CLUSTERS = 2_000;
const MAX_TIME_BYTES = 8;
/** In one range. */
const MAX_RANGE_BYTES = 4 * 1024 * 1024;
/** In one range, including other tracks. */
const MAX_ELEMENTS = 100_000;
/** In one range. Each block may have inflated to the largest size before the error. */
const MAX_DAMAGED = 16;

/** A subtitle as it is in the file, with times in seconds of the file. */
export interface SubtitleBlock {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

export interface SubtitleRange {
  /** Seconds of the file. */
  readonly from: number;
  readonly to: number;
}

/** Muxers write a subtitle a little before its time. */
const LEAD_SECONDS = 5;

type Clusters = Pick<MatroskaHead, 'secondsPerTick' | 'cues'>;

/** Returns all subtitles that start in the range, by track. Empty if no cluster is known. */
export async function readSubtitleBlocks(
  file: MatroskaFile,
  head: Clusters,
  tracks: readonly SubtitleTrack[],
  { from, to }: SubtitleRange,
): Promise<ReadonlyMap<number, readonly SubtitleBlock[]>> {
  const found = new Map(tracks.map(({ number }) => [number, new Array<SubtitleBlock>()]));
  const { secondsPerTick } = head;
  let bytes = 0;
  const budget = { elements: MAX_ELEMENTS, damaged: MAX_DAMAGED };
  for await (const cluster of clustersOf(file, head, tracks, { from, to })) {
    const options = { secondsPerTick, tracks, from, to, budget };
    for await (const block of blocksIn(file, cluster, options)) {
      if (block === 'later') return found;
      bytes += block.bytes.length;
      if (bytes > MAX_RANGE_BYTES) return found;
      const { track, ...subtitle } = block;
      found.get(track)?.push(subtitle);
    }
  }
  return found;
}

/** Yields the clusters that the index lists for subtitles. If it lists none, yields all clusters in the range. */
async function* clustersOf(
  file: MatroskaFile,
  { cues }: Clusters,
  tracks: readonly SubtitleTrack[],
  { from, to }: SubtitleRange,
): AsyncGenerator<Element, void, undefined> {
  const numbers = new Set(tracks.map(({ number }) => number));
  const indexed = cues.filter(({ track }) => numbers.has(track));
  if (new Set(indexed.map(({ track }) => track)).size === numbers.size) {
    const inRange = indexed.filter(({ seconds }) => seconds >= from && seconds < to);
    for (const position of new Set(inRange.map(({ cluster }) => cluster))) {
      const cluster = await elementAt(file, position);
      if (cluster?.id === CLUSTER) yield cluster;
    }
    return;
  }
  let at = (cues.findLast(({ seconds }) => seconds <= from - LEAD_SECONDS) ?? cues[0])?.cluster;
  for (let count = 0; count < MAX_CLUSTERS && at !== undefined; count += 1) {
    const cluster = await elementAt(file, at);
    if (!cluster) return;
    at = cluster.end;
    if (cluster.id === CLUSTER) yield cluster;
  }
}

interface Budget {
  elements: number;
  damaged: number;
}

const isLeft = ({ elements, damaged }: Budget): boolean => elements > 0 && damaged > 0;

interface ClusterOptions extends SubtitleRange {
  readonly secondsPerTick: number;
  readonly tracks: readonly SubtitleTrack[];
  /** The remaining limit for all clusters of the range. */
  readonly budget: Budget;
}

interface TrackBlock extends SubtitleBlock {
  readonly track: number;
}

/** Yields the tracks' blocks in the range. Yields `later` if the cluster begins after the range. */
async function* blocksIn(
  file: MatroskaFile,
  cluster: Element,
  { secondsPerTick, tracks, from, to, budget }: ClusterOptions,
): AsyncGenerator<TrackBlock | 'later', void, undefined> {
  let time = 0;
  let at = cluster.start;
  for (; isLeft(budget) && at < cluster.end; budget.elements -= 1) {
    const element = await elementAt(file, at);
    if (!element) return;
    at = element.end;
    if (element.id === CLUSTER_TIMESTAMP) {
      time = numberIn(await contentOf(file, element, MAX_TIME_BYTES));
      if (time * secondsPerTick >= to) yield 'later';
    }
    const header = await headerOf(file, element);
    const track = header && tracks.find(({ number }) => number === header.track);
    if (!track) continue;
    const start = (time + header.offset) * secondsPerTick;
    if (start < from || start >= to) continue;
    const content = await contentOf(file, element, MAX_BLOCK_BYTES[track.format]);
    const isGroup = element.id === BLOCK_GROUP;
    const block = isGroup ? childOf(content, BLOCK) : content;
    const duration = isGroup ? childNumber(content, BLOCK_DURATION) : undefined;
    const bytes = block && bytesOf(block, track);
    if (!bytes) {
      budget.damaged -= 1;
      continue;
    }
    const seconds = duration === undefined ? DEFAULT_SECONDS : duration * secondsPerTick;
    yield { track: track.number, start, end: start + seconds, bytes };
  }
}

/** Returns a block's track, and its time relative to the cluster. Undefined if the element isn't a block. */
async function headerOf(
  file: MatroskaFile,
  element: Element,
): Promise<{ readonly track: number; readonly offset: number } | undefined> {
  const block = element.id === BLOCK_GROUP ? await elementAt(file, element.start) : element;
  if (block?.id !== SIMPLE_BLOCK && block?.id !== BLOCK) return undefined;
  const { start } = block;
  const end = Math.min(start + BLOCK_HEADER_BYTES, block.end, file.size);
  const number = leadingNumber(await file.read(start, end));
  if (!number || number.rest.length < 2) return undefined;
  return { track: number.value, offset: number.rest.readInt16BE(0) };
}

/** Returns the bytes after the track number, two bytes of time and a byte of flags. Undefined if damaged. */
function bytesOf(block: Buffer, { decode }: SubtitleTrack): Buffer | undefined {
  const rest = leadingNumber(block)?.rest;
  if (!rest || rest.length < 3) return undefined;
  try {
    // Copy, because a slice would keep the large buffer around it in memory.
    return Buffer.from(decode(rest.subarray(3)));
  } catch {
    // Skip the damaged block. Others may be intact.
    return undefined;
  }
}
