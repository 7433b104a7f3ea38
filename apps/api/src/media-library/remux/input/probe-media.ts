import type { Capabilities } from '@matinee/shared/media/capabilities';
import { nameOfCodec } from '@matinee/shared/media/codec-names';
import type { RemoteFileInfo } from '@matinee/sources/source';
import {
  IsobmffInputFormat,
  MpegTsInputFormat,
  WebMInputFormat,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { conversionOf, type AudioConversion } from '../audio/convert-audio.ts';
import {
  isSupported,
  isSupportedDirectly,
  maxChannels,
  missingCodec,
  type UnplayableMedia,
} from './codec-support.ts';
import { InvalidMediaError } from '../../media-errors.ts';
import { type MediaInput } from './media-input.ts';
import { readGopStructure } from '../h264/open-gop.ts';
import { unlistedVideo } from './transport-stream.ts';

/** The tracks of a file that the server puts into fragmented MP4. */
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

export interface DirectFacts {
  /** Undefined if the file has no video. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly seconds: number | undefined;
  /** Whether the file has several audio tracks, and its video can be copied into a playlist for any browser. */
  readonly hasAudioChoice: boolean;
}

/** Returns the facts of an MP4 or WebM file that the browser plays as it is. Undefined if the browser doesn't. */
export async function probeDirect(
  { input }: MediaInput,
  capabilities: Capabilities | undefined,
): Promise<DirectFacts | undefined> {
  if (!(await input.canRead())) return undefined;
  const video = await input.getPrimaryVideoTrack();
  // Browsers choose the first track.
  const audio = await input.getAudioTracks();
  const [firstAudio] = audio;
  const format = await input.getFormat();
  const isWebm = format instanceof WebMInputFormat;
  // The extension may be wrong.
  if (!isWebm && !(format instanceof IsobmffInputFormat)) return undefined;
  if (isWebm && capabilities?.includes('webm') === false) return undefined;
  for (const track of [video, firstAudio]) {
    if (track && !(await isSupportedDirectly(track, capabilities))) return undefined;
  }
  const size = video && {
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
  };
  return {
    size: size ?? undefined,
    seconds: (await input.getDurationFromMetadata()) ?? undefined,
    hasAudioChoice:
      video !== null && audio.length > 1 && (await readGopStructure(video)) === 'closed',
  };
}

/** Determines how the browser plays an HLS stream from one of its segments. */
export async function probeSegment(
  media: MediaInput,
  capabilities: Capabilities,
): Promise<RemoteFileInfo> {
  const { input } = media;
  if (!(await input.canRead())) return { plays: 'direct' };
  const isTs = (await input.getFormat()) instanceof MpegTsInputFormat;
  if (isTs && !(await input.getPrimaryVideoTrack())) {
    const format = await unlistedVideo(media);
    if (format !== undefined) return { plays: 'never', format, part: 'video' };
  }
  const tracks = await input.getTracks();
  const codecs = await Promise.all(
    tracks.map(async (track) => (await track.getCodecParameterString()) ?? track.getCodec()),
  );
  const known = codecs.flatMap((codec) => codec ?? []);
  const missing = missingCodec(known, capabilities);
  if (!missing) return { plays: 'direct' };
  // hls.js 1.7 drops unsupported audio of MPEG-TS. MP4 fails completely.
  return isTs && missing.part === 'audio' ? { plays: 'silently' } : { plays: 'never', ...missing };
}

export interface ProbeOptions {
  /** Whether ffmpeg can encode AAC. */
  readonly hasFfmpeg: boolean;
  readonly capabilities: Capabilities | undefined;
}

/** Selects the tracks. Throws `InvalidMediaError` if the file isn't a movie. */
export async function probeMedia(
  media: MediaInput,
  options: ProbeOptions,
): Promise<PlayableMedia | UnplayableMedia> {
  const { input } = media;
  if (!(await input.canRead())) throw new InvalidMediaError('its container is unknown or damaged');
  const video = await input.getPrimaryVideoTrack();
  if (!video) {
    const isTs = (await input.getFormat()) instanceof MpegTsInputFormat;
    const format = isTs ? await unlistedVideo(media) : undefined;
    if (format === undefined) throw new InvalidMediaError('it has no video that the server knows');
    return { format, part: 'video' };
  }
  if (!(await isSupported(video, options.capabilities))) {
    return { format: await codecName(video), part: 'video' };
  }
  if (!(await video.getDecoderConfig())) throw new InvalidMediaError('its video is damaged');
  const all = await input.getAudioTracks();
  const audio = (await Promise.all(all.map((track) => playableAudio(track, options)))).flatMap(
    (each) => each ?? [],
  );
  const [first] = all;
  if (first && audio.length === 0) return { format: await codecName(first), part: 'audio' };
  const defaults = await Promise.all(audio.map(({ track }) => track.getDisposition()));
  const at = defaults.findIndex((disposition) => disposition.default);
  const main = audio[at];
  return { video, audio: main ? [main, ...audio.filter((each) => each !== main)] : audio };
}

async function playableAudio(
  track: InputAudioTrack,
  { hasFfmpeg, capabilities }: ProbeOptions,
): Promise<PlayableAudio | undefined> {
  const isCopied = (await isSupported(track, capabilities)) && (await track.getDecoderConfig());
  if (isCopied) return { track, conversion: undefined };
  const limits = { hasFfmpeg, maxChannels: maxChannels(capabilities) };
  const conversion = await conversionOf(track, limits);
  return conversion && { track, conversion };
}

export async function codecName(track: InputTrack): Promise<string> {
  const codec = await track.getCodec();
  const internal = await track.getInternalCodecId();
  return nameOfCodec(codec ?? (typeof internal === 'string' ? internal : 'unknown'));
}
