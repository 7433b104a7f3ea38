// Detects what this browser plays, once per visit, so that a server converts as little of a file as possible.
import {
  CAPABILITIES,
  type Capabilities,
  type Capability,
} from '@matinee/shared/media/capabilities';

/** A browser that takes longer is trusted to play what it lists. */
const TIMEOUT_MS = 1_000;
const SURROUND_CHANNELS = 6;

/** Codec strings of RFC 6381. The container does not matter: servers put all codecs into MP4. */
const VIDEO: Readonly<Partial<Record<Capability, string>>> = {
  avc: 'avc1.64002a',
  'avc-4k': 'avc1.640034',
  'avc-10': 'avc1.6e0029',
  hevc: 'hvc1.1.6.L123.B0',
  'hevc-10': 'hvc1.2.4.L123.B0',
  vp9: 'vp09.00.41.08',
  'vp9-10': 'vp09.02.41.10',
  av1: 'av01.0.09M.08',
  'av1-10': 'av01.0.09M.10',
};
const AUDIO: Readonly<Partial<Record<Capability, string>>> = {
  aac: 'mp4a.40.2',
  mp3: 'mp3',
  opus: 'opus',
  flac: 'flac',
  ac3: 'ac-3',
  eac3: 'ec-3',
};
const WEBM = 'video/webm; codecs="vp8, vorbis"';

let found: Promise<Capabilities | undefined> | undefined;

/** Undefined if the browser can't tell. */
export function browserCapabilities(): Promise<Capabilities | undefined> {
  found ??= findCapabilities().catch(() => undefined);
  return found;
}

export async function findCapabilities(): Promise<Capabilities> {
  const checks = await Promise.all(
    CAPABILITIES.map(async (each) => ((await hasCapability(each)) ? [each] : [])),
  );
  return checks.flat();
}

async function hasCapability(capability: Capability): Promise<boolean> {
  const video = VIDEO[capability];
  if (video !== undefined) return await plays(`video/mp4; codecs="${video}"`, 'video');
  const audio = AUDIO[capability];
  if (audio !== undefined) return await plays(`audio/mp4; codecs="${audio}"`, 'audio');
  if (capability === 'webm') return document.createElement('video').canPlayType(WEBM) !== '';
  if (capability === 'hdr') return matchMedia('(dynamic-range: high)').matches;
  return (await maxChannelCount()) >= SURROUND_CHANNELS;
}

/** Checks MediaSource, which plays HLS. iPhones do not have it and play HLS natively. */
async function plays(contentType: string, kind: 'video' | 'audio'): Promise<boolean> {
  const hasMediaSource = 'MediaSource' in globalThis;
  const isListed = hasMediaSource
    ? MediaSource.isTypeSupported(contentType)
    : document.createElement('video').canPlayType(contentType) !== '';
  if (!isListed || !('mediaCapabilities' in navigator)) return isListed;
  const type: MediaDecodingType = hasMediaSource ? 'media-source' : 'file';
  const picture = { contentType, width: 1920, height: 1080, bitrate: 8_000_000, framerate: 30 };
  const sound = { contentType, channels: '2', bitrate: 192_000, samplerate: 48_000 };
  const query = kind === 'video' ? { type, video: picture } : { type, audio: sound };
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), TIMEOUT_MS));
  const isDecoded = navigator.mediaCapabilities.decodingInfo(query).then(
    ({ supported }) => supported,
    // Some browsers reject codecs that they list.
    () => true,
  );
  return await Promise.race([isDecoded, timeout]);
}

/** The number of loudspeaker channels. The context is closed before it plays. */
async function maxChannelCount(): Promise<number> {
  try {
    const context = new AudioContext();
    const { maxChannelCount } = context.destination;
    await context.close();
    return maxChannelCount;
  } catch {
    return 2;
  }
}
