// Statements that write many imported rows at once and merge them with existing rows. Prisma has no such upsert. $1 of
// each: the rows as JSON. Each returns a row for each written one. `added`: whether the row is new.

/** A bookmark that was later deleted here stays deleted, even if the import runs again. */
export const IMPORT_BOOKMARKS = `
  WITH incoming AS (
    SELECT DISTINCT ON (user_id, tmdb_id) * FROM jsonb_to_recordset($1) AS item(
      user_id text, tmdb_id text, type text, title text, year int, poster text, groups text[],
      favorite_episodes text[], updated_at timestamptz, is_clamped bool)
    WHERE NOT EXISTS (
      SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'bookmark'
        AND gone.tmdb_id = item.tmdb_id AND (item.is_clamped OR gone.deleted_at >= item.updated_at))
      AND NOT (item.is_clamped AND EXISTS (
        SELECT FROM bookmarks known WHERE known.user_id = item.user_id AND known.tmdb_id = item.tmdb_id))
    ORDER BY user_id, tmdb_id, updated_at DESC
  )
  INSERT INTO bookmarks AS old
    (user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at)
  SELECT user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at FROM incoming
  ON CONFLICT (user_id, tmdb_id) DO UPDATE SET
    type = excluded.type, title = excluded.title, year = excluded.year, poster = excluded.poster,
    groups = excluded.groups, favorite_episodes = excluded.favorite_episodes,
    updated_at = excluded.updated_at
  WHERE excluded.updated_at > old.updated_at
  RETURNING xmax = 0 AS added`;

export const IMPORT_GROUP_ORDER = `
  INSERT INTO group_order AS old (user_id, groups)
  SELECT DISTINCT ON (user_id) user_id, groups
  FROM jsonb_to_recordset($1) AS item(user_id text, groups text[])
  ORDER BY user_id, cardinality(groups) DESC
  ON CONFLICT (user_id) DO UPDATE SET groups = excluded.groups
  WHERE cardinality(old.groups) = 0 AND cardinality(excluded.groups) > 0
  RETURNING xmax = 0 AS added`;
