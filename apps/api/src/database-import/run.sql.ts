// Statements for every page of rows. The import uses a separate connection without Prisma.

/** $1: keys. Returns their accounts' IDs, and locks the accounts until the page is written. */
export const LOCK_OWNERS =
  'SELECT id, public_key FROM users WHERE public_key = ANY($1) FOR KEY SHARE';

/** $1: accounts and times of use as JSON. Rounds to the day, to avoid a write for every page of an account. */
export const UPDATE_LAST_USED = `
  UPDATE users SET last_used_at = used.at
  FROM (
    SELECT user_id, date_trunc('day', max(at), 'UTC') AS at
    FROM jsonb_to_recordset($1) AS item(user_id text, at timestamptz) GROUP BY user_id
  ) used
  WHERE users.id = used.user_id AND users.last_used_at < used.at`;
