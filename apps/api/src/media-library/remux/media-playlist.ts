import type { SegmentTimes } from './input/segment-times.ts';
import type { Variant } from './variants.ts';

/** RFC 8216: lists `{base}/{index}.m4s` or `.vtt` with their exact durations. */
export function mediaPlaylist(
  base: string,
  { times, segments }: Pick<Variant, 'times' | 'segments'>,
): string {
  const durations = segmentDurations(times);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, ...durations.map(Math.round))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(segments === 'shared-init' ? [`#EXT-X-MAP:URI="${base}/init.mp4"`] : []),
    ...durations.flatMap((seconds, index) => [
      ...(segments === 'own-init' ? [`#EXT-X-MAP:URI="${base}/${index}.mp4"`] : []),
      `#EXTINF:${seconds.toFixed(6)},`,
      `${base}/${index}.${segments === 'webvtt' ? 'vtt' : 'm4s'}`,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** Rounds times instead of durations, to keep errors from adding up. */
function segmentDurations({ origin, starts, end }: SegmentTimes): readonly number[] {
  const micros = [...starts, end].map((time) => Math.round((time - origin) * 1e6));
  micros[0] = 0;
  return starts.map((_, at) => Math.max(0, (micros[at + 1] ?? 0) - (micros[at] ?? 0)) / 1e6);
}
