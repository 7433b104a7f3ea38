// Statements that write many imported rows at once and merge them with existing rows. Prisma has no such upsert. $1 of
// each: the rows as JSON. Each returns a row for each written one. `added`: whether the row is new.

/** A public list is found by its ID alone, so no other account may have a list with the same ID. */
export const IMPORT_LISTS = `
  WITH incoming AS (
    SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS item(
      user_id text, id uuid, name text, description text, public bool, created_at timestamptz,
      updated_at timestamptz, is_clamped bool)
    WHERE NOT EXISTS (
      SELECT FROM lists taken WHERE taken.id = item.id
        AND (taken.user_id <> item.user_id OR item.is_clamped))
    ORDER BY id, user_id
  )
  INSERT INTO lists AS old (user_id, id, name, description, public, created_at, updated_at)
  SELECT user_id, id, name, description, public, created_at, updated_at FROM incoming
  ON CONFLICT (user_id, id) DO UPDATE SET
    name = excluded.name, description = excluded.description, public = excluded.public,
    updated_at = excluded.updated_at
  WHERE excluded.updated_at > old.updated_at
  RETURNING xmax = 0 AS added`;

/** Detects a missing type from the account's bookmarks and progress with the same TMDB ID. */
export const IMPORT_LIST_ITEMS = `
  INSERT INTO list_items AS old (user_id, list_id, type, tmdb_id, id, added_at)
  SELECT DISTINCT ON (user_id, list_id, known.type, tmdb_id)
    user_id, list_id, known.type, tmdb_id, COALESCE(id, gen_random_uuid()), added_at
  FROM jsonb_to_recordset($1) AS item(
    user_id text, list_id uuid, type text, tmdb_id text, id uuid, added_at timestamptz)
  CROSS JOIN LATERAL (SELECT COALESCE(item.type, (
    SELECT CASE seen.type WHEN 'movie' THEN 'movie' ELSE 'tv' END
    FROM (
      SELECT type, 1 AS rank FROM bookmarks WHERE user_id = item.user_id AND tmdb_id = item.tmdb_id
      UNION ALL
      SELECT type, 2 FROM progress WHERE user_id = item.user_id AND tmdb_id = item.tmdb_id
    ) seen ORDER BY rank LIMIT 1), 'movie') AS type) known
  WHERE EXISTS (SELECT FROM lists WHERE lists.user_id = item.user_id AND lists.id = item.list_id)
  ORDER BY user_id, list_id, known.type, tmdb_id, added_at
  ON CONFLICT (user_id, list_id, type, tmdb_id) DO NOTHING
  RETURNING true AS added`;

export const IMPORT_RATINGS = `
  INSERT INTO ratings AS old (user_id, type, tmdb_id, rating, rated_at)
  SELECT DISTINCT ON (user_id, type, tmdb_id) user_id, type, tmdb_id, rating, rated_at
  FROM jsonb_to_recordset($1) AS item(
    user_id text, type text, tmdb_id bigint, rating float8, rated_at timestamptz, place int)
  ORDER BY user_id, type, tmdb_id, place DESC
  ON CONFLICT (user_id, type, tmdb_id) DO NOTHING
  RETURNING true AS added`;
