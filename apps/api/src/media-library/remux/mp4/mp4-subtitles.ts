// Subtitles inside MP4 and QuickTime files: 3GPP Timed Text (3GPP TS 26.245), which encoders call tx3g or mov_text.
import { boxAt, boxesIn, bytesOf, type Mp4Box } from './mp4-boxes.ts';
import { NotFoundError } from '@matinee/sources/source';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { withMediaInput, type MediaInput } from '../input/media-input.ts';
import { readSampleRanges, textIn, timescaleIn, type SampleRange } from './mp4-text.ts';

export interface TextTrack {
  /** A BCP 47 or ISO 639-2 code. `und` if the file has none. */
  readonly language: string;
  readonly isForced: boolean;
  readonly isDefault: boolean;
  readonly box: Mp4Box;
  /** Seconds to add to the track's time to get the file's time. */
  readonly delay: number;
  /** The default style flags of text. */
  readonly face: number;
}

type File = Pick<MediaInput, 'read' | 'readDirectly' | 'size'>;

const MAX_TRACKS = 32;
const MAX_HEADER_BYTES = 64 * 1024;
const ALL_FORCED = 0x80_00_00_00;

/** Returns an empty list for files of other formats. */
export const listTextTracks = (
  store: Pick<FileStore, 'open'>,
  path: string,
  signal: AbortSignal,
): Promise<readonly TextTrack[]> => withMediaInput(store, path, { signal, run: readTextTracks });

interface ReadTextTrackOptions {
  readonly index: number;
  /** The time of the file at which the playback begins. */
  readonly origin: number;
  readonly signal: AbortSignal;
}

/** Returns the track as WebVTT. Throws `NotFoundError` if there is no such track. */
export const readTextTrack = (
  store: Pick<FileStore, 'open'>,
  path: string,
  { index, origin, signal }: ReadTextTrackOptions,
): Promise<string> =>
  withMediaInput(store, path, {
    signal,
    run: async (input) => {
      const track = (await readTextTracks(input))[index];
      if (!track) throw new NotFoundError("This file doesn't have these subtitles.");
      return await textTrackAsWebVtt(input, track, { origin, signal });
    },
  });

async function readTextTracks(file: File): Promise<readonly TextTrack[]> {
  const movie = await boxAt(file, { start: 0, end: file.size }, 'moov');
  if (!movie) return [];
  const movieScale = timescaleIn(await contentAt(file, movie, 'mvhd')) ?? 1;
  const boxes = (await boxesIn(file, movie)).filter(({ type }) => type === 'trak');
  const found: TextTrack[] = [];
  const chapters = new Set<number>();
  const ids = new Map<TextTrack, number>();
  for (const box of boxes) {
    const reference = await contentAt(file, box, 'tref', 'chap');
    for (let at = 0; at + 4 <= reference.length; at += 4) chapters.add(reference.readUInt32BE(at));
    const track = found.length < MAX_TRACKS ? await textTrackIn(file, box, movieScale) : undefined;
    if (!track) continue;
    found.push(track);
    ids.set(track, idIn(await contentAt(file, box, 'tkhd')));
  }
  return found.filter((track) => !chapters.has(ids.get(track) ?? 0));
}

async function textTrackIn(
  file: File,
  box: Mp4Box,
  movieScale: number,
): Promise<TextTrack | undefined> {
  // The only description follows version, flags and count. It begins with its size and type.
  const description = await contentAt(file, box, 'mdia', 'minf', 'stbl', 'stsd');
  if (description.toString('latin1', 12, 16) !== 'tx3g' || description.length < 54)
    return undefined;
  const header = await contentAt(file, box, 'mdia', 'mdhd');
  const scale = timescaleIn(header) ?? 1;
  // The lowest flag means that the track is enabled.
  const isDefault = ((await contentAt(file, box, 'tkhd'))[3] ?? 0) % 2 === 1;
  const extended = await contentAt(file, box, 'mdia', 'elng');
  return {
    language: extended.toString('latin1', 4).replace(/\0.*$/s, '') || languageIn(header),
    isForced: (description.readUInt32BE(24) & ALL_FORCED) !== 0,
    isDefault,
    face: description[48] ?? 0,
    delay: delayIn(await contentAt(file, box, 'edts', 'elst'), { movieScale, scale }),
    box,
  };
}

const contentAt = async (file: File, within: Mp4Box, ...path: readonly string[]) =>
  await bytesOf(file, await boxAt(file, within, ...path), MAX_HEADER_BYTES);

function idIn(header: Buffer): number {
  const at = header[0] === 1 ? 20 : 12;
  return header.length >= at + 4 ? header.readUInt32BE(at) : 0;
}

/** Reads three letters of five bits each. */
function languageIn(header: Buffer): string {
  const at = header[0] === 1 ? 32 : 20;
  const packed = header.length >= at + 2 ? header.readUInt16BE(at) : 0;
  const letters = [10, 5, 0].map((shift) => String.fromCodePoint(((packed >> shift) & 31) + 0x60));
  const code = letters.join('');
  return /^[a-z]{3}$/.test(code) ? code : 'und';
}

/** Reads the delay from the edit list. The first edit may be empty, and the next may skip the track's start. */
function delayIn(
  list: Buffer,
  { movieScale, scale }: { readonly movieScale: number; readonly scale: number },
): number {
  const isLong = list[0] === 1;
  const size = isLong ? 20 : 12;
  let delay = 0;
  for (let at = 8; at + size <= list.length; at += size) {
    const length = isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at);
    const start = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    if (start >= 0) return delay - start / scale;
    delay += length / movieScale;
  }
  return delay;
}

const MAX_SAMPLES = 20_000;
const MAX_SAMPLE_BYTES = 16 * 1024;
/** Many times the subtitles of a long movie. Overlapping samples could exceed the file's size. */
const MAX_TRACK_BYTES = 4 * 1024 * 1024;
/** A sample without text: a pause. */
const EMPTY_BYTES = 2;
/** Samples that are closer are read together, because each read of a network share is a request. */
const MAX_GAP_BYTES = 32 * 1024;
const MAX_READ_BYTES = 512 * 1024;
const CONCURRENT_READS = 8;

async function textTrackAsWebVtt(
  file: File,
  track: TextTrack,
  { origin, signal }: { readonly origin: number; readonly signal: AbortSignal },
): Promise<string> {
  const ranges = await readSampleRanges(file, track.box, MAX_SAMPLES);
  const reads = readsOf(withinLimits(ranges));
  const cues: string[] = [];
  for (let at = 0; at < reads.length; at += CONCURRENT_READS) {
    signal.throwIfAborted();
    const some = await Promise.all(
      reads.slice(at, at + CONCURRENT_READS).map(async (samples) => {
        const from = samples[0]?.from ?? 0;
        const bytes = await file.readDirectly(from, samples.at(-1)?.to ?? from);
        return samples.map((sample) =>
          cueOf(bytes.subarray(sample.from - from, sample.to - from), sample, {
            face: track.face,
            shift: track.delay - origin,
          }),
        );
      }),
    );
    cues.push(...some.flat());
  }
  return ['WEBVTT\n', ...cues.filter((cue) => cue !== '')].join('\n');
}

function withinLimits(ranges: readonly SampleRange[]): readonly SampleRange[] {
  let total = 0;
  return ranges.filter(({ from, to }) => {
    const size = to - from;
    if (size <= EMPTY_BYTES || size > MAX_SAMPLE_BYTES) return false;
    total += size;
    return total <= MAX_TRACK_BYTES;
  });
}

function readsOf(ranges: readonly SampleRange[]): readonly (readonly SampleRange[])[] {
  const reads: SampleRange[][] = [];
  for (const range of ranges) {
    const last = reads.at(-1);
    const [first, previous] = [last?.[0], last?.at(-1)];
    const isNear =
      first &&
      previous &&
      range.from >= previous.to &&
      range.from - previous.to <= MAX_GAP_BYTES &&
      range.to - first.from <= MAX_READ_BYTES;
    if (isNear) last?.push(range);
    else reads.push([range]);
  }
  return reads;
}

function cueOf(
  sample: Buffer,
  { start, end }: SampleRange,
  { face, shift }: { readonly face: number; readonly shift: number },
): string {
  const [from, to] = [Math.max(0, start + shift), Math.max(0, end + shift)];
  // An empty line would end the cue.
  const text = styled(textIn(sample), facesIn(sample, face))
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
  return text === '' || to <= from ? '' : `${clock(from)} --> ${clock(to)}\n${text}\n`;
}

interface Face {
  /** Characters. */
  readonly from: number;
  readonly to: number;
  readonly flags: number;
}

/** Reads the style ranges after the text. The returned function returns a character's style. Call it in order. */
function facesIn(sample: Buffer, face: number): (at: number) => number {
  const faces: Face[] = [];
  let at = 2 + sample.readUInt16BE(0);
  while (at + 10 <= sample.length) {
    const size = sample.readUInt32BE(at);
    if (size < 8) break;
    const isStyle = sample.toString('latin1', at + 4, at + 8) === 'styl';
    const count = isStyle ? sample.readUInt16BE(at + 8) : 0;
    for (let entry = 0; entry < count; entry += 1) {
      const from = at + 10 + entry * 12;
      if (from + 12 > sample.length) break;
      faces.push({
        from: sample.readUInt16BE(from),
        to: sample.readUInt16BE(from + 2),
        flags: sample[from + 6] ?? 0,
      });
    }
    at += size;
  }
  let current = 0;
  return (index) => {
    while ((faces[current]?.to ?? index + 1) <= index) current += 1;
    const style = faces[current];
    return style && index >= style.from ? style.flags : face;
  };
}

const TAGS = [
  [1, 'b'],
  [2, 'i'],
  [4, 'u'],
] as const;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function styled(text: string, flagsAt: (at: number) => number): string {
  let flags = 0;
  let result = '';
  const close = () => {
    for (const [flag, tag] of TAGS.toReversed()) if (flags & flag) result += `</${tag}>`;
  };
  for (const [at, letter] of Array.from(text.replaceAll('\r\n', '\n')).entries()) {
    const next = flagsAt(at) & 7;
    if (next !== flags) {
      close();
      flags = next;
      for (const [flag, tag] of TAGS) if (flags & flag) result += `<${tag}>`;
    }
    result += ESCAPES[letter] ?? letter;
  }
  close();
  return result;
}

/** `01:02:03.456` */
function clock(seconds: number): string {
  const total = Math.round(seconds * 1_000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const parts = [total / 3_600_000, (total / 60_000) % 60, (total / 1_000) % 60].map(two);
  return `${parts.join(':')}.${String(total % 1_000).padStart(3, '0')}`;
}
