import type { PlaybackError } from './engine.ts';
import type { Mp4Track } from './mp4-tracks.ts';
import type { AttachOptions } from './source.ts';

/** A track that this browser cannot decode. */
export interface Undecoded {
  readonly part: 'video' | 'audio';
  /** The common name of the codec. */
  readonly codec: string;
}

interface DecodeCheckOptions {
  readonly signal: AbortSignal;
  /** Undefined when the container cannot be read. */
  readonly readTracks: () => Promise<readonly Mp4Track[] | undefined>;
  readonly onUndecoded: (undecoded: Undecoded) => void;
}

const PLAYED_SECONDS = 2;

const NAMES: Readonly<Record<string, string>> = {
  hvc1: 'HEVC',
  hev1: 'HEVC',
  dvh1: 'Dolby Vision',
  dvhe: 'Dolby Vision',
  avc1: 'H.264',
  avc3: 'H.264',
  av01: 'AV1',
  vp09: 'VP9',
  mp4v: 'MPEG-4 Visual',
  mp2v: 'MPEG-2',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  mlpa: 'TrueHD',
  dtsc: 'DTS',
  dtse: 'DTS',
  dtsh: 'DTS-HD',
  dtsl: 'DTS-HD',
};
/** `canPlayType` needs a complete codec string: the plainest profile of each. */
const PLAIN_PROFILES: Readonly<Record<string, string>> = {
  hvc1: 'hvc1.1.6.L93.B0',
  hev1: 'hev1.1.6.L93.B0',
  av01: 'av01.0.04M.08',
  vp09: 'vp09.00.10.08',
  mp4v: 'mp4v.20.9',
};
/** Every browser decodes these in mp4. Their bare names are not complete codec strings. */
const COMMON = new Set(['avc1', 'avc3', 'mp4a']);

const VIDEO_FORMAT = /^(?:avc[13]|h(?:vc|ev)1|dv(?:h1|he|a1|av)|av01|vp0?[89]|mp[24]v)$/;

/** Reads the tracks from a list of codecs (RFC 6381). */
export const tracksOfCodecs = (codecs: string): readonly Mp4Track[] =>
  codecs.split(',').map((codec) => {
    const format = codec.trim().split('.', 1)[0] ?? '';
    return { kind: VIDEO_FORMAT.test(format) ? 'video' : 'audio', format };
  });

/** Returns the first track that prevents playback in this browser. */
export function undecodable(
  video: Pick<HTMLMediaElement, 'canPlayType'>,
  tracks: readonly Mp4Track[],
): Undecoded | undefined {
  const videoTrack = tracks.find(({ kind }) => kind === 'video');
  if (videoTrack && !isDecodable(video, videoTrack)) return undecoded('video', videoTrack);
  const audioTracks = tracks.filter(({ kind }) => kind === 'audio');
  const [first] = audioTracks;
  return first && !audioTracks.some((track) => isDecodable(video, track))
    ? undecoded('audio', first)
    : undefined;
}

/**
 * Checks once, after two seconds of playback, that video and sound are there. Browsers play what they can decode and
 * report no error for the rest. Some movies have no sound, so the container decides.
 */
export function checkDecoding(
  video: HTMLVideoElement,
  { signal, readTracks, onUndecoded }: DecodeCheckOptions,
): void {
  const watching = new AbortController();
  const inner = { signal: AbortSignal.any([signal, watching.signal]) };
  let from: number | undefined;

  function advance() {
    // Hidden tabs paint nothing, and some browsers stop decoding in them.
    if (video.paused || video.seeking || document.visibilityState !== 'visible') from = undefined;
    else from ??= video.currentTime;
    if (from === undefined || video.currentTime - from < PLAYED_SECONDS) return;
    watching.abort();
    void look();
  }

  async function look() {
    const hasNoVideo = lacksVideo(video);
    if (!hasNoVideo && !lacksAudio(video)) return;
    const tracks = await readTracks();
    if (!tracks || signal.aborted) return;
    const videoTrack = tracks.find(({ kind }) => kind === 'video');
    if (hasNoVideo && videoTrack) return onUndecoded(undecoded('video', videoTrack));
    const known = undecodable(video, tracks);
    if (known?.part === 'audio' && !hasNoVideo) onUndecoded(known);
  }

  video.addEventListener('timeupdate', advance, inner);
  video.addEventListener('seeking', advance, inner);
  video.addEventListener('pause', advance, inner);
}

export const undecodedError = ({ part, codec }: Undecoded): PlaybackError => ({
  type: 'htmlvideo',
  errorName: part === 'video' ? 'PictureNotDecoded' : 'SoundNotDecoded',
  key: part === 'video' ? 'errorNoPicture' : 'errorNoSound',
  codec,
});

/** Reports missing video as a failure. Without sound, the movie plays on with a notice. */
export const reportUndecoded =
  ({ report, failed }: Pick<AttachOptions, 'report' | 'failed'>) =>
  (found: Undecoded): void => {
    if (found.part === 'audio') report({ silentCodec: found.codec });
    else failed(undecodedError(found));
  };

const undecoded = (part: Undecoded['part'], { format }: Mp4Track): Undecoded => ({
  part,
  codec: NAMES[format] ?? format.trim(),
});

const isDecodable = (video: Pick<HTMLMediaElement, 'canPlayType'>, { kind, format }: Mp4Track) =>
  COMMON.has(format) ||
  video.canPlayType(`${kind}/mp4; codecs="${PLAIN_PROFILES[format] ?? format}"`) !== '';

function lacksVideo(video: HTMLVideoElement): boolean {
  if (video.videoWidth === 0) return true;
  // Browsers without this counter return undefined, which proves nothing.
  return (
    Reflect.get(video, 'webkitDecodedFrameCount') === 0 &&
    video.getVideoPlaybackQuality().totalVideoFrames === 0
  );
}

/** Chromium, Firefox and Safari each have their own property. Without one, assumes that there is sound. */
function lacksAudio(video: HTMLVideoElement): boolean {
  return (
    Reflect.get(video, 'webkitAudioDecodedByteCount') === 0 ||
    Reflect.get(video, 'mozHasAudio') === false ||
    video.audioTracks?.length === 0
  );
}
