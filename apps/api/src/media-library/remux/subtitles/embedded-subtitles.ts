import {
  fontName,
  partName,
  type EmbeddedSubtitles,
  type EmbeddedSubtitleTrack,
} from '@matinee/shared/media/embedded-subtitles';
import { languageCode } from '@matinee/sources/caption-language';
import { OUTPUT_OFFSET, type EncodingPlan } from '#media-library/transcode/encoding-plan.ts';
import type { SparseFile } from '../matroska/matroska-clusters.ts';
import type { MatroskaFile } from '../matroska/matroska-elements.ts';
import { readFont, readFonts, type FontAttachment } from '../matroska/matroska-fonts.ts';
import type { MatroskaHead } from '../matroska/matroska-head.ts';
import { subtitleTracksIn, type SubtitleTrack } from '../matroska/matroska-subtitles.ts';
import {
  createSegmentSubtitles,
  pgsOfSegment,
  type ReadSegmentBlocks,
} from './segment-subtitles.ts';
import type { SegmentTimes } from '../input/segment-times.ts';
import { assPart, subtitleSegment } from './subtitle-segment.ts';
import { uniqueNames } from '../input/unique-names.ts';

/** Subtitles inside a file. */
export interface FileSubtitles {
  /** Text tracks, which the playlist lists. */
  readonly tracks: readonly SubtitleTrack[];
  /** Returns the subtitles shown during a segment as WebVTT, including those that began before it. */
  readonly segment: (
    track: SubtitleTrack,
    index: number,
    times: SegmentTimes,
    signal: AbortSignal,
  ) => Promise<string>;
  /** Whether some tracks are styled, consist of pictures, or can't be shown. */
  readonly isListed: boolean;
  readonly list: (times: SegmentTimes) => Promise<EmbeddedSubtitles>;
  /** Returns a file that the list names: a part of a track, or a font. Undefined if no file has this name. */
  readonly file: (
    name: string,
    times: SegmentTimes,
    signal: AbortSignal,
  ) => Promise<Content | undefined>;
}

export interface Content {
  readonly type: string;
  /** Bytes. */
  readonly length: number;
  readonly chunks: readonly [Uint8Array] | AsyncIterable<Uint8Array>;
}

export const toContent = (type: string, bytes: Uint8Array): Content => ({
  type,
  length: bytes.length,
  chunks: [bytes],
});

export function createEmbeddedSubtitles(
  file: MatroskaFile & SparseFile,
  head: MatroskaHead,
): FileSubtitles {
  const all = subtitleTracksIn(head.tracks);
  // Without either, the whole file would have to be read.
  const isFound = head.cues.length > 0 || head.firstCluster !== undefined;
  const shown = isFound ? all.filter((track) => track.format !== 'unknown') : [];
  const texts = shown.filter(({ format }) => format !== 'pgs');
  const listed = isFound ? all.filter(({ format }) => format !== 'srt') : all;
  const blocksOf = createSegmentSubtitles(file, head, shown);
  const readFontsOnce = once(() => readFonts(file, head));

  const partOf: PartOf = async (track, index, times, signal) => {
    const blocks = await blocksOf(track, index, times, signal);
    return track.format === 'pgs'
      ? toContent('application/octet-stream', pgsOfSegment(blocks, index, times))
      : toContent('text/plain', Buffer.from(assPart(track, blocks, times.origin)));
  };

  return {
    tracks: texts,
    segment: async (track, index, times, signal) =>
      await subtitleSegment(track, await blocksOf(track, index, times, signal), times.origin),
    isListed: listed.length > 0,
    list: async ({ starts, origin }) => {
      const [textNames, otherNames] = [uniqueNames(texts), uniqueNames(listed)];
      const tracks = listed.map((track, index): EmbeddedSubtitleTrack => {
        const { language, isForced, isDefault, isHearingImpaired, format } = track;
        const text = texts.findIndex((each) => each === track);
        return {
          name: textNames[text] ?? otherNames[index] ?? '',
          language: languageCode(language),
          isForced,
          isDefault,
          isHearingImpaired,
          format: !isFound ? 'unindexed' : format === 'srt' ? 'unknown' : format,
          ...(format === 'unknown' && { codec: track.codec }),
        };
      });
      const hasStyles = listed.some(({ format }) => format === 'ass');
      const fonts = isFound && hasStyles ? await readFontsOnce() : [];
      return {
        tracks,
        starts: starts.map((start) => Math.round((start - origin) * 1000) / 1000),
        fonts: fonts.map((font) => {
          const { names, weight, isItalic } = font;
          return { names, weight, isItalic, bytes: bytesOf(font) };
        }),
      };
    },
    file: async (name, times, signal) => {
      const [, at, part] = PART.exec(name) ?? [];
      const track = at === undefined ? undefined : listed[Number(at)];
      const index = Number(part);
      if (track && track.format !== 'unknown' && isFound && times.starts[index] !== undefined) {
        const isName = partName(Number(at), index) === name;
        return isName ? await partOf(track, index, times, signal) : undefined;
      }
      const fonts = name.endsWith(FONT) ? await readFontsOnce() : [];
      const font = fonts.find((_, number) => fontName(number) === name);
      return font && { type: 'font/sfnt', length: bytesOf(font), chunks: readFont(file, font) };
    },
  };
}

type PartOf = (...request: Parameters<ReadSegmentBlocks>) => Promise<Content>;

const bytesOf = ({ data }: FontAttachment): number => data.end - data.start;

const PART = /^(\d{1,2})-(\d{1,6})\.part$/;
const FONT = '.font';

/** Caches the result. Retries after a failure. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => {
    reading ??= read();
    try {
      return await reading;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
}

/** Returns the segments of an encoded file, in seconds of the file. */
export function fileTimes({ origin, times }: EncodingPlan): SegmentTimes {
  const shift = origin - OUTPUT_OFFSET;
  return {
    origin,
    shownFrom: origin,
    starts: times.starts.map((start) => start + shift),
    end: times.end + shift,
  };
}
