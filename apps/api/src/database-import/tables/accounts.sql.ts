// Statements that write many imported rows at once and merge them with existing rows. Prisma has no such upsert. $1 of
// each: the rows as JSON. Each returns a row for each written one. `added`: whether the row is new.

/** An account gets a new ID if another account of this server has the same. */
export const IMPORT_USERS = `
  WITH incoming AS (
    SELECT DISTINCT ON (public_key) item.*, min(item.created_at) OVER same AS oldest,
      max(CASE WHEN is_kept THEN known.last_logged_in ELSE item.last_logged_in END) OVER same AS newest,
      max(CASE WHEN is_kept THEN known.last_used_at ELSE item.last_used_at END) OVER same AS used
    FROM jsonb_to_recordset($1) AS item(
      id text, public_key text, namespace text, nickname text, permissions text[], color_a text, color_b text,
      icon text, created_at timestamptz, last_logged_in timestamptz, last_used_at timestamptz,
      is_clamped bool)
    LEFT JOIN users known USING (public_key)
    CROSS JOIN LATERAL (SELECT item.is_clamped AND known.id IS NOT NULL AS is_kept) kept
    WINDOW same AS (PARTITION BY public_key)
    ORDER BY public_key, item.id
  )
  INSERT INTO users AS old (id, public_key, namespace, nickname, permissions, color_a, color_b, icon,
    created_at, last_logged_in, last_used_at)
  SELECT CASE WHEN EXISTS (SELECT FROM users taken WHERE taken.id = incoming.id)
      THEN gen_random_uuid()::text ELSE incoming.id END,
    public_key, namespace, nickname, permissions, color_a, color_b, icon, oldest, newest, used
  FROM incoming
  ON CONFLICT (public_key) DO UPDATE SET
    nickname = CASE WHEN old.nickname = '' THEN excluded.nickname ELSE old.nickname END,
    created_at = LEAST(old.created_at, excluded.created_at),
    last_logged_in = GREATEST(old.last_logged_in, excluded.last_logged_in),
    last_used_at = GREATEST(old.last_used_at, excluded.last_used_at)
  WHERE (old.nickname = '' AND excluded.nickname <> '')
    OR excluded.created_at < old.created_at
    OR excluded.last_logged_in > old.last_logged_in
    OR (old.last_logged_in IS NULL AND excluded.last_logged_in IS NOT NULL)
    OR excluded.last_used_at > old.last_used_at
  RETURNING xmax = 0 AS added`;

/** Tokens contain only the session's ID, so one ID must never belong to two accounts. */
export const IMPORT_SESSIONS = `
  WITH incoming AS (
    SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS item(
      user_id text, id uuid, device text, user_agent text, created_at timestamptz, accessed_at timestamptz,
      expires_at timestamptz, is_clamped bool)
    WHERE NOT EXISTS (
      SELECT FROM sessions taken WHERE taken.id = item.id AND taken.user_id <> item.user_id)
    ORDER BY id, user_id
  )
  INSERT INTO sessions AS old (user_id, id, device, user_agent, created_at, accessed_at, expires_at)
  SELECT user_id, id, device, user_agent, created_at,
    CASE WHEN is_clamped THEN COALESCE(
      (SELECT known.accessed_at FROM sessions known
       WHERE known.user_id = incoming.user_id AND known.id = incoming.id), accessed_at)
      ELSE accessed_at END,
    expires_at
  FROM incoming
  ON CONFLICT (user_id, id) DO UPDATE SET
    accessed_at = GREATEST(old.accessed_at, excluded.accessed_at),
    expires_at = GREATEST(old.expires_at, excluded.expires_at)
  WHERE excluded.accessed_at > old.accessed_at OR excluded.expires_at > old.expires_at
  RETURNING xmax = 0 AS added`;

/** Merges each setting separately, because several accounts with the same key may have different ones. */
export const IMPORT_SETTINGS = `
  WITH members AS (
    SELECT DISTINCT ON (user_id, key) user_id, key, value
    FROM jsonb_to_recordset($1) AS item(user_id text, source_id text, "values" jsonb), jsonb_each("values")
    ORDER BY user_id, key, source_id
  )
  INSERT INTO settings AS old (user_id, "values")
  SELECT user_id, jsonb_object_agg(key, value) FROM members GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE SET "values" = excluded."values" || old."values", updated_at = now()
  WHERE NOT old."values" ?& ARRAY(SELECT jsonb_object_keys(excluded."values"))
  RETURNING xmax = 0 AS added`;
