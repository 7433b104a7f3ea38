// Statements that write many imported rows at once and merge them with existing rows. Prisma has no such upsert. $1 of
// each: the rows as JSON. Each returns a row for each written one. `added`: whether the row is new.

/** Keeps the furthest position and the newest date of all rows, so their order doesn't matter. */
export const IMPORT_PROGRESS_ITEMS = `
  WITH incoming AS (
    SELECT DISTINCT ON (user_id, tmdb_id, season_id, episode_id) *, max(updated_at) OVER same AS newest
    FROM jsonb_to_recordset($1) AS item(
      user_id text, tmdb_id text, season_id text, episode_id text, id uuid, type text, title text, year int,
      poster text, season_number int, episode_number int, duration bigint, watched bigint,
      updated_at timestamptz, is_clamped bool)
    WHERE NOT EXISTS (
      SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'progress'
        AND gone.tmdb_id = item.tmdb_id AND gone.season_id IN ('', item.season_id)
        AND gone.episode_id IN ('', item.episode_id)
        AND (item.is_clamped OR gone.deleted_at >= item.updated_at))
      AND NOT (item.is_clamped AND EXISTS (
        SELECT FROM progress known WHERE known.user_id = item.user_id AND known.tmdb_id = item.tmdb_id
          AND known.season_id = item.season_id AND known.episode_id = item.episode_id))
    WINDOW same AS (PARTITION BY user_id, tmdb_id, season_id, episode_id)
    ORDER BY user_id, tmdb_id, season_id, episode_id, watched DESC, updated_at DESC
  )
  INSERT INTO progress AS old (user_id, tmdb_id, season_id, episode_id, id, type, title, year, poster,
    season_number, episode_number, duration, watched, updated_at)
  SELECT user_id, tmdb_id, season_id, episode_id, COALESCE(id, gen_random_uuid()), type, title, year, poster,
    season_number, episode_number, duration, watched, newest
  FROM incoming
  ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
    type = CASE WHEN excluded.watched > old.watched THEN excluded.type ELSE old.type END,
    title = CASE WHEN excluded.watched > old.watched THEN excluded.title ELSE old.title END,
    year = CASE WHEN excluded.watched > old.watched THEN excluded.year ELSE old.year END,
    poster = CASE WHEN excluded.watched > old.watched THEN excluded.poster ELSE old.poster END,
    season_number = CASE WHEN excluded.watched > old.watched THEN excluded.season_number ELSE old.season_number END,
    episode_number = CASE WHEN excluded.watched > old.watched THEN excluded.episode_number ELSE old.episode_number END,
    duration = CASE WHEN excluded.watched > old.watched THEN excluded.duration ELSE old.duration END,
    watched = CASE WHEN excluded.watched > old.watched THEN excluded.watched ELSE old.watched END,
    updated_at = GREATEST(old.updated_at, excluded.updated_at)
  WHERE excluded.watched > old.watched OR excluded.updated_at > old.updated_at
  RETURNING xmax = 0 AS added`;

export const IMPORT_WATCHED = `
  WITH incoming AS (
    SELECT DISTINCT ON (user_id, tmdb_id, season_id, episode_id) *
    FROM jsonb_to_recordset($1) AS item(
      user_id text, tmdb_id text, season_id text, episode_id text, id uuid, type text, title text, year int,
      poster text, season_number int, episode_number int, duration float8, watched float8,
      watched_at timestamptz, completed bool, updated_at timestamptz, is_clamped bool)
    WHERE NOT (item.is_clamped AND EXISTS (
      SELECT FROM watch_history known WHERE known.user_id = item.user_id AND known.tmdb_id = item.tmdb_id
        AND known.season_id = item.season_id AND known.episode_id = item.episode_id))
    ORDER BY user_id, tmdb_id, season_id, episode_id, watched_at DESC, watched DESC
  )
  INSERT INTO watch_history AS old (user_id, tmdb_id, season_id, episode_id, id, type, title, year, poster,
    season_number, episode_number, duration, watched, watched_at, completed, updated_at)
  SELECT user_id, tmdb_id, season_id, episode_id, COALESCE(id, gen_random_uuid()), type, title, year, poster,
    season_number, episode_number, duration, watched, watched_at, completed, updated_at
  FROM incoming
  ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
    type = excluded.type, title = excluded.title, year = excluded.year, poster = excluded.poster,
    season_number = excluded.season_number, episode_number = excluded.episode_number,
    duration = excluded.duration, watched = excluded.watched, watched_at = excluded.watched_at,
    completed = excluded.completed, updated_at = excluded.updated_at
  WHERE excluded.watched_at > old.watched_at
  RETURNING xmax = 0 AS added`;
