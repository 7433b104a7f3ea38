import {
  SavedWatched,
  type deleteWatchHistory,
  type WatchedInput,
} from '@matinee/shared/contract/watch-history';
import { z } from 'zod';
import type { SqlDatabase } from '#db/statements.ts';
import type { JsonText } from '#http/json-text.ts';
import { writeInChunks } from './chunks.ts';
import { viewingKey, type ViewingKey } from './viewing-rows.ts';
import { tellWatched, writeWatched } from './watch-history-rows.ts';
import { writeTime } from './write-time.ts';

interface SavedMany {
  readonly success: true;
  readonly count: number;
  readonly items: SavedWatched[];
}

export interface WatchHistory {
  put(userId: string, item: WatchedInput): Promise<SavedWatched & { readonly success: true }>;
  /** Answers each item once, as it is stored then. */
  putAll(
    userId: string,
    items: readonly WatchedInput[],
  ): Promise<JsonText<SavedMany> & { readonly count: number }>;
  remove(userId: string, parts: ViewingKey): Promise<z.output<typeof deleteWatchHistory.reply>>;
}

const DELETE = `
  WITH gone AS (
    DELETE FROM watch_history
    WHERE user_id = $1 AND tmdb_id = $2 AND $3 IN ('', season_id) AND $4 IN ('', episode_id) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

export function createWatchHistory(db: SqlDatabase, now: () => number): WatchHistory {
  const save = (userId: string, items: readonly WatchedInput[]) => {
    const at = now();
    const write = { userId, now: new Date(at) };
    const timed = (item: WatchedInput): WatchedInput => ({
      ...item,
      watchedAt: writeTime(item.watchedAt, at),
    });
    return writeInChunks<WatchedInput, SavedWatched>(db, [items.map(timed)], {
      key: viewingKey,
      distinct: newestOfEach,
      tell: tellWatched,
      write: (tx, told) => writeWatched(tx, write, told),
    });
  };
  return {
    put: async (userId, item) => {
      const [saved] = z
        .tuple([SavedWatched])
        .parse(JSON.parse((await save(userId, [item])).json.toString()));
      return { ...saved, success: true };
    },
    putAll: async (userId, items) => {
      const { count, json } = await save(userId, items);
      const head = Buffer.from(`{"success":true,"count":${count},"items":`);
      return { count, json: Buffer.concat([head, json, Buffer.from('}')]) };
    },
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

function newestOfEach(items: readonly WatchedInput[]): WatchedInput[] {
  const newest = new Map<string, WatchedInput>();
  for (const item of items) {
    const key = viewingKey(item);
    const other = newest.get(key);
    if (!other || other.watchedAt <= item.watchedAt) newest.set(key, item);
  }
  return [...newest.values()];
}
