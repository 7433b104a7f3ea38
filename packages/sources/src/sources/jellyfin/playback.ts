import type { Capabilities } from '@matinee/shared/media/capabilities';
import { z } from 'zod';
import { deviceProfile } from './device-profile.ts';
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
  IsDefault: Flag,
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
  /** The capabilities of the viewer's browser. */
  readonly capabilities: Capabilities | undefined;
}

/** Returns the versions of an item and the ways to play them. Undefined if the item is gone. */
export async function fetchPlayback(
  fetch: BoundFetch,
  server: MediaServer,
  { itemId, asPlaylistOf, capabilities }: PlaybackRequest,
): Promise<readonly MediaSource[] | undefined> {
  const DeviceProfile = deviceProfile(capabilities);
  const json = await fetchFromServer(fetch, server, `/Items/${itemId}/PlaybackInfo`, {
    body: {
      MaxStreamingBitrate: DeviceProfile.MaxStreamingBitrate,
      DeviceProfile,
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
