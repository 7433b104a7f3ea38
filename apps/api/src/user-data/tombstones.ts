// Deletions leave a tombstone with their time, so that a late older write cannot restore the row.
import type { Sql } from '#database/sql.ts';
import { accountDeleted, touchUserSql } from '#accounts/accounts.ts';
import { IS_FULL } from './quotas.ts';
import { replaces } from './title-columns.ts';

export interface BookmarkDeletion {
  readonly tmdbId: string;
  readonly deletedAt: string;
  /** The same call writes the item again, at a later time. */
  readonly superseded: boolean;
}

/** Without season and episode, it covers the complete title. */
export interface ProgressDeletion extends BookmarkDeletion {
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

interface Deletions<Deletion> {
  readonly deletions: readonly Deletion[];
  readonly now: number;
}

interface Deleted {
  /** The number of deleted rows. */
  readonly removed: number;
  /** The number of deletions without a later write. */
  readonly effective: number;
}

/**
 * $2: the deletions as JSON, $3: now. The caller holds the user's lock. `row` selects the rows that a
 * deletion covers. An account over its quota gets tombstones only for existing rows, so that it can
 * shrink but not grow.
 */
const remove = (kind: 'bookmark' | 'progress', table: string, row: string): string => `
  WITH owner AS (${touchUserSql}),
  deletion AS (
    SELECT owner.id AS user_id, deletion.* FROM owner, json_to_recordset($2::json) AS deletion(
      tmdb_id text, season_id text, episode_id text, deleted_at timestamptz, superseded boolean)),
  removed AS (
    DELETE FROM ${table} row USING deletion WHERE ${row} AND ${replaces('deletion.deleted_at', 'row.updated_at', '$3')} RETURNING 1),
  marked AS (
    INSERT INTO deletions AS mark (user_id, kind, tmdb_id, season_id, episode_id, deleted_at)
    SELECT user_id, '${kind}', tmdb_id, season_id, episode_id, deleted_at FROM deletion
    WHERE NOT (${IS_FULL}) OR EXISTS (SELECT FROM ${table} row WHERE ${row})
    ON CONFLICT (user_id, kind, tmdb_id, season_id, episode_id)
    DO UPDATE SET deleted_at = CASE WHEN ${replaces('excluded.deleted_at', 'mark.deleted_at', '$3')}
      THEN excluded.deleted_at ELSE mark.deleted_at END
    RETURNING tmdb_id, season_id, episode_id, deleted_at),
  effective AS (
    SELECT FROM deletion LEFT JOIN marked USING (tmdb_id, season_id, episode_id)
    WHERE COALESCE(marked.deleted_at, deletion.deleted_at) = deletion.deleted_at
      AND NOT superseded AND NOT EXISTS (
      SELECT FROM ${table} row WHERE ${row} AND NOT ${replaces('deletion.deleted_at', 'row.updated_at', '$3')}))
  SELECT (SELECT count(*) FROM removed)::int AS removed, (SELECT count(*) FROM effective)::int AS effective FROM owner`;

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

export const tombstoneBookmarks = (
  db: Sql,
  userId: string,
  { deletions, now }: Deletions<BookmarkDeletion>,
): Promise<Deleted> =>
  run(db, DELETE_BOOKMARKS, userId, {
    deletions: deletions.map((deletion) => ({ ...deletion, seasonId: null, episodeId: null })),
    now,
  });

export const tombstoneProgress = (
  db: Sql,
  userId: string,
  deletions: Deletions<ProgressDeletion>,
): Promise<Deleted> => run(db, DELETE_PROGRESS, userId, deletions);

async function run(
  { query }: Sql,
  statement: string,
  userId: string,
  { deletions, now }: Deletions<ProgressDeletion>,
): Promise<Deleted> {
  const records = deletions.map(({ tmdbId, seasonId, episodeId, deletedAt, superseded }) => ({
    tmdb_id: tmdbId,
    season_id: seasonId ?? '',
    episode_id: episodeId ?? '',
    deleted_at: deletedAt,
    superseded,
  }));
  const [deleted] = await query<Deleted>(statement, [
    userId,
    JSON.stringify(records),
    new Date(now),
  ]);
  if (!deleted) throw accountDeleted();
  return deleted;
}
