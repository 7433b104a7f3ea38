import { streamsOfType, type MediaSource, type MediaStream } from './playback.ts';

interface Playable {
  readonly ending: 'mp4' | 'webm';
  readonly containers: readonly string[];
  readonly video: readonly string[];
  readonly audio: readonly string[];
}

const PLAYABLE: readonly Playable[] = [
  { ending: 'mp4', containers: ['mp4', 'm4v'], video: ['h264'], audio: ['aac', 'mp3'] },
  {
    ending: 'webm',
    containers: ['webm'],
    video: ['vp8', 'vp9', 'av1'],
    audio: ['vorbis', 'opus'],
  },
];

/** The kind of file, if every browser plays it as it is. The server is believed when it says no, and checked when yes. */
export function playsInBrowser(source: MediaSource): Playable['ending'] | undefined {
  if (!source.SupportsDirectPlay && !source.SupportsDirectStream) return undefined;
  const [video] = streamsOfType(source, 'Video');
  if (!video || !isPlain(video)) return undefined;
  const kind = PLAYABLE.find(({ containers }) => containers.some((it) => isIn(source, it)));
  if (!kind?.video.includes(codecOf(video))) return undefined;
  const audio = streamsOfType(source, 'Audio');
  return audio.every((stream) => kind.audio.includes(codecOf(stream))) ? kind.ending : undefined;
}

/** `mov,mp4,m4a` is how some name an mp4; `matroska,webm` is mostly no webm. */
function isIn({ Container }: MediaSource, container: string): boolean {
  const names = (Container ?? '').toLowerCase().split(',');
  return names.includes(container) && !names.includes('matroska');
}

function isPlain({ BitDepth, IsInterlaced, VideoRange }: MediaStream): boolean {
  return (BitDepth ?? 8) <= 8 && IsInterlaced !== true && !/^HDR/i.test(VideoRange ?? '');
}

const codecOf = ({ Codec }: MediaStream): string => (Codec ?? '').toLowerCase();
