// Statements for counters, error groups and results of sources. Replicas add to many rows at once. Prisma has neither
// an upsert of several rows, nor one that adds to stored values.

/** $1 to $4: names, labels, days and values. */
export const WRITE_COUNTERS = `
  INSERT INTO counters AS counted (name, labels, day, value)
  SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::bigint[])
  ON CONFLICT (name, labels, day) DO UPDATE SET value = counted.value + excluded.value`;

/** $1: names. Totals are text, because they can exceed a bigint. Prisma's sums can't. */
export const SUM_COUNTERS = `
  SELECT name, labels, sum(value)::text AS value FROM counters
  WHERE name = ANY($1) GROUP BY name, labels ORDER BY name, labels`;

/** $1 to $10: columns. Spaces separate request IDs, because unnest() doesn't support lists of different lengths. */
export const WRITE_ERROR_GROUPS = `
  INSERT INTO error_groups AS stored
    (id, origin, level, area, code, shape, count, first_at, last_at, request_ids)
  SELECT id, origin, level, area, code, shape, count, first_at, last_at, string_to_array(request_ids, ' ')
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
    $8::timestamptz[], $9::timestamptz[], $10::text[])
    AS new (id, origin, level, area, code, shape, count, first_at, last_at, request_ids)
  ON CONFLICT (id) DO UPDATE SET
    level = excluded.level,
    count = stored.count + excluded.count,
    first_at = least(stored.first_at, excluded.first_at),
    last_at = greatest(stored.last_at, excluded.last_at),
    request_ids = (excluded.request_ids || stored.request_ids)[1:5]`;

/** $1: the origin, $2: the number of its latest groups to keep. Skips groups that another replica is deleting. */
export const DELETE_SURPLUS_ERROR_GROUPS = `
  DELETE FROM error_groups WHERE id IN (
    SELECT id FROM error_groups WHERE origin = $1 ORDER BY last_at DESC, id
    OFFSET $2 FOR UPDATE SKIP LOCKED)`;

/** $1: the search, $2: the limit. `strpos` has no patterns, so the search needs no escaping. */
export const LIST_ERROR_GROUPS = `
  SELECT id, origin, level, area, code, shape, count::float AS count, request_ids AS "requestIds",
    first_at AS "firstAt", last_at AS "lastAt", count(*) OVER ()::int AS total
  FROM error_groups
  WHERE $1 = '' OR strpos(lower(area || ' ' || code || ' ' || shape), lower($1)) > 0
    OR $1 = ANY (request_ids)
  ORDER BY last_at DESC, id LIMIT $2`;

/** $1 to $8: columns. */
export const WRITE_SOURCE_STATS = `
  INSERT INTO source_stats AS stored (at, source, found, not_found, failed, timed, ms, slowest)
  SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::float8[], $8::float8[])
  ON CONFLICT (at, source) DO UPDATE SET
    found = stored.found + excluded.found,
    not_found = stored.not_found + excluded.not_found,
    failed = stored.failed + excluded.failed,
    timed = stored.timed + excluded.timed,
    ms = stored.ms + excluded.ms,
    slowest = greatest(stored.slowest, excluded.slowest)`;

/** $1: `hour` or `day`, $2: the first hour or day. */
export const LIST_SOURCE_STATS = `
  SELECT source, date_trunc($1, at, 'UTC') AS at, sum(found)::float8 AS found, sum(not_found)::float8 AS "notFound",
    sum(failed)::float8 AS failed, sum(ms) / nullif(sum(timed), 0)::float8 AS ms, nullif(max(slowest), 0) AS "slowestMs"
  FROM source_stats WHERE at >= $2 GROUP BY 1, 2 ORDER BY 1, 2`;
