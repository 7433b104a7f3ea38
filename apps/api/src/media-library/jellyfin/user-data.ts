// Reads and writes the watch state of a media server's user. An API key has no user, so each request names one.
import {
  fetchFromServer,
  nameOf,
  sendToServer,
  type BoundFetch,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import { z } from 'zod';

export interface ItemWatchState {
  readonly itemId: string;
  /** Milliseconds since 1970. Undefined if the item was never played. */
  readonly playedAt: number | undefined;
  /** Seconds. */
  readonly position: number;
  /** Seconds. Undefined if the server doesn't know the duration. */
  readonly duration: number | undefined;
  readonly isPlayed: boolean;
  readonly playCount: number;
}

export interface ServerUserData {
  /** Returns items played after a time in milliseconds since 1970, latest first. */
  readonly playedSince: (since: number, signal: AbortSignal) => Promise<readonly ItemWatchState[]>;
  /** Undefined if the item is gone. */
  readonly read: (itemId: string, signal: AbortSignal) => Promise<ItemWatchState | undefined>;
  readonly write: (state: ItemWatchState, signal: AbortSignal) => Promise<void>;
}

interface ServerUserDataOptions {
  readonly server: MediaServer;
  /** The user's name. Case doesn't matter. */
  readonly user: string;
  readonly fetch: (signal: AbortSignal) => BoundFetch;
}

export const TICKS_A_SECOND = 10_000_000;
const TIMEOUT_MS = 20_000;
const PAGE_SIZE = 200;
const MAX_ITEMS = 10_000;

const Num = z.number().nonnegative().catch(0);
const UserRow = z.object({ Id: z.string().regex(/^[\w-]{1,64}$/), Name: z.string() });
const ItemRow = z
  .object({
    Id: z.string(),
    RunTimeTicks: Num.optional(),
    UserData: z.object({
      PlaybackPositionTicks: Num,
      PlayCount: Num,
      LastPlayedDate: z.string().nullish().catch(null),
      Played: z.boolean().catch(false),
    }),
  })
  .transform(({ Id, RunTimeTicks = 0, UserData }): ItemWatchState => {
    const playedAt = Date.parse(UserData.LastPlayedDate ?? '');
    return {
      itemId: Id,
      playedAt: Number.isNaN(playedAt) ? undefined : playedAt,
      position: UserData.PlaybackPositionTicks / TICKS_A_SECOND,
      duration: RunTimeTicks > 0 ? RunTimeTicks / TICKS_A_SECOND : undefined,
      isPlayed: UserData.Played,
      playCount: UserData.PlayCount,
    };
  });
const Page = z.object({ Items: z.array(z.unknown()) });

export function serverUserData({ server, user, fetch }: ServerUserDataOptions): ServerUserData {
  const isEmby = server.product === 'emby';
  const common = { enableUserData: 'true', enableImages: 'false' };
  let knownId: string | undefined;

  async function userId(signal: AbortSignal): Promise<string> {
    if (knownId !== undefined) return knownId;
    const json = await fetchFromServer(fetch(signal), server, '/Users', { timeoutMs: TIMEOUT_MS });
    const users = z.array(z.unknown()).safeParse(json).data ?? [];
    const found = users
      .flatMap((row) => UserRow.safeParse(row).data ?? [])
      .find(({ Name }) => Name.toLowerCase() === user.toLowerCase());
    if (!found) throw new Error(`${nameOf(server)} has no user with the configured name`);
    return (knownId = found.Id);
  }

  async function list(query: Readonly<Record<string, string | number>>, signal: AbortSignal) {
    const json = await fetchFromServer(fetch(signal), server, '/Items', {
      query: { ...common, ...query, userId: await userId(signal) },
      timeoutMs: TIMEOUT_MS,
    });
    const { data } = Page.safeParse(json);
    if (!data) throw new Error(`${nameOf(server)} sent an unexpected response`);
    return data.Items.flatMap((row) => ItemRow.safeParse(row).data ?? []);
  }

  return {
    playedSince: async (since, signal) => {
      const found: ItemWatchState[] = [];
      for (let startIndex = 0; startIndex < MAX_ITEMS; startIndex += PAGE_SIZE) {
        const page = await list({ ...LATEST_FIRST, startIndex, limit: PAGE_SIZE }, signal);
        const fresh = page.filter(({ playedAt = 0 }) => playedAt > since);
        found.push(...fresh);
        if (fresh.length < PAGE_SIZE) break;
      }
      return found;
    },
    read: async (itemId, signal) =>
      // A server that ignores the filter sends other items, too.
      (await list({ ids: itemId }, signal)).find((state) => state.itemId === itemId),
    write: async ({ itemId, playedAt, position, isPlayed, playCount }, signal) => {
      const id = await userId(signal);
      const body = {
        PlaybackPositionTicks: Math.round(position * TICKS_A_SECOND),
        // Emby treats a missing field as false.
        Played: isPlayed,
        PlayCount: playCount,
        ...(playedAt !== undefined && { LastPlayedDate: new Date(playedAt).toISOString() }),
      };
      const request = { body, timeoutMs: TIMEOUT_MS };
      if (!isEmby) {
        const query = { userId: id };
        await sendToServer(fetch(signal), server, `/UserItems/${itemId}/UserData`, {
          ...request,
          query,
        });
        return;
      }
      await sendToServer(fetch(signal), server, `/Users/${id}/Items/${itemId}/UserData`, request);
      // In Emby, only this request sets the date. It clears the position.
      if (isPlayed && position === 0) {
        const DatePlayed = new Date(playedAt ?? 0).toISOString().replaceAll(/\D/g, '').slice(0, 14);
        const query = playedAt === undefined ? {} : { DatePlayed };
        const path = `/Users/${id}/PlayedItems/${itemId}`;
        await sendToServer(fetch(signal), server, path, { query, timeoutMs: TIMEOUT_MS });
      }
    },
  };
}

const LATEST_FIRST = {
  recursive: 'true',
  includeItemTypes: 'Movie,Episode,Video',
  sortBy: 'DatePlayed',
  sortOrder: 'Descending',
};
