import type {
  deleteWatchHistory,
  SavedWatched,
  Watched,
  WatchedInput,
} from '@matinee/shared/contract/watch-history';
import type { z } from 'zod';
import type { Statements } from '#db/statements.ts';
import { ownerIsGone } from './owner.ts';
import { progressKey, type ProgressKey } from './progress-rows.ts';
import {
  LIST_WATCHED,
  toSavedWatched,
  toWatched,
  writeWatched,
  type WatchedRow,
} from './watch-history-rows.ts';
import { writeTime } from './write-time.ts';

interface SavedMany {
  readonly success: true;
  readonly count: number;
  readonly items: SavedWatched[];
}

export interface WatchHistory {
  /** The newest first. */
  list(userId: string): Promise<Watched[]>;
  export(
    userId: string,
  ): Promise<(Watched & { readonly id: string; readonly updatedAt: string })[]>;
  put(userId: string, item: WatchedInput): Promise<SavedWatched & { readonly success: true }>;
  /** Answers each item once, as it is stored then. */
  putAll(userId: string, items: readonly WatchedInput[]): Promise<SavedMany>;
  remove(userId: string, parts: ProgressKey): Promise<z.output<typeof deleteWatchHistory.reply>>;
}

const DELETE = `
  WITH gone AS (
    DELETE FROM watch_history
    WHERE user_id = $1 AND tmdb_id = $2 AND $3 IN ('', season_id) AND $4 IN ('', episode_id) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

export function createWatchHistory(db: Statements, now: () => number): WatchHistory {
  const read = (userId: string) => db.query<WatchedRow>(LIST_WATCHED, [userId]);
  const putAll = async (userId: string, items: readonly WatchedInput[]): Promise<SavedMany> => {
    const rows = await writeWatched(db, userId, newestOfEach(items, now()), new Date(now()));
    const saved = rows.map((row) => toSavedWatched(userId, row));
    return { success: true, count: saved.length, items: saved };
  };
  return {
    list: async (userId) => (await read(userId)).map(toWatched),
    export: async (userId) =>
      (await read(userId)).map((row) => ({
        id: row.id,
        ...toWatched(row),
        updatedAt: row.updatedAt,
      })),
    put: async (userId, item) => {
      const [saved] = (await putAll(userId, [item])).items;
      if (!saved) throw ownerIsGone();
      return { ...saved, success: true };
    },
    putAll,
    remove: async (userId, { tmdbId, seasonId, episodeId }) => {
      const [gone] = await db.query<{ count: number }>(DELETE, [
        userId,
        tmdbId,
        seasonId ?? '',
        episodeId ?? '',
      ]);
      return {
        success: true,
        count: gone?.count ?? 0,
        tmdbId,
        seasonId: seasonId ?? undefined,
        episodeId: episodeId ?? undefined,
      };
    },
  };
}

/** In the order in which they first occur. */
function newestOfEach(items: readonly WatchedInput[], now: number): WatchedInput[] {
  const newest = new Map<string, WatchedInput>();
  for (const item of items) {
    const key = progressKey(item);
    const timed = { ...item, watchedAt: writeTime(item.watchedAt, now) };
    const other = newest.get(key);
    if (!other || other.watchedAt <= timed.watchedAt) newest.set(key, timed);
  }
  return [...newest.values()];
}
