import { z } from 'zod';
import { ItemId } from './items.ts';
import { fetchFromServer, nameOf, type BoundFetch, type MediaServer } from './media-server.ts';

const Text = z.string().nullish();
const Num = z.number().nullish();
const Flag = z.boolean().nullish();

export const MediaStream = z.object({
  Type: z.string(),
  Index: z.number().int(),
  Codec: Text,
  Language: Text,
  DisplayTitle: Text,
  IsForced: Flag,
  IsHearingImpaired: Flag,
  IsInterlaced: Flag,
  IsTextSubtitleStream: Flag,
  DeliveryMethod: Text,
  DeliveryUrl: Text,
  Width: Num,
  Height: Num,
  BitDepth: Num,
  VideoRange: Text,
});
export type MediaStream = z.infer<typeof MediaStream>;

export const MediaSource = z.object({
  Id: ItemId,
  Container: Text,
  RunTimeTicks: Num,
  SupportsDirectPlay: Flag,
  SupportsDirectStream: Flag,
  SupportsTranscoding: Flag,
  TranscodingUrl: Text,
  TranscodingSubProtocol: Text,
  DefaultAudioStreamIndex: Num,
  MediaStreams: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => (rows ?? []).flatMap((row) => MediaStream.safeParse(row).data ?? [])),
});
export type MediaSource = z.infer<typeof MediaSource>;

const PlaybackInfo = z.object({
  MediaSources: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => (rows ?? []).flatMap((row) => MediaSource.safeParse(row).data ?? [])),
  ErrorCode: Text,
});

interface PlaybackRequest {
  readonly itemId: string;
  /** Requests a playlist of this version, even if it could play directly. */
  readonly asPlaylistOf?: string;
}

/** The versions of an item and how they play; undefined if the item is gone. */
export async function fetchPlayback(
  fetch: BoundFetch,
  server: MediaServer,
  { itemId, asPlaylistOf }: PlaybackRequest,
): Promise<readonly MediaSource[] | undefined> {
  const json = await fetchFromServer(fetch, server, `/Items/${itemId}/PlaybackInfo`, {
    body: {
      MaxStreamingBitrate: MAX_BITRATE,
      DeviceProfile: DEVICE_PROFILE,
      EnableTranscoding: true,
      ...(asPlaylistOf === undefined
        ? { EnableDirectPlay: true, EnableDirectStream: true }
        : { EnableDirectPlay: false, EnableDirectStream: false, MediaSourceId: asPlaylistOf }),
    },
  });
  if (json === undefined) return undefined;
  const { data } = PlaybackInfo.safeParse(json);
  if (!data) throw new Error(`${nameOf(server)} sent an unexpected response`);
  if (data.ErrorCode) throw new Error(`${nameOf(server)} can't play this title: ${data.ErrorCode}`);
  return data.MediaSources;
}

export function streamsOfType({ MediaStreams }: MediaSource, type: string): MediaStream[] {
  return MediaStreams.filter((stream) => stream.Type === type);
}

/** Formats that every browser plays. The server remuxes or transcodes everything else. */
const MAX_BITS_A_SECOND = 60_000_000;

const only = (Property: string, Condition: string, Value: string) => ({
  Property,
  Condition,
  Value,
  // Unknown properties must not cause transcoding.
  IsRequired: false,
});

const DEVICE_PROFILE = {
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
    // Served since Jellyfin 10.10: https://github.com/jellyfin/jellyfin/pull/12056
    { Format: 'pgssub', Method: 'External' },
  ],
} as const;

const MAX_BITRATE = MAX_BITS_A_SECOND;
