// Statements for bookmarks. The app reads all of them when it opens, so Prisma would be too slow.
import { PAGE_BYTES, QUOTAS, READ_AT_ONCE_BYTES } from './quotas.ts';
import { isoTimeSql, replaces } from './expressions.sql.ts';

const BOOKMARK_COLUMNS = `tmdb_id AS "tmdbId", type, title, year, poster, groups,
  favorite_episodes AS "favoriteEpisodes", ${isoTimeSql('updated_at')} AS "updatedAt"`;

/**
 * $1: the account. Returns one row with the JSON of all its bookmarks. Returns no row if they are so many that they
 * must be read in pages.
 */
export const LIST_BOOKMARKS = `
  SELECT (
    SELECT COALESCE(json_agg(json_build_object(
      'tmdbId', tmdb_id,
      'meta', CASE WHEN poster IS NULL
        THEN json_build_object('title', title, 'year', year, 'type', type)
        ELSE json_build_object('title', title, 'year', year, 'poster', poster, 'type', type) END,
      'group', groups,
      'favoriteEpisodes', favorite_episodes,
      'updatedAt', ${isoTimeSql('updated_at')}
    )), '[]') FROM bookmarks WHERE user_id = $1)::text AS json
  WHERE NOT EXISTS (SELECT FROM account_bytes WHERE user_id = $1 AND bytes > ${READ_AT_ONCE_BYTES})`;

/** Returns a page of bookmarks: see `PagedRows`. $1: the account, $2: the limit, $3: the previous row's ID, or NULL. */
export const PAGE_OF_BOOKMARKS = `
  SELECT ${BOOKMARK_COLUMNS} FROM (
    SELECT *, sum(octet_length(bookmarks::text)) OVER (
      ORDER BY tmdb_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (
      SELECT * FROM bookmarks WHERE user_id = $1 AND ($3::text IS NULL OR tmdb_id > $3)
      ORDER BY tmdb_id LIMIT $2) AS bookmarks
  ) AS bookmarks
  WHERE COALESCE(bytes_before, 0) < ${PAGE_BYTES} ORDER BY tmdb_id`;

/**
 * $1: the account, $2: the bookmarks as JSON with unique IDs. The later write wins. A later deletion also wins. Null
 * years and posters keep the stored value, as do groups and favorites of the IDs in $3 and $4. $5: now. Returns the
 * stored rows, or one row of NULLs. Returns no row if the account was deleted. `isCurrent`: see `isStale`.
 */
export const PUT_BOOKMARKS = `
  WITH owner AS (
    SELECT id, xmin = (SELECT xmin FROM users WHERE id = $1) AS "isCurrent" FROM users WHERE id = $1 FOR NO KEY UPDATE),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner, json_to_recordset($2::json) AS item(
      tmdb_id text, type text, title text, year int, poster text, groups text[], favorite_episodes text[],
      updated_at timestamptz)
    WHERE "isCurrent"),
  quota AS (
    SELECT added = 0 OR added + (SELECT count(*) FROM bookmarks WHERE user_id = $1) <= ${QUOTAS.bookmarks.max} AS "isWithinQuota"
    FROM (SELECT count(*) AS added FROM item WHERE NOT EXISTS (
      SELECT FROM bookmarks b WHERE b.user_id = item.user_id AND b.tmdb_id = item.tmdb_id)) AS new),
  stored AS (
    INSERT INTO bookmarks AS b (user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at)
    SELECT user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at
    FROM item, quota WHERE "isWithinQuota" AND NOT EXISTS (
      SELECT FROM deletions d
      WHERE d.user_id = item.user_id AND d.kind = 'bookmark' AND d.tmdb_id = item.tmdb_id
        AND NOT ${replaces('item.updated_at', 'd.deleted_at', '$5')})
    ON CONFLICT (user_id, tmdb_id) DO UPDATE SET
      (type, title, year, poster, groups, favorite_episodes, updated_at) = (
        SELECT excluded.type, excluded.title, COALESCE(excluded.year, b.year), COALESCE(excluded.poster, b.poster),
          CASE WHEN $3::jsonb ? excluded.tmdb_id THEN b.groups ELSE excluded.groups END,
          CASE WHEN $4::jsonb ? excluded.tmdb_id THEN b.favorite_episodes ELSE excluded.favorite_episodes END,
          excluded.updated_at
        WHERE ${replaces('excluded.updated_at', 'b.updated_at', '$5')}
        UNION ALL
        SELECT b.type, b.title, b.year, b.poster, b.groups, b.favorite_episodes, b.updated_at
        WHERE NOT ${replaces('excluded.updated_at', 'b.updated_at', '$5')})
    RETURNING ${BOOKMARK_COLUMNS})
  SELECT "isCurrent", "isWithinQuota", stored.* FROM owner CROSS JOIN quota LEFT JOIN stored ON true`;
