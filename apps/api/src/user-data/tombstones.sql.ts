// Statements for deletions. Each deletes rows and writes tombstones in one step, to keep other writes from coming in
// between. Each also rewrites the user's row (see `SnapshotCheck`). The caller holds the user's lock.
import { replaces } from './expressions.sql.ts';

/**
 * $1: the account, $2: the deletions as JSON, $3: now. An account over its quota gets tombstones only for existing
 * rows: it can shrink, but not grow. Returns no row if the account was deleted.
 */
export const DELETE_BOOKMARKS = `
  WITH owner AS (
    UPDATE users SET last_used_at = last_used_at WHERE id = $1 RETURNING id),
  deletion AS (
    SELECT owner.id AS user_id, deletion.* FROM owner, json_to_recordset($2::json) AS deletion(
      tmdb_id text, deleted_at timestamptz, superseded boolean)),
  removed AS (
    DELETE FROM bookmarks row USING deletion
    WHERE row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id
      AND ${replaces('deletion.deleted_at', 'row.updated_at', '$3')}
    RETURNING 1),
  marked AS (
    INSERT INTO deletions AS mark (user_id, kind, tmdb_id, deleted_at)
    SELECT user_id, 'bookmark', tmdb_id, deleted_at FROM deletion
    WHERE NOT COALESCE((SELECT bytes >= account_max_bytes() FROM account_bytes WHERE user_id = $1), false)
      OR EXISTS (SELECT FROM bookmarks row WHERE row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id)
    ON CONFLICT (user_id, kind, tmdb_id, season_id, episode_id)
    DO UPDATE SET deleted_at = CASE WHEN ${replaces('excluded.deleted_at', 'mark.deleted_at', '$3')}
      THEN excluded.deleted_at ELSE mark.deleted_at END
    RETURNING tmdb_id, deleted_at),
  effective AS (
    SELECT FROM deletion LEFT JOIN marked USING (tmdb_id)
    WHERE COALESCE(marked.deleted_at, deletion.deleted_at) = deletion.deleted_at AND NOT superseded
      AND NOT EXISTS (
        SELECT FROM bookmarks row WHERE row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id
          AND NOT ${replaces('deletion.deleted_at', 'row.updated_at', '$3')}))
  SELECT (SELECT count(*) FROM removed)::int AS removed, (SELECT count(*) FROM effective)::int AS effective FROM owner`;

/** Works like `DELETE_BOOKMARKS`. A deletion without a season or an episode covers all of them. */
export const DELETE_PROGRESS = `
  WITH owner AS (
    UPDATE users SET last_used_at = last_used_at WHERE id = $1 RETURNING id),
  deletion AS (
    SELECT owner.id AS user_id, deletion.* FROM owner, json_to_recordset($2::json) AS deletion(
      tmdb_id text, season_id text, episode_id text, deleted_at timestamptz, superseded boolean)),
  removed AS (
    DELETE FROM progress row USING deletion
    WHERE row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id
      AND deletion.season_id IN ('', row.season_id) AND deletion.episode_id IN ('', row.episode_id)
      AND ${replaces('deletion.deleted_at', 'row.updated_at', '$3')}
    RETURNING 1),
  marked AS (
    INSERT INTO deletions AS mark (user_id, kind, tmdb_id, season_id, episode_id, deleted_at)
    SELECT user_id, 'progress', tmdb_id, season_id, episode_id, deleted_at FROM deletion
    WHERE NOT COALESCE((SELECT bytes >= account_max_bytes() FROM account_bytes WHERE user_id = $1), false)
      OR EXISTS (
        SELECT FROM progress row WHERE row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id
          AND deletion.season_id IN ('', row.season_id) AND deletion.episode_id IN ('', row.episode_id))
    ON CONFLICT (user_id, kind, tmdb_id, season_id, episode_id)
    DO UPDATE SET deleted_at = CASE WHEN ${replaces('excluded.deleted_at', 'mark.deleted_at', '$3')}
      THEN excluded.deleted_at ELSE mark.deleted_at END
    RETURNING tmdb_id, season_id, episode_id, deleted_at),
  effective AS (
    SELECT FROM deletion LEFT JOIN marked USING (tmdb_id, season_id, episode_id)
    WHERE COALESCE(marked.deleted_at, deletion.deleted_at) = deletion.deleted_at AND NOT superseded
      AND NOT EXISTS (
        SELECT FROM progress row WHERE row.user_id = deletion.user_id AND row.tmdb_id = deletion.tmdb_id
          AND deletion.season_id IN ('', row.season_id) AND deletion.episode_id IN ('', row.episode_id)
          AND NOT ${replaces('deletion.deleted_at', 'row.updated_at', '$3')}))
  SELECT (SELECT count(*) FROM removed)::int AS removed, (SELECT count(*) FROM effective)::int AS effective FROM owner`;

/**
 * $1: the account, $2: the deletions of an imported document as JSON. The latest of each wins. They only block older
 * writes. Returns a row for each.
 */
export const IMPORT_DELETIONS = `
  WITH owner AS (
    UPDATE users SET last_used_at = last_used_at WHERE id = $1 RETURNING id)
  INSERT INTO deletions AS mark (user_id, kind, tmdb_id, season_id, episode_id, deleted_at)
  SELECT $1, kind::deletion_kind, "tmdbId", COALESCE("seasonId", ''), COALESCE("episodeId", ''), max("deletedAt")
  FROM json_to_recordset($2::json) AS item(
    kind text, "tmdbId" text, "seasonId" text, "episodeId" text, "deletedAt" timestamptz)
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (user_id, kind, tmdb_id, season_id, episode_id)
  DO UPDATE SET deleted_at = GREATEST(mark.deleted_at, excluded.deleted_at)
  RETURNING 1`;
