import type { PlaybackError } from './engine.ts';
import type { Mp4Track } from './mp4-tracks.ts';
import type { AttachOptions } from './source.ts';

/** The track of a file that this browser cannot decode. */
export interface Undecoded {
  readonly part: 'picture' | 'sound';
  /** The common name of the codec. */
  readonly codec: string;
}

interface DecodeCheckOptions {
  readonly signal: AbortSignal;
  /** Undefined where nobody can say. */
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
/** `canPlayType` wants more than four letters: the plainest profile of each. */
const PLAIN_PROFILES: Readonly<Record<string, string>> = {
  hvc1: 'hvc1.1.6.L93.B0',
  hev1: 'hev1.1.6.L93.B0',
  av01: 'av01.0.04M.08',
  vp09: 'vp09.00.10.08',
  mp4v: 'mp4v.20.9',
};
/** Every browser that plays mp4 has a decoder for these; bare, they are no complete names. */
const COMMON = new Set(['avc1', 'avc3', 'mp4a']);

/** The first track of a file that keeps this browser from playing it at all. */
export function undecodable(
  video: Pick<HTMLMediaElement, 'canPlayType'>,
  tracks: readonly Mp4Track[],
): Undecoded | undefined {
  const picture = tracks.find(({ kind }) => kind === 'video');
  if (picture && !isDecodable(video, picture)) return undecoded('picture', picture);
  const sounds = tracks.filter(({ kind }) => kind === 'audio');
  const [first] = sounds;
  return first && !sounds.some((track) => isDecodable(video, track))
    ? undecoded('sound', first)
    : undefined;
}

/**
 * Looks once, after two seconds that a viewer has watched, whether there is a picture and a sound. Browsers play what they
 * can decode and keep silent about the rest. A movie may lack sound by design, so the container decides.
 */
export function checkDecoding(
  video: HTMLVideoElement,
  { signal, readTracks, onUndecoded }: DecodeCheckOptions,
): void {
  const watching = new AbortController();
  const inner = { signal: AbortSignal.any([signal, watching.signal]) };
  let from: number | undefined;

  function advance() {
    // A hidden tab paints nothing, and some browsers stop decoding for it.
    if (video.paused || video.seeking || document.visibilityState !== 'visible') from = undefined;
    else from ??= video.currentTime;
    if (from === undefined || video.currentTime - from < PLAYED_SECONDS) return;
    watching.abort();
    void look();
  }

  async function look() {
    const hasNoPicture = lacksPicture(video);
    if (!hasNoPicture && !lacksSound(video)) return;
    const tracks = await readTracks();
    if (!tracks || signal.aborted) return;
    const picture = tracks.find(({ kind }) => kind === 'video');
    if (hasNoPicture && picture) return onUndecoded(undecoded('picture', picture));
    const known = undecodable(video, tracks);
    if (known?.part === 'sound' && !hasNoPicture) onUndecoded(known);
  }

  video.addEventListener('timeupdate', advance, inner);
  video.addEventListener('seeking', advance, inner);
  video.addEventListener('pause', advance, inner);
}

export const undecodedError = ({ part, codec }: Undecoded): PlaybackError => ({
  type: 'htmlvideo',
  errorName: part === 'picture' ? 'PictureNotDecoded' : 'SoundNotDecoded',
  key: part === 'picture' ? 'errorNoPicture' : 'errorNoSound',
  codec,
});

/** A movie without a picture has failed; without its sound it plays on, and the viewer is told. */
export const reportUndecoded =
  ({ report, failed }: Pick<AttachOptions, 'report' | 'failed'>) =>
  (found: Undecoded): void => {
    if (found.part === 'sound') report({ silentCodec: found.codec });
    else failed(undecodedError(found));
  };

const undecoded = (part: Undecoded['part'], { format }: Mp4Track): Undecoded => ({
  part,
  codec: NAMES[format] ?? format.trim(),
});

const isDecodable = (video: Pick<HTMLMediaElement, 'canPlayType'>, { kind, format }: Mp4Track) =>
  COMMON.has(format) ||
  video.canPlayType(`${kind}/mp4; codecs="${PLAIN_PROFILES[format] ?? format}"`) !== '';

function lacksPicture(video: HTMLVideoElement): boolean {
  if (video.videoWidth === 0) return true;
  // Only engines that count decoded frames are believed when they say none.
  return (
    Reflect.get(video, 'webkitDecodedFrameCount') === 0 &&
    video.getVideoPlaybackQuality().totalVideoFrames === 0
  );
}

/** Chromium, Firefox and Safari each have their own sign; where there is none, nothing is suspected. */
function lacksSound(video: HTMLVideoElement): boolean {
  return (
    Reflect.get(video, 'webkitAudioDecodedByteCount') === 0 ||
    Reflect.get(video, 'mozHasAudio') === false ||
    video.audioTracks?.length === 0
  );
}
