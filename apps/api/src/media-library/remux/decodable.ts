// The tracks that a viewer's browser decodes.
import {
  CAPABILITIES,
  type Capabilities,
  type Capability,
} from '@matinee/shared/media/capabilities';
import type { AudioCodec, InputAudioTrack, InputVideoTrack, VideoCodec } from 'mediabunny';

/** The codecs in MP4 that most browsers decode, for clients that send no capabilities. */
const COMMON_CODECS: ReadonlySet<VideoCodec | AudioCodec> = new Set([
  ...(['avc', 'hevc', 'vp9', 'av1'] as const),
  ...(['aac', 'mp3', 'opus', 'flac'] as const),
]);

/** The codecs that all browsers play in WebM and similar containers. */
const COMMON_DIRECT_CODECS: ReadonlySet<VideoCodec | AudioCodec> = new Set([
  ...(['avc', 'vp8', 'vp9', 'av1'] as const),
  ...(['aac', 'mp3', 'opus', 'vorbis', 'flac'] as const),
]);

type MediaTrack = InputVideoTrack | InputAudioTrack;

/** Whether the browser decodes the track from MP4, also in fragments. */
export async function isDecodable(
  track: MediaTrack,
  capabilities: Capabilities | undefined,
): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === null) return false;
  if (!capabilities) return COMMON_CODECS.has(codec);
  const needed = await neededFor(track);
  return needed !== undefined && capabilities.includes(needed);
}

/** Whether the browser decodes the track from the file itself, which is MP4 or WebM. */
export async function isDecodableDirectly(
  track: MediaTrack,
  capabilities: Capabilities | undefined,
): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === null) return false;
  if (!capabilities) return COMMON_DIRECT_CODECS.has(codec);
  if (codec === 'vp8' || codec === 'vorbis') return capabilities.includes('webm');
  return await isDecodable(track, capabilities);
}

/** The channels of converted sound: 5.1 for browsers with as many loudspeakers. */
export const maxChannels = (capabilities: Capabilities | undefined): number =>
  capabilities?.includes('surround') === false ? 2 : 6;

const AUDIO: ReadonlyMap<VideoCodec | AudioCodec, Capability> = new Map([
  ['aac', 'aac'],
  ['mp3', 'mp3'],
  ['opus', 'opus'],
  ['flac', 'flac'],
  ['ac3', 'ac3'],
  ['eac3', 'eac3'],
]);

/** Undefined if browsers don't decode the codec, or this profile of it. */
async function neededFor(track: MediaTrack): Promise<Capability | undefined> {
  const codec = (await track.getCodec()) ?? 'avc';
  const sound = AUDIO.get(codec);
  if (sound) return sound;
  const text = (await track.getCodecParameterString()) ?? '';
  return PROFILES.find(([profile]) => profile.test(text))?.[1];
}

/** Capabilities by the codec strings of RFC 6381. */
const PROFILES: readonly (readonly [RegExp, Capability])[] = [
  // Baseline, Main, Extended and High; the level is ten times its number, so `2a` is 4.2.
  [/^avc[13]\.(?:42|4d|58|64)..(?:0.|1.|2[\da])$/i, 'avc'],
  [/^avc[13]\.(?:42|4d|58|64)..(?:2.|3[0-4])$/i, 'avc-4k'],
  [/^avc[13]\.6e/i, 'avc-10'],
  [/^h[ev][vc]1\.[ABC]?1\./, 'hevc'],
  [/^h[ev][vc]1\.[ABC]?2\./, 'hevc-10'],
  [/^vp09\.00\./, 'vp9'],
  [/^vp09\.02\..*\.10/, 'vp9-10'],
  [/^av01\.0\.\w+\.08/, 'av1'],
  [/^av01\.0\.\w+\.10/, 'av1-10'],
];

/** Writes capabilities into addresses of streams: one bit for each. */
export function capabilitiesCode(capabilities: Capabilities): string {
  const bits = CAPABILITIES.map((each, at) => (capabilities.includes(each) ? 2 ** at : 0));
  return `p${bits.reduce<number>((sum, bit) => sum + bit, 0).toString(36)}`;
}

/** Reads what `capabilitiesCode` writes. */
export function capabilitiesOfCode(code: string): Capabilities {
  const bits = Number.parseInt(code.slice(1), 36);
  return CAPABILITIES.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1);
}
