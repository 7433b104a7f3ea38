import { checkDecoding, reportUndecoded, undecodable, undecodedError } from '../decode-check.ts';
import type { AttachOptions } from '../source.ts';
import { fetchTsTracks } from '../ts-tracks.ts';

/** The part of a fragment of hls.js that is read. */
interface Segment {
  /** `main`, or `audio` for a voice beside it. */
  readonly type: string;
  readonly url: string;
  readonly byteRangeStartOffset?: number | undefined;
}

/**
 * hls.js drops the AC-3 sound of an MPEG-TS segment that the browser has no decoder for, and only its log says so; from E-AC-3
 * it reads nothing at all. The head of a segment, read once more in both cases, names what it carries.
 */
export function checkHlsDecoding(
  video: HTMLVideoElement,
  { signal, report, failed }: Pick<AttachOptions, 'signal' | 'report' | 'failed'>,
) {
  /** The latest of the pictures and of the voices beside them. */
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
    /** The first segment counts alone: later ones are only damaged. */
    notParsed: async (segment: Segment) => {
      if (video.buffered.length > 0 || hasExplained) return;
      hasExplained = true;
      const tracks = await tracksIn(segment);
      const found = tracks && undecodable(video, tracks);
      if (found && !signal.aborted) failed(undecodedError(found));
    },
  };
}
