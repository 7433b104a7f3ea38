// Statements for progress. The app writes it every few seconds and reads all of it when it opens, so Prisma would be
// too slow.
import { PAGE_BYTES, QUOTAS, READ_AT_ONCE_BYTES } from './quotas.ts';
import { isoTimeSql, replaces } from './expressions.sql.ts';

const PROGRESS_COLUMNS = `id, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId",
  NULLIF(episode_id, '') AS "episodeId", season_number AS "seasonNumber", episode_number AS "episodeNumber",
  type, title, year, poster, duration, watched, ${isoTimeSql('updated_at')} AS "updatedAt"`;

/**
 * $1: the account. Returns one row with the JSON of all its progress. Returns no row if there is so much that it must
 * be read in pages.
 */
export const LIST_PROGRESS = `
  SELECT (
    SELECT COALESCE(json_agg(json_build_object(
      'id', id,
      'tmdbId', tmdb_id,
      'season', json_build_object('id', NULLIF(season_id, ''), 'number', season_number),
      'episode', json_build_object('id', NULLIF(episode_id, ''), 'number', episode_number),
      'meta', CASE WHEN poster IS NULL
        THEN json_build_object('title', title, 'year', year, 'type', type)
        ELSE json_build_object('title', title, 'year', year, 'poster', poster, 'type', type) END,
      'duration', duration::text,
      'watched', watched::text,
      'updatedAt', ${isoTimeSql('updated_at')}
    )), '[]') FROM progress WHERE user_id = $1)::text AS json
  WHERE NOT EXISTS (SELECT FROM account_bytes WHERE user_id = $1 AND bytes > ${READ_AT_ONCE_BYTES})`;

/**
 * Returns a page of progress: see `PagedRows`. $1: the account, $2: the limit, $3 to $5: the previous IDs, or NULLs.
 */
export const PAGE_OF_PROGRESS = `
  SELECT ${PROGRESS_COLUMNS} FROM (
    SELECT *, sum(octet_length(progress::text)) OVER (
      ORDER BY tmdb_id, season_id, episode_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM progress
      WHERE user_id = $1 AND ($3::text IS NULL OR (tmdb_id, season_id, episode_id) > ($3, $4, $5))
      ORDER BY tmdb_id, season_id, episode_id LIMIT $2) AS progress
  ) AS progress
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY tmdb_id, season_id, episode_id`;

/**
 * $1: the account, $2: the items as JSON with unique keys, $3: now. The later write wins. A later deletion of the item,
 * its season or its title also wins. Returns the stored rows, or one row of NULLs. Returns no row if the account was
 * deleted. `isCurrent`: see `isStale`.
 */
export const PUT_PROGRESS = `
  WITH owner AS (
    SELECT id, xmin = (SELECT xmin FROM users WHERE id = $1) AS "isCurrent" FROM users WHERE id = $1 FOR SHARE),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner, json_to_recordset($2::json) AS item(
      tmdb_id text, season_id text, episode_id text, type text, title text, year int, poster text,
      season_number int, episode_number int, duration bigint, watched bigint, updated_at timestamptz)),
  quota AS (
    SELECT added = 0 OR added + (SELECT count(*) FROM progress WHERE user_id = $1) <= ${QUOTAS.progress.max} AS "isWithinQuota"
    FROM (SELECT count(*) AS added FROM item WHERE NOT EXISTS (
      SELECT FROM progress p WHERE p.user_id = item.user_id AND p.tmdb_id = item.tmdb_id
        AND p.season_id = item.season_id AND p.episode_id = item.episode_id)) AS new),
  stored AS (
    INSERT INTO progress AS p (user_id, tmdb_id, season_id, episode_id, type, title, year, poster,
      season_number, episode_number, duration, watched, updated_at)
    SELECT user_id, tmdb_id, season_id, episode_id, type, title, year, poster,
      season_number, episode_number, duration, watched, updated_at
    FROM owner, item, quota WHERE "isWithinQuota" AND "isCurrent" AND NOT EXISTS (
      SELECT FROM deletions d
      WHERE d.user_id = item.user_id AND d.kind = 'progress' AND d.tmdb_id = item.tmdb_id
        AND d.season_id IN ('', item.season_id) AND d.episode_id IN ('', item.episode_id)
        AND NOT ${replaces('item.updated_at', 'd.deleted_at', '$3')})
    ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
      (type, title, year, poster, season_number, episode_number, duration, watched, updated_at) = (
        SELECT excluded.type, excluded.title, COALESCE(excluded.year, p.year), COALESCE(excluded.poster, p.poster),
          excluded.season_number, excluded.episode_number, excluded.duration, excluded.watched, excluded.updated_at
        WHERE ${replaces('excluded.updated_at', 'p.updated_at', '$3')}
        UNION ALL
        SELECT p.type, p.title, p.year, p.poster, p.season_number, p.episode_number, p.duration, p.watched, p.updated_at
        WHERE NOT ${replaces('excluded.updated_at', 'p.updated_at', '$3')})
    RETURNING ${PROGRESS_COLUMNS})
  SELECT "isCurrent", "isWithinQuota", stored.* FROM owner CROSS JOIN quota LEFT JOIN stored ON true`;

/**
 * $1: items of several accounts as JSON with unique keys, $2: now. Updates the positions of rows with the same texts,
 * and returns these rows. `PUT_PROGRESS` must write all other items: new ones, older ones, and rows that another
 * statement has locked. This statement doesn't wait for locks.
 */
export const MOVE_POSITIONS = `
  WITH item AS (
    SELECT * FROM json_to_recordset($1::json) AS item(
      user_id text, tmdb_id text, season_id text, episode_id text, type text, title text, year int, poster text,
      season_number int, episode_number int, duration bigint, watched bigint, updated_at timestamptz)),
  moved AS (
    SELECT user_id AS of_user, tmdb_id AS of_title, season_id AS of_season, episode_id AS of_episode,
      item.duration AS new_duration, item.watched AS new_watched, item.updated_at AS new_time
    FROM item JOIN progress p USING (user_id, tmdb_id, season_id, episode_id)
    WHERE p.type = item.type AND p.title = item.title
      AND p.year IS NOT DISTINCT FROM COALESCE(item.year, p.year)
      AND p.poster IS NOT DISTINCT FROM COALESCE(item.poster, p.poster)
      AND p.season_number IS NOT DISTINCT FROM item.season_number
      AND p.episode_number IS NOT DISTINCT FROM item.episode_number
      AND ${replaces('item.updated_at', 'p.updated_at', '$2')}
    ORDER BY user_id, tmdb_id, season_id, episode_id FOR NO KEY UPDATE OF p SKIP LOCKED)
  UPDATE progress SET duration = new_duration, watched = new_watched, updated_at = new_time
  FROM moved WHERE (user_id, tmdb_id, season_id, episode_id) = (of_user, of_title, of_season, of_episode)
  RETURNING user_id AS "userId", ${PROGRESS_COLUMNS}`;

/** `PUT_PROGRESS` for an import: the furthest position wins, and deletions are ignored. */
export const IMPORT_PROGRESS = `
  WITH owner AS (SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner, json_to_recordset($2::json) AS item(
      tmdb_id text, season_id text, episode_id text, type text, title text, year int, poster text,
      season_number int, episode_number int, duration bigint, watched bigint, updated_at timestamptz)),
  quota AS (
    SELECT added = 0 OR added + (SELECT count(*) FROM progress WHERE user_id = $1) <= ${QUOTAS.progress.max} AS "isWithinQuota"
    FROM (SELECT count(*) AS added FROM item WHERE NOT EXISTS (
      SELECT FROM progress p WHERE p.user_id = item.user_id AND p.tmdb_id = item.tmdb_id
        AND p.season_id = item.season_id AND p.episode_id = item.episode_id)) AS new),
  stored AS (
    INSERT INTO progress AS p (user_id, tmdb_id, season_id, episode_id, type, title, year, poster,
      season_number, episode_number, duration, watched, updated_at)
    SELECT user_id, tmdb_id, season_id, episode_id, type, title, year, poster,
      season_number, episode_number, duration, watched, updated_at
    FROM item, quota WHERE "isWithinQuota"
    ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
      (type, title, year, poster, season_number, episode_number, duration, watched, updated_at) = (
        SELECT excluded.type, excluded.title, COALESCE(excluded.year, p.year), COALESCE(excluded.poster, p.poster),
          excluded.season_number, excluded.episode_number, excluded.duration, excluded.watched, excluded.updated_at
        WHERE excluded.watched > p.watched
        UNION ALL
        SELECT p.type, p.title, p.year, p.poster, p.season_number, p.episode_number, p.duration, p.watched, p.updated_at
        WHERE excluded.watched <= p.watched)
    RETURNING ${PROGRESS_COLUMNS})
  SELECT true AS "isCurrent", "isWithinQuota", stored.* FROM owner CROSS JOIN quota LEFT JOIN stored ON true`;
