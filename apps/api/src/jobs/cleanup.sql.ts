// Statements that delete rows expired before $1. $2: the size of a batch. Each returns a row for every deleted row.
// Replicas may run them concurrently, because they skip locked rows and recheck refreshed rows. Prisma can do neither.

export const DELETE_CHALLENGES = `
  DELETE FROM challenges WHERE expires_at <= $1 AND code IN (
    SELECT code FROM challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_SESSIONS = `
  DELETE FROM sessions WHERE expires_at <= $1 AND (user_id, id) IN (
    SELECT user_id, id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_RATE_LIMITS = `
  DELETE FROM rate_limits WHERE ends_at <= $1 AND (bucket, caller) IN (
    SELECT bucket, caller FROM rate_limits WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_INVITATIONS = `
  DELETE FROM invitations WHERE expires_at <= $1 AND code IN (
    SELECT code FROM invitations WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_LINKS = `
  DELETE FROM links WHERE expires_at <= $1 AND id IN (
    SELECT id FROM links WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_PLAYBACKS = `
  DELETE FROM playbacks WHERE seen_at <= $1 AND id IN (
    SELECT id FROM playbacks WHERE seen_at <= $1 ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_VIEWERS = `
  DELETE FROM play_viewers WHERE day < $1 AND (day, viewer) IN (
    SELECT day, viewer FROM play_viewers WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_PLAY_DAYS = `
  DELETE FROM play_days WHERE day < $1 AND day IN (
    SELECT day FROM play_days WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_SOURCE_STATS = `
  DELETE FROM source_stats WHERE at <= $1 AND (at, source) IN (
    SELECT at, source FROM source_stats WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_ERROR_GROUPS = `
  DELETE FROM error_groups WHERE last_at <= $1 AND id IN (
    SELECT id FROM error_groups WHERE last_at <= $1 ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

export const DELETE_TOMBSTONES = `
  DELETE FROM deletions WHERE deleted_at <= $1 AND (user_id, kind, tmdb_id, season_id, episode_id) IN (
    SELECT user_id, kind, tmdb_id, season_id, episode_id FROM deletions WHERE deleted_at <= $1
    ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

/** $3: the number of tombstones that an account keeps. A concurrently rewritten row is newer than $1, and stays. */
export const DELETE_SURPLUS_TOMBSTONES = `
  WITH crowded AS (SELECT user_id AS id FROM deletions GROUP BY 1 HAVING count(*) > $3::int)
  DELETE FROM deletions WHERE deleted_at <= $1 AND (user_id, kind, tmdb_id, season_id, episode_id) IN (
    SELECT user_id, kind, tmdb_id, season_id, episode_id FROM crowded CROSS JOIN LATERAL (
      SELECT user_id, kind, tmdb_id, season_id, episode_id FROM deletions WHERE user_id = crowded.id
      ORDER BY deleted_at DESC OFFSET $3::int LIMIT $2) AS surplus
    LIMIT $2)
  RETURNING 1`;

/** $3: the names of counters whose idle series are deleted. */
export const DELETE_IDLE_SERIES = `
  DELETE FROM counters WHERE (name, labels, day) IN (
    SELECT name, labels, day FROM counters old
    WHERE day < $1::date AND name = ANY($3) AND NOT EXISTS (
      SELECT FROM counters recent
      WHERE recent.name = old.name AND recent.labels = old.labels AND recent.day >= $1::date)
    ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

/** Merges old days into one row with a day in 1970, which keeps the totals. */
export const MERGE_COUNTER_DAYS = `
  WITH gone AS (
    DELETE FROM counters WHERE (name, labels, day) IN (
      SELECT name, labels, day FROM counters
      WHERE day < $1::date AND day > date '1970-01-01' ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING name, labels, value),
  merged AS (
    INSERT INTO counters AS stored (name, labels, day, value)
    SELECT name, labels, date '1970-01-01', sum(value) FROM gone GROUP BY name, labels ORDER BY name, labels
    ON CONFLICT (name, labels, day) DO UPDATE SET value = stored.value + excluded.value)
  SELECT 1 FROM gone`;

/** Also deletes everything that belongs to the accounts. */
export const DELETE_UNUSED_ACCOUNTS = `
  DELETE FROM users WHERE last_used_at < $1 AND id IN (
    SELECT id FROM users WHERE last_used_at < $1 ORDER BY last_used_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;
