// Statements for the watch history. The app writes it while movies play, so Prisma would be too slow.
import { PAGE_BYTES, QUOTAS, READ_AT_ONCE_BYTES } from './quotas.ts';
import { isoTimeSql, replaces } from './expressions.sql.ts';

const WATCHED_COLUMNS = `id, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId",
  NULLIF(episode_id, '') AS "episodeId", season_number AS "seasonNumber", episode_number AS "episodeNumber",
  type, title, year, poster, duration, watched, completed, ${isoTimeSql('watched_at')} AS "watchedAt",
  ${isoTimeSql('updated_at')} AS "updatedAt"`;

/** $1: the account. Returns the newest first. Returns no row if there is so much that it must be read in pages. */
export const LIST_WATCHED = `
  SELECT ${WATCHED_COLUMNS} FROM watch_history
  WHERE user_id = $1
    AND NOT EXISTS (SELECT FROM account_bytes WHERE user_id = $1 AND bytes > ${READ_AT_ONCE_BYTES})
  ORDER BY watch_history.watched_at DESC, tmdb_id, season_id, episode_id`;

/**
 * Returns a page of the history, newest first: see `PagedRows`. $1: the account, $2: the limit, $3 to $6: the previous
 * row's time and IDs, or NULLs.
 */
export const PAGE_OF_WATCHED = `
  SELECT ${WATCHED_COLUMNS} FROM (
    SELECT *, sum(octet_length(watch_history::text)) OVER (
      ORDER BY watched_at DESC, tmdb_id, season_id, episode_id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM watch_history
      WHERE user_id = $1 AND ($3::timestamptz IS NULL OR watched_at <= $3
        AND (watched_at < $3 OR (tmdb_id, season_id, episode_id) > ($4, $5, $6)))
      ORDER BY watched_at DESC, tmdb_id, season_id, episode_id LIMIT $2) AS watch_history
  ) AS watch_history
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES}
  ORDER BY watch_history.watched_at DESC, tmdb_id, season_id, episode_id`;

/**
 * $1: the account, $2: the items as JSON with unique keys, $3: now. The later `watched_at` wins. Returns the stored
 * rows, or one row of NULLs. Returns no row if the account was deleted.
 */
export const PUT_WATCHED = `
  WITH owner AS (SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE),
  item AS (
    SELECT owner.id AS user_id, item.*, $3::timestamptz AS updated_at
    FROM owner, json_to_recordset($2::json) AS item(
      tmdb_id text, season_id text, episode_id text, type text, title text, year int, poster text,
      season_number int, episode_number int, duration float8, watched float8, watched_at timestamptz, completed boolean)),
  quota AS (
    SELECT added = 0 OR added + (SELECT count(*) FROM watch_history WHERE user_id = $1) <= ${QUOTAS.watch_history.max}
      AS "isWithinQuota"
    FROM (SELECT count(*) AS added FROM item WHERE NOT EXISTS (
      SELECT FROM watch_history h WHERE h.user_id = item.user_id AND h.tmdb_id = item.tmdb_id
        AND h.season_id = item.season_id AND h.episode_id = item.episode_id)) AS new),
  stored AS (
    INSERT INTO watch_history AS h (user_id, tmdb_id, season_id, episode_id, type, title, year, poster,
      season_number, episode_number, duration, watched, watched_at, completed, updated_at)
    SELECT user_id, tmdb_id, season_id, episode_id, type, title, year, poster,
      season_number, episode_number, duration, watched, watched_at, completed, updated_at
    FROM item, quota WHERE "isWithinQuota"
    ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
      (type, title, year, poster, season_number, episode_number, duration, watched, watched_at, completed, updated_at) = (
        SELECT excluded.type, excluded.title, COALESCE(excluded.year, h.year), COALESCE(excluded.poster, h.poster),
          excluded.season_number, excluded.episode_number, excluded.duration, excluded.watched, excluded.watched_at,
          excluded.completed, excluded.updated_at
        WHERE ${replaces('excluded.watched_at', 'h.watched_at', '$3')}
        UNION ALL
        SELECT h.type, h.title, h.year, h.poster, h.season_number, h.episode_number, h.duration, h.watched,
          h.watched_at, h.completed, h.updated_at
        WHERE NOT ${replaces('excluded.watched_at', 'h.watched_at', '$3')})
    RETURNING ${WATCHED_COLUMNS})
  SELECT "isWithinQuota", stored.* FROM owner CROSS JOIN quota LEFT JOIN stored ON true`;
