import type { Progress, ProgressInput, SavedProgress } from '@matinee/shared/contract/progress';
import { randomUUID } from 'node:crypto';
import { type SqlDatabase, type Sql, writeInChunks } from '#database/sql.ts';
import { createBatch } from '#lib/batch.ts';
import { tombstoneProgress } from './tombstones.ts';
import { isStale, withUserLock, type SnapshotCheck } from '#accounts/accounts.ts';
import { IMPORT_PROGRESS, MOVE_POSITIONS, PUT_PROGRESS } from './progress.sql.ts';
import { quotaExceeded, type QuotaCheck } from './quotas.ts';
import {
  toMeta,
  episodeKey,
  type TitleColumns,
  type EpisodeKey,
  clampTimestamp,
} from './title-columns.ts';

interface DeletedProgress {
  readonly success: true;
  readonly count: number;
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

export interface ProgressService {
  put(userId: string, item: ProgressInput): Promise<SavedProgress>;
  /** Returns each stored item once, in the order of first occurrence. */
  import(userId: string, items: readonly ProgressInput[]): Promise<SavedProgress[]>;
  remove(userId: string, key: EpisodeKey): Promise<DeletedProgress>;
}

export interface ProgressRow extends TitleColumns, EpisodeKey {
  readonly id: string;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  /** PostgreSQL's bigint arrives as decimal text. */
  readonly duration: string;
  readonly watched: string;
  readonly updatedAt: string;
}

export type ProgressWrite = ProgressInput & { readonly updatedAt: string };

export function createProgress(db: SqlDatabase, now: () => number): ProgressService {
  const positions = createPositions(db, now);
  return {
    put: async (userId, item) => {
      const at = now();
      const write = { ...item, updatedAt: clampTimestamp(item.updatedAt, at) };
      const moved = await positions.move(userId, write);
      if (moved) return toSavedProgress(userId, moved, write);
      const stored = await writeProgress(db, userId, { items: [write], now: at });
      return toSavedProgress(userId, stored.get(episodeKey(write)), write);
    },
    import: (userId, items) => {
      const at = now();
      const writes = furthestOfEach(items).map((item) => ({
        ...item,
        updatedAt: clampTimestamp(item.updatedAt, at),
      }));
      return writeInChunks(db, writes, async (tx, chunk) => {
        const writing = { statement: IMPORT_PROGRESS, items: chunk, parameters: [] };
        const stored = await write(tx, userId, writing);
        return chunk.map((item) => toSavedProgress(userId, stored.get(episodeKey(item)), item));
      });
    },
    remove: async (userId, { tmdbId, seasonId, episodeId }) => {
      const at = now();
      const deletedAt = clampTimestamp(null, at);
      const deletion = { tmdbId, seasonId, episodeId, deletedAt, superseded: false };
      const { removed } = await withUserLock(db, userId, (tx) =>
        tombstoneProgress(tx, userId, { deletions: [deletion], now: at }),
      );
      return {
        success: true,
        count: removed,
        tmdbId,
        seasonId: seasonId ?? undefined,
        episodeId: episodeId ?? undefined,
      };
    },
  };
}

export interface Positions {
  /**
   * Updates only the position and returns the row. Undefined if the row is missing, newer, locked, or differs in other
   * columns, or if the account was deleted.
   */
  move(userId: string, item: ProgressWrite): Promise<ProgressRow | undefined>;
}

interface Move {
  readonly userId: string;
  readonly item: ProgressWrite;
}

type MovedRow = ProgressRow & { readonly userId: string };

const keyOfMove = (userId: string, key: EpisodeKey): string => `${userId}\0${episodeKey(key)}`;

/**
 * Saves the positions that viewers send every few seconds. On a busy server, the positions of many accounts share a
 * statement and its commit, which waits for the disk. `createBatch` has the figures.
 */
export function createPositions(db: Sql, now: () => number): Positions {
  const move = createBatch<Move, ProgressRow | undefined>({
    concurrency: 2,
    maxItems: 100,
    run: async (moves) => {
      // A statement can't write a row twice. If two pages of an account play the same item, the first is merged here.
      const byKey = new Map<string, Move>();
      for (const one of moves) {
        const key = keyOfMove(one.userId, one.item);
        if (!byKey.has(key)) byKey.set(key, one);
      }
      const records = [...byKey.values()].map(({ userId, item }) => ({
        user_id: userId,
        ...toRecord(item),
      }));
      // A single item may have caused an error. Each item is then written separately and reports its own error.
      const rows = await db
        .query<MovedRow>(MOVE_POSITIONS, [JSON.stringify(records), new Date(now())])
        .catch(() => []);
      const moved = new Map(rows.map((row) => [keyOfMove(row.userId, row), row]));
      return moves.map((one) => {
        const key = keyOfMove(one.userId, one.item);
        return byKey.get(key) === one ? moved.get(key) : undefined;
      });
    },
  });
  return { move: (userId, item) => move({ userId, item }) };
}

type StoredProgress = ReadonlyMap<string, ProgressRow>;

/** Returns the stored rows by `episodeKey`. No key may occur twice. */
export const writeProgress = (
  db: Sql,
  userId: string,
  { items, now }: { readonly items: readonly ProgressWrite[]; readonly now: number },
): Promise<StoredProgress> =>
  write(db, userId, { statement: PUT_PROGRESS, items, parameters: [new Date(now)] });

interface Writing {
  readonly statement: string;
  readonly items: readonly ProgressWrite[];
  readonly parameters: readonly Date[];
}

async function write({ query }: Sql, userId: string, writing: Writing): Promise<StoredProgress> {
  const { statement, items, parameters } = writing;
  const rows = await query<SnapshotCheck & QuotaCheck & (ProgressRow | { readonly id: null })>(
    statement,
    [userId, JSON.stringify(items.map(toRecord)), ...parameters],
  );
  if (isStale(rows)) return write({ query }, userId, writing);
  if (rows.some(({ isWithinQuota }) => !isWithinQuota)) throw quotaExceeded('progress');
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[episodeKey(row), row]])));
}

const toRecord = (item: ProgressWrite) => ({
  tmdb_id: item.tmdbId,
  season_id: item.seasonId ?? '',
  episode_id: item.episodeId ?? '',
  ...item.meta,
  season_number: item.seasonNumber,
  episode_number: item.episodeNumber,
  duration: item.duration,
  watched: item.watched,
  updated_at: item.updatedAt,
});

function furthestOfEach(items: readonly ProgressInput[]): ProgressInput[] {
  const furthest = new Map<string, ProgressInput>();
  for (const item of items) {
    const key = episodeKey(item);
    const other = furthest.get(key);
    if (!other || other.watched < item.watched) furthest.set(key, item);
  }
  return [...furthest.values()];
}

export function toProgress(row: ProgressRow): Progress {
  return {
    id: row.id,
    tmdbId: row.tmdbId,
    season: { id: row.seasonId, number: row.seasonNumber },
    episode: { id: row.episodeId, number: row.episodeNumber },
    meta: toMeta(row),
    duration: row.duration,
    watched: row.watched,
    updatedAt: row.updatedAt,
  };
}

/** Returns the reply to a write: the row, or the item as sent if a later deletion removed it. */
function toSavedProgress(
  userId: string,
  row: ProgressRow | undefined,
  item: ProgressWrite,
): SavedProgress {
  const { id, tmdbId, seasonId, episodeId, seasonNumber, episodeNumber, updatedAt } = row ?? {
    ...item,
    id: randomUUID(),
  };
  return {
    id,
    userId,
    tmdbId,
    season: { id: seasonId ?? undefined, number: seasonNumber ?? undefined },
    episode: { id: episodeId ?? undefined, number: episodeNumber ?? undefined },
    seasonId,
    episodeId,
    seasonNumber,
    episodeNumber,
    meta: toMeta(row ?? item.meta),
    duration: Number(row?.duration ?? item.duration),
    watched: Number(row?.watched ?? item.watched),
    updatedAt,
  };
}
