import type {
  AudioCodec,
  InputAudioTrack,
  InputTrack,
  InputVideoTrack,
  VideoCodec,
} from 'mediabunny';
import { conversionOf, type AudioConversion } from './convert-audio.ts';
import { InvalidMediaError, type MediaInput } from './media-input.ts';

/** The tracks of a file that are put into fragmented MP4. */
export interface PlayableMedia {
  readonly video: InputVideoTrack;
  /** The default track first. */
  readonly audio: readonly PlayableAudio[];
}

export interface PlayableAudio {
  readonly track: InputAudioTrack;
  /** Undefined if its packets are copied. */
  readonly conversion: AudioConversion | undefined;
}

/** A codec that browsers can't play from MP4: `AC-3 audio`. */
export interface UnplayableMedia {
  readonly format: string;
}

const VIDEO_CODECS: ReadonlySet<VideoCodec> = new Set(['avc', 'hevc', 'vp9', 'av1']);
const AUDIO_CODECS: ReadonlySet<AudioCodec> = new Set(['aac', 'mp3', 'opus', 'flac']);

/** What all browsers play in their own containers. */
const DIRECT_CODECS: ReadonlySet<string> = new Set<VideoCodec | AudioCodec>([
  ...(['avc', 'vp8', 'vp9', 'av1'] as const),
  ...(['aac', 'mp3', 'opus', 'vorbis', 'flac'] as const),
]);

/** The facts of a file that browsers play as it is. Undefined if they don't. */
export async function probeDirect({
  input,
}: MediaInput): Promise<
  { readonly height: number | undefined; readonly seconds: number | undefined } | undefined
> {
  if (!(await input.canRead())) return undefined;
  const video = await input.getPrimaryVideoTrack();
  // Browsers choose the first one.
  const [sound] = await input.getAudioTracks();
  const codecs = await Promise.all([video, sound].map(async (track) => await track?.getCodec()));
  if (codecs.some((codec) => codec !== undefined && !DIRECT_CODECS.has(codec ?? ''))) {
    return undefined;
  }
  return {
    height: await video?.getDisplayHeight(),
    seconds: (await input.getDurationFromMetadata()) ?? undefined,
  };
}

/** Selects the tracks. Throws `InvalidMediaError` if the file is no movie. */
export async function probeMedia(
  { input }: MediaInput,
  canConvert: boolean,
): Promise<PlayableMedia | UnplayableMedia> {
  if (!(await input.canRead())) throw new InvalidMediaError('its container is unknown or damaged');
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new InvalidMediaError('it has no video that the server knows');
  const videoCodec = await video.getCodec();
  if (videoCodec === null || !VIDEO_CODECS.has(videoCodec)) {
    return { format: `${await codecName(video)} video` };
  }
  if (!(await video.getDecoderConfig())) throw new InvalidMediaError('its video is damaged');
  const all = await input.getAudioTracks();
  const audio = (await Promise.all(all.map((track) => playableAudio(track, canConvert)))).flatMap(
    (each) => each ?? [],
  );
  const [first] = all;
  if (first && audio.length === 0) return { format: `${await codecName(first)} audio` };
  const defaults = await Promise.all(audio.map(({ track }) => track.getDisposition()));
  const at = defaults.findIndex((disposition) => disposition.default);
  const main = audio[at];
  return { video, audio: main ? [main, ...audio.filter((each) => each !== main)] : audio };
}

async function playableAudio(
  track: InputAudioTrack,
  canConvert: boolean,
): Promise<PlayableAudio | undefined> {
  const codec = await track.getCodec();
  const isCopied = codec !== null && AUDIO_CODECS.has(codec) && (await track.getDecoderConfig());
  if (isCopied) return { track, conversion: undefined };
  const conversion = canConvert ? await conversionOf(track) : undefined;
  return conversion && { track, conversion };
}

/** Names of codecs as people know them, by mediabunny's name or by the container's. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['ac3', 'AC-3'],
  ['eac3', 'E-AC-3'],
  ['dts', 'DTS'],
  ['vorbis', 'Vorbis'],
  ['vp8', 'VP8'],
  ['prores', 'ProRes'],
  ['A_TRUEHD', 'TrueHD'],
  ['A_MPEG/L2', 'MP2'],
  ['V_MPEG1', 'MPEG-1'],
  ['V_MPEG2', 'MPEG-2'],
  ['V_MPEG4/ISO/ASP', 'MPEG-4 ASP'],
  ['V_MS/VFW/FOURCC', 'Video for Windows'],
  ['V_THEORA', 'Theora'],
  ['mp4v', 'MPEG-4'],
  ['m2v1', 'MPEG-2'],
]);

async function codecName(track: InputTrack): Promise<string> {
  const codec = await track.getCodec();
  if (codec?.startsWith('pcm-')) return 'PCM';
  const internal = await track.getInternalCodecId();
  const id = codec ?? (typeof internal === 'string' ? internal : 'unknown');
  return NAMES.get(id) ?? id.replaceAll(/[^\w./ -]/g, '').slice(0, 30);
}
