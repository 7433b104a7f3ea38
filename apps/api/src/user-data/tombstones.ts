// Deletions leave a tombstone with their time, so that a late older write cannot restore the row.
import type { SqlDatabase, Sql } from '#database/sql.ts';
import { accountDeleted, lockUser, touchUserSql } from '#accounts/user-lock.ts';
import { IS_FULL } from './quotas.ts';

export interface BookmarkDeletion {
  readonly tmdbId: string;
  readonly deletedAt: string;
  /** The same call also writes what this deletes, later. */
  readonly overtaken: boolean;
}

/** Neither season nor episode: everything of the title. */
export interface ProgressDeletion extends BookmarkDeletion {
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

interface Deleted {
  /** Rows. */
  readonly gone: number;
  /** Deletions that nothing later contradicts. */
  readonly standing: number;
}

/**
 * $2: the deletions as JSON. The caller holds the user's lock. `row` selects the rows that a
 * deletion covers. An account over its quota gets tombstones only for existing rows, so that it can
 * shrink but not grow.
 */
const remove = (kind: 'bookmark' | 'progress', table: string, row: string): string => `
  WITH owner AS (${touchUserSql}),
  deletion AS (
    SELECT owner.id AS user_id, deletion.* FROM owner, json_to_recordset($2::json) AS deletion(
      tmdb_id text, season_id text, episode_id text, deleted_at timestamptz, overtaken boolean)),
  gone AS (
    DELETE FROM ${table} row USING deletion WHERE ${row} AND row.updated_at <= deletion.deleted_at RETURNING 1),
  marked AS (
    INSERT INTO deletions AS mark (user_id, kind, tmdb_id, season_id, episode_id, deleted_at)
    SELECT user_id, '${kind}', tmdb_id, season_id, episode_id, deleted_at FROM deletion
    WHERE NOT (${IS_FULL}) OR EXISTS (SELECT FROM ${table} row WHERE ${row})
    ON CONFLICT (user_id, kind, tmdb_id, season_id, episode_id)
    DO UPDATE SET deleted_at = GREATEST(mark.deleted_at, excluded.deleted_at)
    RETURNING tmdb_id, season_id, episode_id, deleted_at),
  standing AS (
    SELECT FROM deletion LEFT JOIN marked USING (tmdb_id, season_id, episode_id)
    WHERE COALESCE(marked.deleted_at, deletion.deleted_at) = deletion.deleted_at
      AND NOT overtaken AND NOT EXISTS (
      SELECT FROM ${table} row WHERE ${row} AND row.updated_at > deletion.deleted_at))
  SELECT (SELECT count(*) FROM gone)::int AS gone, (SELECT count(*) FROM standing)::int AS standing FROM owner`;

const DELETE_BOOKMARKS = remove(
  'bookmark',
  'bookmarks',
  'row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id',
);

const DELETE_PROGRESS = remove(
  'progress',
  'progress',
  `row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id
    AND deletion.season_id IN ('', row.season_id) AND deletion.episode_id IN ('', row.episode_id)`,
);

/** Runs after earlier writes of the account, and before later ones. */
export const withUserLock = <T>(
  db: SqlDatabase,
  userId: string,
  run: (tx: Sql) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return run(tx);
  });

export const tombstoneBookmarks = (
  db: Sql,
  userId: string,
  deletions: readonly BookmarkDeletion[],
): Promise<Deleted> =>
  run(
    db,
    DELETE_BOOKMARKS,
    userId,
    deletions.map((deletion) => ({ ...deletion, seasonId: null, episodeId: null })),
  );

export const tombstoneProgress = (
  db: Sql,
  userId: string,
  deletions: readonly ProgressDeletion[],
): Promise<Deleted> => run(db, DELETE_PROGRESS, userId, deletions);

async function run(
  { query }: Sql,
  statement: string,
  userId: string,
  deletions: readonly ProgressDeletion[],
): Promise<Deleted> {
  const records = deletions.map(({ tmdbId, seasonId, episodeId, deletedAt, overtaken }) => ({
    tmdb_id: tmdbId,
    season_id: seasonId ?? '',
    episode_id: episodeId ?? '',
    deleted_at: deletedAt,
    overtaken,
  }));
  const [deleted] = await query<Deleted>(statement, [userId, JSON.stringify(records)]);
  if (!deleted) throw accountDeleted();
  return deleted;
}
