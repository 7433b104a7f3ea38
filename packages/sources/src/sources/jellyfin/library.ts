import type { WantedIds } from './items.ts';

/** What the server side keeps of a media server, since that cannot be asked for a provider's id. */
export interface JellyfinLibrary {
  /** The items that are this title; undefined while nothing is known yet. */
  readonly find: (wanted: WantedIds) => readonly string[] | undefined;
  /** What it said is out of date, or may be. */
  readonly missed: () => void;
}

/** The playlist of one version of an item, with all its audio tracks; the server side makes it when it is opened. */
export interface PlaylistRef {
  readonly itemId: string;
  readonly mediaSourceId: string;
}

export function playlistAddress(prefix: string, { itemId, mediaSourceId }: PlaylistRef): string {
  return `${prefix}${itemId}/${mediaSourceId}.m3u8`;
}

export function parsePlaylistAddress(prefix: string, address: string): PlaylistRef | undefined {
  const [, itemId, mediaSourceId] =
    /^([\w-]+)\/([\w-]+)\.m3u8$/.exec(address.slice(prefix.length)) ?? [];
  if (!address.startsWith(prefix) || itemId === undefined || mediaSourceId === undefined) return;
  return { itemId, mediaSourceId };
}
