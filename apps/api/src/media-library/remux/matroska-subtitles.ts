// Text subtitles inside Matroska files (RFC 9559, https://www.matroska.org/technical/subtitles.html).
import { inflateSync } from 'node:zlib';
import {
  childOf,
  childrenOf,
  contentOf,
  elementAt,
  leadingNumber,
  numberIn,
  childNumber,
  childText,
  type Element,
  type MatroskaFile,
} from './matroska-elements.ts';
import type { MatroskaHead } from './matroska-head.ts';

export interface SubtitleTrack {
  readonly number: number;
  readonly format: 'srt' | 'ass';
  /** The code in the file, such as `ger` or `de-AT`. */
  readonly language: string;
  readonly name: string | undefined;
  readonly isForced: boolean;
  readonly isDefault: boolean;
  readonly isHearingImpaired: boolean;
  /** Sections of an ASS file before its first line. */
  readonly header: string;
  /** Undoes the track's compression. */
  readonly decode: (bytes: Buffer) => Buffer;
}

/** A subtitle as it is in the file, with times in seconds of the file. */
export interface SubtitleBlock {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const SUBTITLES = 0x11;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63_a2;
const LANGUAGE = 0x22_b5_9c;
const LANGUAGE_BCP47 = 0x22_b5_9d;
const NAME = 0x53_6e;
const FLAG_DEFAULT = 0x88;
const FLAG_FORCED = 0x55_aa;
const FLAG_HEARING_IMPAIRED = 0x55_ab;
const CONTENT_ENCODINGS = 0x6d_80;
const CONTENT_ENCODING = 0x62_40;
const CONTENT_COMPRESSION = 0x50_34;
const COMPRESSION_ALGORITHM = 0x42_54;
const COMPRESSION_SETTINGS = 0x42_55;
const HEADER_STRIPPING = 3;

const FORMATS: ReadonlyMap<string, SubtitleTrack['format']> = new Map([
  ['S_TEXT/UTF8', 'srt'],
  ['S_TEXT/ASCII', 'srt'],
  ['S_TEXT/ASS', 'ass'],
  ['S_TEXT/SSA', 'ass'],
  ['S_ASS', 'ass'],
  ['S_SSA', 'ass'],
]);
const MAX_TRACKS = 64;

export function subtitleTracksIn(tracks: Buffer): readonly SubtitleTrack[] {
  const found: SubtitleTrack[] = [];
  for (const { id, content } of childrenOf(tracks)) {
    if (id !== TRACK_ENTRY || childNumber(content, TRACK_TYPE) !== SUBTITLES) continue;
    const format = FORMATS.get(childText(content, CODEC_ID) ?? '');
    const decode = decoderOf(content);
    if (!format || !decode || found.length === MAX_TRACKS) continue;
    found.push({
      number: childNumber(content, TRACK_NUMBER) ?? 0,
      format,
      language: childText(content, LANGUAGE_BCP47) ?? childText(content, LANGUAGE) ?? 'eng',
      name: childText(content, NAME),
      isForced: childNumber(content, FLAG_FORCED) === 1,
      isDefault: childNumber(content, FLAG_DEFAULT) !== 0,
      isHearingImpaired: childNumber(content, FLAG_HEARING_IMPAIRED) === 1,
      header: childText(content, CODEC_PRIVATE) ?? '',
      decode,
    });
  }
  return found;
}

const MAX_TEXT_BYTES = 64 * 1024;

/** Undefined if the track is encrypted, or compressed in another way. */
function decoderOf(track: Buffer): SubtitleTrack['decode'] | undefined {
  const encodings = childOf(track, CONTENT_ENCODINGS);
  if (!encodings) return (bytes) => bytes;
  const encoding = childOf(encodings, CONTENT_ENCODING);
  const compression = encoding && childOf(encoding, CONTENT_COMPRESSION);
  if (!compression) return undefined;
  const algorithm = childNumber(compression, COMPRESSION_ALGORITHM) ?? 0;
  if (algorithm === 0) return (bytes) => inflateSync(bytes, { maxOutputLength: MAX_TEXT_BYTES });
  const stripped = childOf(compression, COMPRESSION_SETTINGS) ?? Buffer.alloc(0);
  return algorithm === HEADER_STRIPPING ? (bytes) => Buffer.concat([stripped, bytes]) : undefined;
}

const CLUSTER = 0x1f_43_b6_75;
const CLUSTER_TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const BLOCK_DURATION = 0x9b;
/** The longest number of a track. */
const BLOCK_HEADER_BYTES = 8;
const DEFAULT_SECONDS = 3;
const MAX_CLUSTERS = 2_000;
const MAX_BLOCKS = 100_000;

export interface SubtitleRange {
  /** Seconds of the file. */
  readonly from: number;
  readonly to: number;
}

/** Muxers write a subtitle a little before its time. */
const LEAD_SECONDS = 5;

/** All subtitles that start in the range, by track. Empty if the file has no index. */
export async function readSubtitleBlocks(
  file: MatroskaFile,
  head: MatroskaHead,
  tracks: readonly SubtitleTrack[],
  { from, to }: SubtitleRange,
): Promise<ReadonlyMap<number, readonly SubtitleBlock[]>> {
  const found = new Map(tracks.map(({ number }) => [number, new Array<SubtitleBlock>()]));
  const { secondsPerTick } = head;
  for await (const cluster of clustersOf(file, head, tracks, { from, to })) {
    const blocks = await readCluster(file, cluster, { secondsPerTick, tracks, until: to });
    if (!blocks) break;
    for (const { track, start, end, text } of blocks) {
      if (start >= from && start < to) found.get(track)?.push({ start, end, text });
    }
  }
  return found;
}

/** Some files have their subtitles in the index; in the others, they are searched in the range. */
async function* clustersOf(
  file: MatroskaFile,
  { cues }: MatroskaHead,
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

interface ClusterOptions {
  readonly secondsPerTick: number;
  readonly tracks: readonly SubtitleTrack[];
  readonly until: number;
}

interface TrackBlock extends SubtitleBlock {
  readonly track: number;
}

/** Undefined if the cluster begins later. Other tracks are passed over. */
async function readCluster(
  file: MatroskaFile,
  cluster: Element,
  { secondsPerTick, tracks, until }: ClusterOptions,
): Promise<readonly TrackBlock[] | undefined> {
  const blocks: TrackBlock[] = [];
  let time = 0;
  let at = cluster.start;
  for (let count = 0; count < MAX_BLOCKS && at < cluster.end; count += 1) {
    const element = await elementAt(file, at);
    if (!element) break;
    at = element.end;
    if (element.id === CLUSTER_TIMESTAMP) {
      time = numberIn(await contentOf(file, element, MAX_TEXT_BYTES));
      if (time * secondsPerTick >= until) return undefined;
    }
    const number = await trackOf(file, element);
    const track = tracks.find((each) => each.number === number);
    if (!track) continue;
    const content = await contentOf(file, element, MAX_TEXT_BYTES);
    const isGroup = element.id === BLOCK_GROUP;
    const block = isGroup ? childOf(content, BLOCK) : content;
    const duration = isGroup ? childNumber(content, BLOCK_DURATION) : undefined;
    const parsed = block && parseBlock(block, track);
    if (!parsed) continue;
    const start = (time + parsed.offset) * secondsPerTick;
    const seconds = duration === undefined ? DEFAULT_SECONDS : duration * secondsPerTick;
    blocks.push({ track: track.number, start, end: start + seconds, text: parsed.text });
  }
  return blocks;
}

/** Undefined for elements that are no blocks. */
async function trackOf(file: MatroskaFile, element: Element): Promise<number | undefined> {
  const block = element.id === BLOCK_GROUP ? await elementAt(file, element.start) : element;
  if (block?.id !== SIMPLE_BLOCK && block?.id !== BLOCK) return undefined;
  const { start } = block;
  const end = Math.min(start + BLOCK_HEADER_BYTES, block.end, file.size);
  return leadingNumber(await file.read(start, end))?.value;
}

/** A block: the track's number, two bytes of time, a byte of flags, and the text. */
function parseBlock(block: Buffer, { decode }: SubtitleTrack) {
  const rest = leadingNumber(block)?.rest;
  if (!rest || rest.length < 3) return undefined;
  try {
    const text = decode(rest.subarray(3)).toString('utf8').replace(/\0+$/, '');
    return { offset: rest.readInt16BE(0), text };
  } catch {
    // It is damaged; the others may not be.
    return undefined;
  }
}
