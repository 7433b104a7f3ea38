// Converts Jellyfin's seek bar images (since 10.9) to a playlist of images.
import type { ImagesRef } from '@matinee/sources/sources/jellyfin/items';
import {
  fetchFromServer,
  type BoundFetch,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;
const MAX_SHEETS = 2_000;
const MAX_IN_SHEET = 10_000;
/** Players show images 96 pixels high. This size is sharp on high-density screens. */
const WIDTH = 320;

const Pixels = z.number().int().min(1).max(4_096);
const Images = z.object({
  Width: Pixels,
  Height: Pixels,
  /** The number of images in a row, and of rows. */
  TileWidth: Pixels,
  TileHeight: Pixels,
  ThumbnailCount: z.number().int().min(1),
  /** Milliseconds. */
  Interval: z.number().min(1),
});
type Images = z.infer<typeof Images>;

const Items = z.object({ Items: z.array(z.unknown()) });
/** Keyed by the version's ID, then by width. */
const Item = z.object({
  Id: z.string(),
  Trickplay: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Returns an empty playlist for an item without images. Browsers then create their own. */
export async function fetchImagePlaylist(
  fetch: BoundFetch,
  server: MediaServer,
  { itemId, mediaSourceId }: ImagesRef,
): Promise<{ readonly url: string; readonly text: string }> {
  const json = await fetchFromServer(fetch, server, '/Items', {
    query: { ids: itemId, fields: 'Trickplay', enableImages: 'false' },
    timeoutMs: TIMEOUT_MS,
  });
  const rows = Items.safeParse(json).data?.Items ?? [];
  const item = rows
    .flatMap((row) => Item.safeParse(row).data ?? [])
    .find(({ Id }) => Id === itemId);
  const sizes = Object.values(item?.Trickplay[mediaSourceId] ?? {})
    .flatMap((row) => Images.safeParse(row).data ?? [])
    .toSorted((one, other) => Math.abs(one.Width - WIDTH) - Math.abs(other.Width - WIDTH));
  const [images] = sizes;
  return {
    url: `${server.base}/Videos/${itemId}/Trickplay/${images?.Width ?? WIDTH}/tiles.m3u8`,
    text: images ? sheetsOf(images, mediaSourceId) : playlistOf(1, []),
  };
}

/** Writes tags of the image media playlist specification like the server, but without its API key. */
function sheetsOf(images: Images, mediaSourceId: string): string {
  const { Width, Height, TileWidth, TileHeight, ThumbnailCount, Interval } = images;
  const inSheet = Math.min(TileWidth * TileHeight, MAX_IN_SHEET);
  const sheets = Math.min(Math.ceil(ThumbnailCount / inSheet), MAX_SHEETS);
  const seconds = Interval / 1_000;
  const tiles = `RESOLUTION=${Width}x${Height},LAYOUT=${TileWidth}x${TileHeight},DURATION=${seconds}`;
  const lines = Array.from({ length: sheets }, (_, at) => {
    const count = Math.min(inSheet, ThumbnailCount - at * inSheet);
    return [
      `#EXTINF:${Math.round(count * Interval) / 1_000},`,
      `#EXT-X-TILES:${tiles}`,
      `${at}.jpg?mediaSourceId=${mediaSourceId}`,
    ].join('\n');
  });
  return playlistOf(Math.ceil(inSheet * seconds), lines);
}

/** `targetDuration`: seconds. */
function playlistOf(targetDuration: number, lines: readonly string[]): string {
  return [
    '#EXTM3U',
    `#EXT-X-TARGETDURATION:${targetDuration}`,
    '#EXT-X-VERSION:7',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-IMAGES-ONLY',
    ...lines,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
