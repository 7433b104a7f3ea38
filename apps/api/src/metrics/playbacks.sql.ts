/** Limits invented reports. */
const MAX_ROWS = 20_000;

/**
 * Writes rows and adds them to the day in one statement. Keeps reports of pages, which know more than the relay. Counts
 * viewers that only the relay knows if they stay for a minute.
 */
export const WRITE_PLAYBACKS = `
  WITH new AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::bool[], $4::bool[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::int[], $10::int[], $11::text[], $12::text[], $13::float8[], $14::timestamptz[], $15::timestamptz[])
      AS row (id, viewer, is_reported, is_named, title, source, delivery, reason, height, kbps, state, error,
        seconds, started_at, seen_at)
  ), before AS (
    SELECT id, state, is_reported FROM playbacks WHERE id = ANY ($1)
  ), written AS (
    INSERT INTO playbacks AS stored
    SELECT id, viewer, is_reported, is_named, title, source, delivery, reason, height, kbps, state, error,
      seconds, started_at, seen_at
    FROM new
    WHERE id IN (SELECT id FROM before) OR (SELECT count(*) FROM playbacks) < ${MAX_ROWS}
    ON CONFLICT (id) DO UPDATE SET
      viewer = CASE WHEN excluded.is_reported THEN excluded.viewer ELSE stored.viewer END,
      is_reported = stored.is_reported OR excluded.is_reported,
      is_named = CASE WHEN excluded.is_reported THEN excluded.is_named ELSE stored.is_named END,
      title = coalesce(excluded.title, stored.title),
      source = CASE WHEN stored.is_reported AND NOT excluded.is_reported THEN stored.source
        ELSE coalesce(excluded.source, stored.source) END,
      delivery = coalesce(excluded.delivery, stored.delivery),
      reason = CASE WHEN excluded.is_reported THEN excluded.reason ELSE stored.reason END,
      height = coalesce(excluded.height, stored.height),
      kbps = coalesce(excluded.kbps, stored.kbps),
      state = coalesce(excluded.state, stored.state),
      error = coalesce(excluded.error, stored.error),
      seconds = stored.seconds
        + CASE WHEN excluded.is_reported OR NOT stored.is_reported THEN excluded.seconds ELSE 0 END,
      seen_at = greatest(stored.seen_at, excluded.seen_at)
    RETURNING id, viewer, is_reported, started_at
  ), seen AS (
    INSERT INTO play_viewers (day, viewer)
    SELECT DISTINCT $16::date, viewer FROM written
    WHERE is_reported OR started_at < $17::timestamptz - interval '1 minute'
    ORDER BY viewer
    ON CONFLICT DO NOTHING RETURNING 1
  ), added AS (
    SELECT count(*) FILTER (WHERE before.id IS NULL) AS plays,
      coalesce(sum(new.seconds) FILTER (WHERE new.is_reported OR NOT written.is_reported), 0) AS seconds,
      count(*) FILTER (WHERE new.state = 'failed' AND before.state IS DISTINCT FROM 'failed') AS failed
    FROM new JOIN written USING (id) LEFT JOIN before USING (id)
  )
  INSERT INTO play_days AS stored (day, plays, seconds, viewers, failed)
  SELECT $16::date, plays, seconds, (SELECT count(*) FROM seen), failed FROM added
  ON CONFLICT (day) DO UPDATE SET
    plays = stored.plays + excluded.plays,
    seconds = stored.seconds + excluded.seconds,
    viewers = stored.viewers + excluded.viewers,
    failed = stored.failed + excluded.failed`;

/** A page or player that sends nothing for 90 seconds is gone. */
const IS_HEARD = `seen_at > $1::timestamptz - interval '90 seconds'`;
const IS_RUNNING = `coalesce(state, 'playing') IN ('playing', 'paused')`;

/** $1: now, $2: the limit. Running playbacks come first. Prisma can't order by an expression. */
export const LIST_PLAYBACKS = `
  SELECT id, viewer, is_named AS "isNamed", title, source, delivery,
    CASE delivery
      WHEN 'relayed' THEN 'noAccess'
      WHEN 'remuxed' THEN 'container'
      WHEN 'converted' THEN coalesce(reason, 'codec') END AS reason,
    height, kbps, error, seconds, started_at AS "startedAt", seen_at AS "seenAt",
    CASE WHEN ${IS_HEARD} OR NOT ${IS_RUNNING} THEN coalesce(state, 'playing') ELSE 'lost' END AS state,
    count(*) OVER ()::int AS total,
    (count(*) FILTER (WHERE ${IS_HEARD} AND ${IS_RUNNING}) OVER ())::int AS playing
  FROM playbacks
  WHERE seen_at > $1::timestamptz - interval '1 hour'
  ORDER BY (${IS_HEARD} AND ${IS_RUNNING}) DESC, seen_at DESC, id LIMIT $2`;
