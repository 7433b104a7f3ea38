/**
 * $1: the name, $2: the holder, $3: seconds. Acquires or renews a lease unless another process holds it. Returns a row
 * on success. Uses the database's clock, because replicas share it. Prisma can't use it. An expiry in the far future
 * shows that the clock was ahead. Such a lease counts as expired.
 */
export const ACQUIRE_LEASE = `
  INSERT INTO leases AS held (name, holder, expires_at)
  VALUES ($1, $2::uuid, now() + make_interval(secs => $3))
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
  WHERE held.holder = excluded.holder OR held.expires_at <= now()
    OR held.expires_at > now() + make_interval(secs => 2 * $3)
  RETURNING name`;

/**
 * $1: the prefix of the names, $2: an excluded name, $3: the seconds of a lease. Uses the same clock as
 * `ACQUIRE_LEASE`.
 */
export const OTHER_LEASES = `
  SELECT count(*)::int AS count,
    coalesce(greatest(0, $3::int - extract(epoch FROM max(expires_at) - now())), 0)::int AS "secondsAgo",
    coalesce(ceil(extract(epoch FROM max(expires_at) - now())), 0)::int AS "secondsLeft"
  FROM leases
  WHERE starts_with(name, $1) AND name <> $2 AND expires_at > now() AND expires_at <= now() + make_interval(secs => 2 * $3::int)`;

/** $1: the prefix of the names, $2: the seconds of a lease. */
export const UNEXPIRED_LEASES = `
  SELECT name, expires_at::text AS "expiresAt", extract(epoch FROM expires_at - now())::float8 AS "secondsLeft"
  FROM leases
  WHERE starts_with(name, $1) AND expires_at > now() AND expires_at <= now() + make_interval(secs => 2 * $2::int)`;

export const HAS_LEASES = "SELECT to_regclass('leases') IS NOT NULL AS exists";

/** Counts the connections of servers' pools. */
export const SERVER_CONNECTIONS = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'matinee'`;
