// Statements that belong to every page of rows. The import has a connection of its own, without Prisma.

/** $1: keys. The ids of their accounts, which stay until the page is written. */
export const LOCK_OWNERS =
  'SELECT id, public_key FROM users WHERE public_key = ANY($1) FOR KEY SHARE';

/** $1: accounts and times of use as JSON. Rounded to the day, so that not every page of an account writes it. */
export const UPDATE_LAST_USED = `
  UPDATE users SET last_used_at = used.at
  FROM (
    SELECT user_id, date_trunc('day', max(at), 'UTC') AS at
    FROM jsonb_to_recordset($1) AS item(user_id text, at timestamptz) GROUP BY user_id
  ) used
  WHERE users.id = used.user_id AND users.last_used_at < used.at`;
