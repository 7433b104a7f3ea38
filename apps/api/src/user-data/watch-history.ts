import type {
  deleteWatchHistory,
  SavedWatched,
  Watched,
  WatchedInput,
} from '@matinee/shared/contract/watch-history';
import type { z } from 'zod';
import { type Sql, type TransactionalQueries, writeInChunks } from '#database/sql.ts';
import { accountDeleted } from '#accounts/accounts.ts';
import { quotaExceeded, type QuotaCheck } from './quotas.ts';
import {
  toMeta,
  episodeKey,
  type TitleColumns,
  type EpisodeKey,
  clampTimestamp,
} from './title-columns.ts';
import { PUT_WATCHED } from './watch-history.sql.ts';

interface SavedMany {
  readonly success: true;
  readonly count: number;
  readonly items: SavedWatched[];
}

export interface WatchHistory {
  put(userId: string, item: WatchedInput): Promise<SavedWatched & { readonly success: true }>;
  /** Returns each stored item once. */
  putAll(userId: string, items: readonly WatchedInput[]): Promise<SavedMany>;
  remove(userId: string, key: EpisodeKey): Promise<z.output<typeof deleteWatchHistory.reply>>;
}

export interface WatchedRow extends TitleColumns, EpisodeKey {
  readonly id: string;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  readonly duration: number;
  readonly watched: number;
  readonly watchedAt: string;
  readonly completed: boolean;
  readonly updatedAt: string;
}

export function createWatchHistory(db: TransactionalQueries, now: () => number): WatchHistory {
  const save = (userId: string, items: readonly WatchedInput[]): Promise<SavedWatched[]> => {
    const at = now();
    const timed = items.map((item) => ({ ...item, watchedAt: clampTimestamp(item.watchedAt, at) }));
    return writeInChunks(db, newestOfEach(timed), async (tx, chunk) => {
      const stored = await writeWatched(tx, { userId, now: new Date(at) }, chunk);
      return chunk.flatMap((item) => {
        const row = stored.get(episodeKey(item));
        return row ? [toSavedWatched(userId, row)] : [];
      });
    });
  };
  return {
    put: async (userId, item) => {
      const [saved] = await save(userId, [item]);
      if (!saved) throw accountDeleted();
      return { ...saved, success: true };
    },
    putAll: async (userId, items) => {
      const saved = await save(userId, items);
      return { success: true, count: saved.length, items: saved };
    },
    remove: async (userId, { tmdbId, seasonId, episodeId }) => {
      const { count } = await db.prisma.watchHistory.deleteMany({
        where: { userId, tmdbId, ...(seasonId && { seasonId }), ...(episodeId && { episodeId }) },
      });
      return {
        success: true,
        count,
        tmdbId,
        seasonId: seasonId ?? undefined,
        episodeId: episodeId ?? undefined,
      };
    },
  };
}

/** Returns the stored rows by `episodeKey`. No key may occur twice. */
async function writeWatched(
  { query }: Sql,
  { userId, now }: { readonly userId: string; readonly now: Date },
  items: readonly WatchedInput[],
): Promise<ReadonlyMap<string, WatchedRow>> {
  const records = JSON.stringify(items.map(toRecord));
  const rows = await query<QuotaCheck & (WatchedRow | { readonly id: null })>(PUT_WATCHED, [
    userId,
    records,
    now,
  ]);
  if (rows.length === 0) throw accountDeleted();
  if (rows.some(({ isWithinQuota }) => !isWithinQuota)) throw quotaExceeded('watch_history');
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[episodeKey(row), row]])));
}

const toRecord = (item: WatchedInput) => ({
  tmdb_id: item.tmdbId,
  season_id: item.seasonId ?? '',
  episode_id: item.episodeId ?? '',
  ...item.meta,
  season_number: item.seasonNumber,
  episode_number: item.episodeNumber,
  duration: item.duration,
  watched: item.watched,
  watched_at: item.watchedAt,
  completed: item.completed,
});

function newestOfEach(items: readonly WatchedInput[]): WatchedInput[] {
  const newest = new Map<string, WatchedInput>();
  for (const item of items) {
    const key = episodeKey(item);
    const other = newest.get(key);
    if (!other || other.watchedAt <= item.watchedAt) newest.set(key, item);
  }
  return [...newest.values()];
}

const toSavedWatched = (userId: string, row: WatchedRow): SavedWatched => ({
  id: row.id,
  userId,
  tmdbId: row.tmdbId,
  seasonId: row.seasonId,
  episodeId: row.episodeId,
  seasonNumber: row.seasonNumber,
  episodeNumber: row.episodeNumber,
  meta: toMeta(row),
  duration: row.duration,
  watched: row.watched,
  watchedAt: row.watchedAt,
  completed: row.completed,
  updatedAt: row.updatedAt,
});

export function toWatched(row: WatchedRow): Watched {
  return {
    tmdbId: row.tmdbId,
    season: { id: row.seasonId ?? undefined, number: row.seasonNumber ?? undefined },
    episode: { id: row.episodeId ?? undefined, number: row.episodeNumber ?? undefined },
    meta: toMeta(row),
    duration: String(row.duration),
    watched: String(row.watched),
    watchedAt: row.watchedAt,
    completed: row.completed,
  };
}

export const toExportedWatched = (row: WatchedRow) => ({
  id: row.id,
  ...toWatched(row),
  updatedAt: row.updatedAt,
});
