// Describes the capabilities of the viewer's browser in a media server's format.
import type { Capabilities, Capability } from '@matinee/shared/media/capabilities';

/** The capabilities of every browser, for clients that send none. */
const EVERY_BROWSER: Capabilities = ['avc', 'avc-4k', 'aac', 'mp3', 'webm'];

/** Codecs of files that play directly. */
export interface Playable {
  readonly ending: 'mp4' | 'webm';
  readonly containers: readonly string[];
  readonly video: readonly string[];
  readonly audio: readonly string[];
}

const MP4_VIDEO = [
  ['avc', 'h264'],
  ['hevc', 'hevc'],
  ['vp9', 'vp9'],
  ['av1', 'av1'],
] as const satisfies [Capability, string][];
const MP4_AUDIO = [
  ['aac', 'aac'],
  ['mp3', 'mp3'],
  ['opus', 'opus'],
  ['flac', 'flac'],
  ['ac3', 'ac3'],
  ['eac3', 'eac3'],
] as const satisfies [Capability, string][];

const codecsOf = (
  capabilities: Capabilities,
  codecs: readonly (readonly [Capability, string])[],
): string[] => codecs.flatMap(([word, codec]) => (capabilities.includes(word) ? codec : []));

export function playableFiles(capabilities: Capabilities = EVERY_BROWSER): readonly Playable[] {
  const mp4: Playable = {
    ending: 'mp4',
    containers: ['mp4', 'm4v'],
    video: codecsOf(capabilities, MP4_VIDEO),
    audio: codecsOf(capabilities, MP4_AUDIO),
  };
  const webm: Playable = {
    ending: 'webm',
    containers: ['webm'],
    video: ['vp8', 'vp9', 'av1'],
    audio: ['vorbis', 'opus'],
  };
  return capabilities.includes('webm') ? [mp4, webm] : [mp4];
}

/** Returns the bit depth that the browser supports for a codec. */
export function bitDepthOf(codec: string, capabilities: Capabilities = EVERY_BROWSER): 8 | 10 {
  const word = TEN_BITS.get(codec);
  return word !== undefined && capabilities.includes(word) ? 10 : 8;
}

const TEN_BITS: ReadonlyMap<string, Capability> = new Map([
  ['h264', 'avc-10'],
  ['hevc', 'hevc-10'],
  ['vp9', 'vp9-10'],
  ['av1', 'av1-10'],
]);

const MAX_BITS_A_SECOND = 60_000_000;

const only = (Property: string, Condition: string, Value: string) => ({
  Property,
  Condition,
  Value,
  // Unknown properties must not cause transcoding.
  IsRequired: false,
});

/** The server remuxes or transcodes everything else. */
export function deviceProfile(capabilities: Capabilities = EVERY_BROWSER) {
  const files = playableFiles(capabilities);
  return {
    Name: 'Matinee',
    MaxStreamingBitrate: MAX_BITS_A_SECOND,
    MaxStaticBitrate: MAX_BITS_A_SECOND,
    DirectPlayProfiles: files.map(({ containers, video, audio }) => ({
      Type: 'Video',
      Container: containers.join(),
      VideoCodec: video.join(),
      AudioCodec: audio.join(),
    })),
    TranscodingProfiles: transcodingProfiles(capabilities),
    ContainerProfiles: [],
    CodecProfiles: codecProfiles(capabilities),
    SubtitleProfiles: [
      { Format: 'vtt', Method: 'External' },
      // Served since Jellyfin 10.10: https://github.com/jellyfin/jellyfin/pull/12056
      { Format: 'pgssub', Method: 'External' },
    ],
  };
}

/** The server copies codecs in the list, and converts others to the first one. */
function transcodingProfiles(capabilities: Capabilities) {
  const common = {
    Type: 'Video',
    Protocol: 'hls',
    Context: 'Streaming',
    MaxAudioChannels: capabilities.includes('surround') ? '6' : '2',
    MinSegments: 1,
    BreakOnNonKeyFrames: false,
  };
  const ts = { ...common, Container: 'ts', VideoCodec: 'h264', AudioCodec: 'aac,mp3' };
  const newer = codecsOf(capabilities, MP4_VIDEO).filter((codec) => codec !== 'h264');
  const sounds = codecsOf(capabilities, MP4_AUDIO).filter(
    (codec) => !ts.AudioCodec.includes(codec),
  );
  if (newer.length + sounds.length === 0) return [ts];
  // These codecs play only in MP4 fragments.
  const mp4 = {
    ...common,
    Container: 'mp4',
    VideoCodec: ['h264', ...newer].join(),
    AudioCodec: ['aac', 'mp3', ...sounds].join(),
  };
  return [mp4, ts];
}

function codecProfiles(capabilities: Capabilities) {
  const has = (word: Capability): boolean => capabilities.includes(word);
  const range = has('hdr') ? [] : [only('VideoRangeType', 'EqualsAny', 'SDR|DOVIWithSDR')];
  const newer = codecsOf(capabilities, MP4_VIDEO).filter((codec) => codec !== 'h264');
  return [
    {
      Type: 'Video',
      Codec: 'h264',
      Conditions: [
        only(
          'VideoProfile',
          'EqualsAny',
          `high|main|baseline|constrained baseline${has('avc-10') ? '|high 10' : ''}`,
        ),
        only('VideoBitDepth', 'LessThanEqual', String(bitDepthOf('h264', capabilities))),
        only('VideoLevel', 'LessThanEqual', has('avc-4k') ? '52' : '42'),
        only('IsInterlaced', 'NotEquals', 'true'),
      ],
    },
    ...newer.map((Codec) => ({
      Type: 'Video',
      Codec,
      Conditions: [
        only('VideoBitDepth', 'LessThanEqual', String(bitDepthOf(Codec, capabilities))),
        ...range,
      ],
    })),
  ];
}
