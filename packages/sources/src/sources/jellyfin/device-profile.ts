/** What every browser plays. The server turns everything else into this, copying what it can. */
const MAX_BITS_A_SECOND = 60_000_000;

const only = (Property: string, Condition: string, Value: string) => ({
  Property,
  Condition,
  Value,
  // A property that the server has not measured is no reason to encode.
  IsRequired: false,
});

export const DEVICE_PROFILE = {
  Name: 'Matinee',
  MaxStreamingBitrate: MAX_BITS_A_SECOND,
  MaxStaticBitrate: MAX_BITS_A_SECOND,
  DirectPlayProfiles: [
    { Type: 'Video', Container: 'mp4,m4v', VideoCodec: 'h264', AudioCodec: 'aac,mp3' },
    { Type: 'Video', Container: 'webm', VideoCodec: 'vp8,vp9,av1', AudioCodec: 'vorbis,opus' },
  ],
  TranscodingProfiles: [
    {
      Type: 'Video',
      Container: 'ts',
      VideoCodec: 'h264',
      AudioCodec: 'aac,mp3',
      Protocol: 'hls',
      Context: 'Streaming',
      MaxAudioChannels: '2',
      MinSegments: 1,
      BreakOnNonKeyFrames: false,
    },
  ],
  ContainerProfiles: [],
  CodecProfiles: [
    {
      Type: 'Video',
      Codec: 'h264',
      Conditions: [
        only('VideoProfile', 'EqualsAny', 'high|main|baseline|constrained baseline'),
        only('VideoBitDepth', 'LessThanEqual', '8'),
        only('VideoLevel', 'LessThanEqual', '52'),
        only('IsInterlaced', 'NotEquals', 'true'),
      ],
    },
  ],
  SubtitleProfiles: [
    { Format: 'vtt', Method: 'External' },
    // Jellyfin hands these out since 10.10: https://github.com/jellyfin/jellyfin/pull/12056
    { Format: 'pgssub', Method: 'External' },
  ],
} as const;

export const MAX_BITRATE = MAX_BITS_A_SECOND;
