import { languageCode } from '@matinee/sources/caption-language';
import { convertedConfig } from './convert-audio.ts';
import type { MediaInput } from './media-input.ts';
import type { PlayableAudio, PlayableMedia } from './probe-media.ts';
import type { SegmentTimes } from './segment-times.ts';

/** Names of media playlists, and of the folders of their segments. */
export const VIDEO = 'video';
export const audioName = (index: number): string => `audio${index}`;

/** RFC 8216: variants and audio renditions. `base` begins the addresses of media playlists. */
export async function masterPlaylist(
  base: string,
  media: Pick<MediaInput, 'size'>,
  { video, audio }: PlayableMedia,
  times: SegmentTimes,
): Promise<string> {
  const codecs = await Promise.all([codecString(video), ...audio.map(audioCodec)]);
  const average = Math.ceil((media.size * 8) / Math.max(durationOf(times), 1));
  const { transfer } = await video.getColorSpace();
  const attributes = [
    // The peak is unknown.
    `BANDWIDTH=${2 * average}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `CODECS="${[...new Set(codecs)].join(',')}"`,
    `RESOLUTION=${await video.getDisplayWidth()}x${await video.getDisplayHeight()}`,
    `VIDEO-RANGE=${VIDEO_RANGES.get(transfer ?? '') ?? 'SDR'}`,
    ...(audio.length > 1 ? ['AUDIO="audio"'] : []),
  ];
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(audio.length > 1 ? await renditions(base, audio) : []),
    `#EXT-X-STREAM-INF:${attributes.join(',')}`,
    `${base}${VIDEO}.m3u8`,
    '',
  ].join('\n');
}

/** By the transfer characteristics of WebCodecs. */
const VIDEO_RANGES: ReadonlyMap<string, string> = new Map([
  ['pq', 'PQ'],
  ['hlg', 'HLG'],
]);

const audioCodec = async ({ track, conversion }: PlayableAudio): Promise<string> =>
  conversion ? convertedConfig(conversion).codec : await codecString(track);

async function codecString(track: { getCodecParameterString(): Promise<string | null> }) {
  const codec = (await track.getCodecParameterString()) ?? '';
  // The muxer writes `hvc1`, and Safari plays no `hev1`.
  return codec.replace(/^hev1/, 'hvc1');
}

/** The first track is also in the video segments. */
async function renditions(base: string, audio: readonly PlayableAudio[]): Promise<string[]> {
  const seen = new Map<string, number>();
  const lines: string[] = [];
  for (const [index, { track, conversion }] of audio.entries()) {
    const language = languageCode(await track.getLanguageCode());
    const plain = ((await track.getName()) ?? language ?? '').replaceAll(/["\s\p{Cc}]+/gu, ' ');
    const name = plain.trim().slice(0, 100) || `Track ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const attributes = [
      'TYPE=AUDIO',
      'GROUP-ID="audio"',
      // Players identify tracks by name.
      `NAME="${count === 1 ? name : `${name} (${count})`}"`,
      ...(language === undefined ? [] : [`LANGUAGE="${language}"`]),
      `DEFAULT=${index === 0 ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      `CHANNELS="${conversion?.channels ?? (await track.getNumberOfChannels())}"`,
      ...(index === 0 ? [] : [`URI="${base}${audioName(index)}.m3u8"`]),
    ];
    lines.push(`#EXT-X-MEDIA:${attributes.join(',')}`);
  }
  return lines;
}

/** Lists `{base}/{index}.m4s` with their exact durations. */
export function mediaPlaylist(base: string, times: SegmentTimes): string {
  const durations = segmentDurations(times);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, ...durations.map(Math.round))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${base}/init.mp4"`,
    ...durations.flatMap((seconds, index) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `${base}/${index}.m4s`,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** Rounds times, not durations, so that errors don't add up. */
function segmentDurations({ origin, starts, end }: SegmentTimes): readonly number[] {
  const micros = [...starts, end].map((time) => Math.round((time - origin) * 1e6));
  micros[0] = 0;
  return starts.map((_, at) => Math.max(0, (micros[at + 1] ?? 0) - (micros[at] ?? 0)) / 1e6);
}

/** Seconds. */
const durationOf = ({ origin, end }: SegmentTimes): number => end - origin;
