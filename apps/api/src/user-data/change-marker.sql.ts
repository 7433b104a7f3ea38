/**
 * $1: accounts, $2: their sessions that have written, $3: now. Locks rows in a fixed order, which Prisma doesn't, so that
 * replicas never deadlock. Each time is later than those of the account before, also if one was set by a clock that was ahead:
 * sessions see only the latest of the others. The commit doesn't wait for the disk, so that it doesn't delay those of
 * positions.
 */
export const MARK_SESSIONS = `
  WITH writers AS (
    SELECT user_id, id FROM sessions JOIN unnest($1::text[], $2::uuid[]) AS pending (user_id, id) USING (user_id, id)
    ORDER BY user_id, id FOR NO KEY UPDATE OF sessions)
  UPDATE sessions SET wrote_at = GREATEST($3, interval '1 ms' + (
    SELECT max(wrote_at) FROM sessions other WHERE other.user_id = sessions.user_id))
  FROM set_config('synchronous_commit', 'off', true), writers WHERE sessions.user_id = writers.user_id AND sessions.id = writers.id`;
