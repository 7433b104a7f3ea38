// Statements that only an account's export needs. Prisma can't limit a page by its size in bytes: see `PagedRows`.
import { PAGE_BYTES } from './quotas.ts';
import { isoTimeSql } from './expressions.sql.ts';

/** $1: the account, $2: the limit, $3 and $4: the previous row's type and TMDB ID, or NULLs. */
export const PAGE_OF_RATINGS = `
  SELECT tmdb_id AS "tmdbId", type, rating, ${isoTimeSql('rated_at')} AS "ratedAt"
  FROM (
    SELECT *, sum(octet_length(ratings::text)) OVER (
      ORDER BY type, tmdb_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM ratings
      WHERE user_id = $1 AND ($3::text IS NULL OR (type, tmdb_id) > ($3, $4::bigint))
      ORDER BY type, tmdb_id LIMIT $2) AS ratings
  ) AS ratings
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY type, ratings.tmdb_id`;

/**
 * Lists without items. $1: the account, $2: the limit, $3 and $4: the previous row's creation time and ID, or NULLs.
 */
export const PAGE_OF_LISTS = `
  SELECT id, user_id, name, description, public, ${isoTimeSql('created_at')} AS created_at,
    ${isoTimeSql('updated_at')} AS updated_at
  FROM (
    SELECT *, sum(octet_length(lists::text)) OVER (
      ORDER BY created_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM lists
      WHERE user_id = $1 AND ($3::timestamptz IS NULL OR (created_at, id) > ($3, $4::uuid))
      ORDER BY created_at, id LIMIT $2) AS lists
  ) AS lists
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY lists.created_at, id`;

/** $1: the account, $2: the list, $3: the limit, $4 to $6: the previous row's time, type and TMDB ID, or NULLs. */
export const PAGE_OF_LIST_ITEMS = `
  SELECT id, list_id, tmdb_id, type, ${isoTimeSql('added_at')} AS added_at
  FROM (
    SELECT *, sum(octet_length(list_items::text)) OVER (
      ORDER BY added_at, type, tmdb_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM list_items
      WHERE user_id = $1 AND list_id = $2
        AND ($4::timestamptz IS NULL OR (added_at, type, tmdb_id) > ($4, $5, $6))
      ORDER BY added_at, type, tmdb_id LIMIT $3) AS list_items
  ) AS list_items
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY list_items.added_at, type, tmdb_id`;

/** $1: the account, $2: the limit, $3 to $6: the previous row's kind and IDs, or NULLs. */
export const PAGE_OF_DELETIONS = `
  SELECT kind, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId", NULLIF(episode_id, '') AS "episodeId",
    ${isoTimeSql('deleted_at')} AS "deletedAt"
  FROM (
    SELECT *, sum(octet_length(deletions::text)) OVER (
      ORDER BY kind, tmdb_id, season_id, episode_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM deletions
      WHERE user_id = $1
        AND ($3::deletion_kind IS NULL OR (kind, tmdb_id, season_id, episode_id) > ($3, $4, $5, $6))
      ORDER BY kind, tmdb_id, season_id, episode_id LIMIT $2) AS deletions
  ) AS deletions
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY kind, tmdb_id, season_id, episode_id`;
