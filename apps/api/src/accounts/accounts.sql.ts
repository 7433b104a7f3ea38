// Statements for accounts and their sessions. Some must be a single statement. Others run for every request, where
// Prisma is too slow.
import { ACCOUNTS_PAGE } from '@matinee/shared/contract/admin-accounts';

/** The maximum number of sessions of an account. A new session replaces the least recently used. */
export const MAX_SESSIONS = 50;

/**
 * $1: the account. Locks its row until the end of the transaction. The account then can't be deleted. Multi-row writes
 * of one account wait for each other and don't deadlock. Always lock the row in account_bytes after this one.
 */
export const LOCK_USER = 'SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE';

/**
 * $1: the challenge, $2: the key, $3: now, $4 to $7: ID, device, user agent and end of the session. A single statement
 * ensures that a challenge works once. Returns no row for an unknown challenge, and a row of NULLs for a deleted
 * account. If there are too many sessions, the new one replaces the least recently used.
 */
export const LOG_IN = `
  WITH consumed AS (
    DELETE FROM challenges WHERE code = $1 AND flow = 'login' AND public_key = $2 AND expires_at > $3
    RETURNING code),
  account AS (
    UPDATE users SET last_logged_in = $3, last_used_at = $3 FROM consumed WHERE public_key = $2
    RETURNING users.*),
  surplus AS (
    DELETE FROM sessions WHERE (user_id, id) IN (
      SELECT s.user_id, s.id FROM account JOIN sessions s ON s.user_id = account.id
      ORDER BY s.accessed_at DESC, s.id OFFSET ${MAX_SESSIONS - 1})),
  opened AS (
    INSERT INTO sessions (user_id, id, device, user_agent, created_at, accessed_at, expires_at)
    SELECT id, $4::uuid, $5, $6, $3, $3, $7::timestamptz FROM account)
  SELECT id, public_key AS "publicKey", namespace, nickname, permissions, color_a AS "colorA", color_b AS "colorB", icon,
    created_at AS "createdAt", last_logged_in AS "lastLoggedIn"
  FROM consumed LEFT JOIN account ON true`;

/**
 * $1 to $7: as in `LOG_IN`, $8 to $13: ID, namespace, nickname, colors and icon of the user, $14: the invitation's
 * code, $15: the `RegistrationMode`. A single statement does everything or nothing. Returns a row on success.
 *
 * The first use locks the invitation's row. A concurrent use then checks `uses_left` again. The owner's invitation
 * creates only the first account. All other invitations work only after that. If registration is open, the first
 * account becomes the owner's.
 */
export const REGISTER = `
  WITH consumed AS (
    DELETE FROM challenges WHERE code = $1 AND flow = 'registration' AND expires_at > $3 RETURNING code),
  invited AS (
    UPDATE invitations SET uses_left = uses_left - 1 FROM consumed
    WHERE invitations.code = $14 AND uses_left > 0 AND expires_at > $3
      AND (makes_owner IS TRUE) <> EXISTS (SELECT FROM users)
      AND ($15 = 'invite' OR $15 = 'closed' AND makes_owner)
    RETURNING makes_owner AS is_owner),
  admitted AS (
    SELECT is_owner FROM invited
    UNION ALL
    SELECT NULLIF(NOT EXISTS (SELECT FROM users), false) FROM consumed WHERE $15 = 'open'),
  account AS (
    INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon,
      created_at, last_logged_in, last_used_at, is_owner)
    SELECT $8, $2, $9, $10, $11, $12, $13, $3, $3, $3, is_owner FROM admitted
    RETURNING id),
  opened AS (
    INSERT INTO sessions (user_id, id, device, user_agent, created_at, accessed_at, expires_at)
    SELECT id, $4::uuid, $5, $6, $3, $3, $7::timestamptz FROM account)
  SELECT id FROM account`;

/**
 * $1: session IDs, $2: now. Finds the sessions that haven't ended, and their accounts. Runs for every signed-in
 * request. An account has a handful of sessions, which are adjacent in the index.
 */
export const FIND_SESSION = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", s.device, s.user_agent AS "userAgent", s.created_at AS "sessionCreatedAt",
    s.accessed_at AS "accessedAt", s.expires_at AS "expiresAt", u.id, u.public_key AS "publicKey", u.namespace,
    u.nickname, u.permissions, u.color_a AS "colorA", u.color_b AS "colorB", u.icon,
    u.created_at AS "createdAt", u.last_logged_in AS "lastLoggedIn", u.is_owner AS "isOwner",
    (SELECT max(wrote_at) FROM sessions other WHERE other.user_id = s.user_id AND other.id <> s.id) AS "newsAt"
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = ANY($1::uuid[]) AND s.expires_at > $2`;

/**
 * $1: the account, $2: the session, $3: now, $4: the session's new end. Extends the session if its last use was before
 * $5. Only one of many concurrent requests updates the row.
 */
export const TOUCH_SESSION = `
  WITH used AS (
    UPDATE sessions SET accessed_at = $3, expires_at = $4 WHERE user_id = $1 AND id = $2 AND accessed_at <= $5
    RETURNING user_id)
  UPDATE users SET last_used_at = $3 FROM used WHERE users.id = used.user_id`;

/**
 * $1: accounts, $2: their sessions that have written, $3: now. Locks rows in a fixed order, unlike Prisma, to keep
 * replicas from deadlocking. Each new time is later than the account's previous times, even if a clock was ahead,
 * because sessions see only the latest time of the others. The commit doesn't wait for the disk, to avoid delaying
 * commits of positions.
 */
export const MARK_SESSIONS = `
  WITH writers AS (
    SELECT user_id, id FROM sessions JOIN unnest($1::text[], $2::uuid[]) AS pending (user_id, id) USING (user_id, id)
    ORDER BY user_id, id FOR NO KEY UPDATE OF sessions)
  UPDATE sessions SET wrote_at = GREATEST($3, interval '1 ms' + (
    SELECT max(wrote_at) FROM sessions other WHERE other.user_id = sessions.user_id))
  FROM set_config('synchronous_commit', 'off', true), writers WHERE sessions.user_id = writers.user_id AND sessions.id = writers.id`;

/** $1: the search. `strpos` has no patterns, so the search needs no escaping. */
export const COUNT_ACCOUNTS = `
  SELECT count(*)::int AS total FROM users
  WHERE $1 = '' OR id = $1 OR strpos(lower(nickname), lower($1)) > 0`;

/**
 * $1: the search, $2 and $3: last use and ID of the account before the page, or NULLs. Counts devices and bytes only
 * for the page, and returns one more account than that. Prisma would need a statement for each relation.
 */
export const PAGE_OF_ACCOUNTS = `
  WITH page AS (
    SELECT id, nickname, public_key, is_owner, created_at, last_used_at FROM users
    WHERE ($1 = '' OR id = $1 OR strpos(lower(nickname), lower($1)) > 0)
      AND ($2::timestamptz IS NULL OR (last_used_at, id) < ($2, $3))
    ORDER BY last_used_at DESC, id DESC LIMIT ${ACCOUNTS_PAGE + 1})
  SELECT id, nickname, public_key AS "publicKey", is_owner AS "isOwner", created_at AS "createdAt",
    last_used_at AS "lastUsedAt",
    coalesce((SELECT bytes FROM account_bytes WHERE user_id = page.id), 0)::float8 AS bytes,
    (SELECT count(*) FROM sessions WHERE user_id = page.id AND expires_at > now())::int AS devices
  FROM page ORDER BY last_used_at DESC, id DESC`;
