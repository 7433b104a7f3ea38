import type { Bookmark, BookmarkInput } from '@matinee/shared/contract/bookmarks';
import {
  type SqlDatabase,
  type Sql,
  writeInChunks,
  type TransactionalQueries,
} from '#database/sql.ts';
import { PUT_BOOKMARKS } from './bookmarks.sql.ts';
import { tombstoneBookmarks } from './tombstones.ts';
import { isStale, withUserLock, type SnapshotCheck, lockUser } from '#accounts/accounts.ts';
import { quotaExceeded, type QuotaCheck } from './quotas.ts';
import { toMeta, type TitleColumns, clampTimestamp } from './title-columns.ts';

export interface Bookmarks {
  /** Returns each ID once, in the order of first occurrence. The last item of an ID counts. */
  putAll(userId: string, items: readonly BookmarkInput[]): Promise<Bookmark[]>;
  put(userId: string, item: BookmarkInput): Promise<Bookmark>;
  remove(
    userId: string,
    tmdbId: string,
  ): Promise<{ readonly tmdbId: string; readonly success: true }>;
}

export interface BookmarkRow extends TitleColumns {
  readonly tmdbId: string;
  readonly groups: string[];
  readonly favoriteEpisodes: string[];
  readonly updatedAt: string;
}

export type BookmarkWrite = BookmarkInput & { readonly updatedAt: string };

export function createBookmarks(db: SqlDatabase, now: () => number): Bookmarks {
  const putAll = (userId: string, items: readonly BookmarkInput[]): Promise<Bookmark[]> => {
    const at = now();
    const writes = lastOfEach(items).map((item) => ({
      ...item,
      updatedAt: clampTimestamp(item.updatedAt, at),
    }));
    return writeInChunks(db, writes, async (tx, chunk) => {
      const stored = await writeBookmarks(tx, userId, { items: chunk, now: at });
      return chunk.map((item) => toSavedBookmark(stored.get(item.tmdbId), item));
    });
  };
  return {
    putAll,
    put: async (userId, item) => {
      const at = now();
      const write = { ...item, updatedAt: clampTimestamp(item.updatedAt, at) };
      const stored = await writeBookmarks(db, userId, { items: [write], now: at });
      return toSavedBookmark(stored.get(item.tmdbId), write);
    },
    remove: async (userId, tmdbId) => {
      const at = now();
      const deletion = { tmdbId, deletedAt: clampTimestamp(null, at), superseded: false };
      await withUserLock(db, userId, (tx) =>
        tombstoneBookmarks(tx, userId, { deletions: [deletion], now: at }),
      );
      return { tmdbId, success: true };
    },
  };
}

/** Returns the stored rows by ID. No ID may occur twice. */
export async function writeBookmarks(
  { query }: Sql,
  userId: string,
  writes: { readonly items: readonly BookmarkWrite[]; readonly now: number },
): Promise<ReadonlyMap<string, BookmarkRow>> {
  const { items, now } = writes;
  const rows = await query<SnapshotCheck & QuotaCheck & (BookmarkRow | { readonly tmdbId: null })>(
    PUT_BOOKMARKS,
    [
      userId,
      JSON.stringify(items.map(toRecord)),
      idsAsKeys(items.filter(({ group }) => group === null)),
      idsAsKeys(items.filter(({ favoriteEpisodes }) => favoriteEpisodes === null)),
      new Date(now),
    ],
  );
  if (isStale(rows)) return writeBookmarks({ query }, userId, writes);
  if (rows.some(({ isWithinQuota }) => !isWithinQuota)) throw quotaExceeded('bookmarks');
  return new Map(rows.flatMap((row) => (row.tmdbId === null ? [] : [[row.tmdbId, row]])));
}

const idsAsKeys = (items: readonly BookmarkWrite[]): string =>
  JSON.stringify(Object.fromEntries(items.map(({ tmdbId }) => [tmdbId, true])));

const toRecord = ({ meta, tmdbId, group, favoriteEpisodes, updatedAt }: BookmarkWrite) => ({
  tmdb_id: tmdbId,
  ...meta,
  groups: group ?? [],
  favorite_episodes: favoriteEpisodes ?? [],
  updated_at: updatedAt,
});

/** Keeps the last item of each ID, in the order of first occurrence. */
function lastOfEach(items: readonly BookmarkInput[]): BookmarkInput[] {
  const last = new Map<string, BookmarkInput>();
  for (const item of items) last.set(item.tmdbId, mergeBookmarkWrites(item, last.get(item.tmdbId)));
  return [...last.values()];
}

/** Merges two writes of one bookmark. Fields that the later write lacks keep their value. */
export const mergeBookmarkWrites = <Item extends BookmarkInput>(
  later: Item,
  earlier: Item | undefined,
): Item => ({
  ...later,
  meta: {
    ...later.meta,
    year: later.meta.year ?? earlier?.meta.year ?? null,
    poster: later.meta.poster ?? earlier?.meta.poster ?? null,
  },
  group: later.group ?? earlier?.group ?? null,
  favoriteEpisodes: later.favoriteEpisodes ?? earlier?.favoriteEpisodes ?? null,
});

export function toBookmark(row: BookmarkRow): Bookmark {
  return {
    tmdbId: row.tmdbId,
    meta: toMeta(row),
    group: row.groups,
    favoriteEpisodes: row.favoriteEpisodes,
    updatedAt: row.updatedAt,
  };
}

/** Returns the reply to a write: the row, or the bookmark as sent if a later deletion removed it. */
function toSavedBookmark(row: BookmarkRow | undefined, item: BookmarkWrite): Bookmark {
  if (row) return toBookmark(row);
  const { tmdbId, meta, group, favoriteEpisodes, updatedAt } = item;
  return {
    tmdbId,
    meta: toMeta(meta),
    group: group ?? [],
    favoriteEpisodes: favoriteEpisodes ?? [],
    updatedAt,
  };
}

interface GroupOrder {
  readonly groupOrder: string[];
}

export interface GroupOrders {
  get(userId: string): Promise<GroupOrder>;
  put(userId: string, groups: readonly string[]): Promise<GroupOrder>;
}

export function createGroupOrders(db: TransactionalQueries): GroupOrders {
  return {
    get: async (userId) => {
      const stored = await db.prisma.groupOrder.findUnique({ where: { userId } });
      return { groupOrder: stored?.groups ?? [] };
    },
    put: (userId, given) =>
      db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const groups = [...given];
        await tx.prisma.groupOrder.upsert({
          where: { userId },
          create: { userId, groups },
          update: { groups },
        });
        return { groupOrder: groups };
      }),
  };
}
