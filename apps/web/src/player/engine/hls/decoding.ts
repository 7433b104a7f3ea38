import {
  checkDecoding,
  reportUndecoded,
  tracksOfCodecs,
  undecodable,
  undecodedError,
} from '../decode-check.ts';
import type { PlaybackError } from '../engine.ts';
import type { AttachOptions } from '../source.ts';
import { fetchTsTracks } from '../ts-tracks.ts';

/** The part of an hls.js fragment that the check needs. */
interface Segment {
  /** `main`, or `audio` for a separate audio rendition. */
  readonly type: string;
  readonly url: string;
  readonly byteRangeStartOffset?: number | undefined;
}

/**
 * hls.js drops AC-3 audio in MPEG-TS segments if the browser has no decoder, and only logs that. It does not read
 * E-AC-3 at all. In both cases, this check fetches the start of a segment again, because it names the codecs.
 */
export function checkHlsDecoding(
  video: HTMLVideoElement,
  { signal, report, failed }: Pick<AttachOptions, 'signal' | 'report' | 'failed'>,
) {
  /** The latest segment of each type. */
  const segments = new Map<string, Segment>();
  let hasExplained = false;
  const tracksIn = ({ url, byteRangeStartOffset }: Segment) =>
    fetchTsTracks(url, signal, byteRangeStartOffset);

  checkDecoding(video, {
    signal,
    readTracks: async () => {
      const tracks = (await Promise.all([...segments.values()].map(tracksIn))).flatMap(
        (found) => found ?? [],
      );
      return tracks.length > 0 ? tracks : undefined;
    },
    onUndecoded: reportUndecoded({ report, failed }),
  });

  return {
    buffered: (segment: Segment) => void segments.set(segment.type, segment),
    /** Checks only the first segment: a later one that fails is merely damaged. */
    notParsed: async (segment: Segment) => {
      if (video.buffered.length > 0 || hasExplained) return;
      hasExplained = true;
      const tracks = await tracksIn(segment);
      const found = tracks && undecodable(video, tracks);
      if (found && !signal.aborted) failed(undecodedError(found));
    },
  };
}

/** Adds the codec that the browser lacks to the error, if the codecs of the stream show it. */
export function withCodec(
  video: HTMLVideoElement,
  error: PlaybackError,
  codecs: string | undefined,
): PlaybackError {
  if (error.key !== 'errorNoDecoder' || codecs === undefined) return error;
  const found = undecodable(video, tracksOfCodecs(codecs));
  if (!found) return error;
  const { key, codec } = undecodedError(found);
  return { ...error, key, codec };
}
