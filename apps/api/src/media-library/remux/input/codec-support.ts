// Determines which tracks a browser decodes.
import {
  CAPABILITIES,
  type Capabilities,
  type Capability,
} from '@matinee/shared/media/capabilities';
import { nameOfCodec } from '@matinee/shared/media/codec-names';
import type { MissCause } from '@matinee/shared/contract/scrape';
import type { AudioCodec, InputAudioTrack, InputVideoTrack, VideoCodec } from 'mediabunny';

/** The codecs in MP4 that most browsers decode, for clients that send no capabilities. */
const COMMON_CODECS: ReadonlySet<VideoCodec | AudioCodec> = new Set([
  ...(['avc', 'hevc', 'vp9', 'av1'] as const),
  ...(['aac', 'mp3', 'opus', 'flac'] as const),
]);

/** The codecs that most browsers play directly from MP4 or WebM. */
const COMMON_DIRECT_CODECS: ReadonlySet<VideoCodec | AudioCodec> = new Set([
  ...(['avc', 'vp8', 'vp9', 'av1'] as const),
  ...(['aac', 'mp3', 'opus', 'vorbis', 'flac'] as const),
]);

/** A format that the browser can't play and the server can't convert. */
export interface UnplayableMedia {
  /** A codec, or a container: `AC-3`. */
  readonly format: string;
  /** The track that has the codec. */
  readonly part: MissCause['part'];
}

type MediaTrack = InputVideoTrack | InputAudioTrack;

/** Returns whether the browser decodes the track from MP4, fragmented or not. */
export async function isSupported(
  track: MediaTrack,
  capabilities: Capabilities | undefined,
): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === null) return false;
  if (!capabilities) return COMMON_CODECS.has(codec);
  const needed = await neededFor(track);
  return needed !== undefined && capabilities.includes(needed);
}

/** Returns whether the browser decodes the track from the file itself, which is MP4 or WebM. */
export async function isSupportedDirectly(
  track: MediaTrack,
  capabilities: Capabilities | undefined,
): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === null) return false;
  if (!capabilities) return COMMON_DIRECT_CODECS.has(codec);
  if (codec === 'vp8' || codec === 'vorbis') return capabilities.includes('webm');
  return await isSupported(track, capabilities);
}

/** Returns the number of channels of converted sound: 5.1 unless the device has fewer loudspeakers. */
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

/** Undefined if browsers don't decode the codec or its profile. */
async function neededFor(track: MediaTrack): Promise<Capability | undefined> {
  const codec = (await track.getCodec()) ?? 'avc';
  const audioCapability = AUDIO.get(codec);
  if (audioCapability) return audioCapability;
  const text = (await track.getCodecParameterString()) ?? '';
  return PROFILES.find(([profile]) => profile.test(text))?.[1];
}

/** Capabilities by RFC 6381 codec string. */
const PROFILES: readonly (readonly [RegExp, Capability])[] = [
  // Baseline, Main, Extended and High. The level is ten times its number in hex: `2a` is 4.2.
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

interface CodecFamily {
  /** Matches RFC 6381 codec strings and mediabunny's codec names. */
  readonly codec: RegExp;
  readonly part: NonNullable<MissCause['part']>;
  /** A name that `nameOfCodec` knows. */
  readonly name: string;
  /** Undefined if no browser decodes it. */
  readonly needed: Capability | undefined;
}

const FAMILIES: readonly CodecFamily[] = [
  { codec: /^avc/i, part: 'video', name: 'avc', needed: 'avc' },
  { codec: /^h(?:vc1|ev1|evc)/i, part: 'video', name: 'hevc', needed: 'hevc' },
  { codec: /^vp0?9/i, part: 'video', name: 'vp9', needed: 'vp9' },
  { codec: /^av(?:01|1)/i, part: 'video', name: 'av1', needed: 'av1' },
  { codec: /^(?:mp3|mp4a\.(?:40\.34|69|6b))/i, part: 'audio', name: 'mp3', needed: 'mp3' },
  { codec: /^(?:ac-?3|mp4a\.a5)/i, part: 'audio', name: 'ac3', needed: 'ac3' },
  { codec: /^(?:ec-3|eac3|mp4a\.a6)/i, part: 'audio', name: 'eac3', needed: 'eac3' },
  { codec: /^(?:aac|mp4a\.(?:40|6[678]))/i, part: 'audio', name: 'aac', needed: 'aac' },
  { codec: /^opus/i, part: 'audio', name: 'opus', needed: 'opus' },
  { codec: /^flac/i, part: 'audio', name: 'flac', needed: 'flac' },
  { codec: /^dts/i, part: 'audio', name: 'dts', needed: undefined },
];

/** Returns whether one of a stream's codecs is a video codec. */
export const hasVideoCodec = (codecs: readonly string[]): boolean =>
  codecs.some((text) => FAMILIES.some(({ codec, part }) => part === 'video' && codec.test(text)));

/**
 * Returns the codec that keeps the browser from playing a stream as it is. Leaves levels and codecs without a
 * capability to the browser, because the server can't convert such a stream.
 */
export function missingCodec(
  codecs: readonly string[],
  capabilities: Capabilities,
): UnplayableMedia | undefined {
  const found = codecs.flatMap((text) => {
    const family = FAMILIES.find(({ codec }) => codec.test(text));
    return family ? { ...family, isDecoded: decodes(text, family, capabilities) } : [];
  });
  const video = found.find(({ part }) => part === 'video');
  if (video?.isDecoded === false) return { format: nameOfCodec(video.name), part: 'video' };
  const audio = found.filter(({ part }) => part === 'audio');
  const [first] = audio;
  return first && !audio.some(({ isDecoded }) => isDecoded)
    ? { format: nameOfCodec(first.name), part: 'audio' }
    : undefined;
}

function decodes(text: string, { needed }: CodecFamily, capabilities: Capabilities): boolean {
  if (needed === undefined || !capabilities.includes(needed)) return false;
  const exact = PROFILES.find(([profile]) => profile.test(text))?.[1];
  return exact === undefined || exact === 'avc-4k' || capabilities.includes(exact);
}

/** Encodes capabilities for stream URLs, one bit for each. */
export function capabilitiesCode(capabilities: Capabilities): string {
  const bits = CAPABILITIES.map((each, at) => (capabilities.includes(each) ? 2 ** at : 0));
  return `p${bits.reduce<number>((sum, bit) => sum + bit, 0).toString(36)}`;
}

/** Reads what `capabilitiesCode` writes. */
export function capabilitiesOfCode(code: string): Capabilities {
  const bits = Number.parseInt(code.slice(1), 36);
  return CAPABILITIES.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1);
}
