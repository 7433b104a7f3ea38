// Statements for rate limits. They are atomic across replicas. Prisma can't update a row based on its stored columns.

/**
 * $1: the bucket, $2: the caller, $3: the cost, $4: the budget, $5 and $6: start and end of a new window. Consumes from
 * the current window, or opens one. Returns no row if too little is left.
 */
export const CONSUME_BUDGET = `
  INSERT INTO rate_limits AS spent (bucket, caller, used, starts_at, ends_at)
  VALUES ($1, $2, $3, $5, $6)
  ON CONFLICT (bucket, caller) DO UPDATE SET
    used = CASE WHEN spent.ends_at <= $5 THEN excluded.used ELSE spent.used + excluded.used END,
    starts_at = CASE WHEN spent.ends_at <= $5 THEN excluded.starts_at ELSE spent.starts_at END,
    ends_at = CASE WHEN spent.ends_at <= $5 THEN excluded.ends_at ELSE spent.ends_at END
  WHERE spent.ends_at <= $5 OR spent.used + excluded.used <= $4
  RETURNING used`;

/**
 * $1: the bucket, $2: the caller, $3: the cost, $4 and $5: start and end of a new window. Adds without a limit, because
 * the server has already handled the calls.
 */
export const REPORT_CALLS = `
  INSERT INTO rate_limits AS spent (bucket, caller, used, starts_at, ends_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (bucket, caller) DO UPDATE SET
    used = CASE WHEN spent.ends_at <= $4 THEN excluded.used ELSE spent.used + excluded.used END,
    starts_at = CASE WHEN spent.ends_at <= $4 THEN excluded.starts_at ELSE spent.starts_at END,
    ends_at = CASE WHEN spent.ends_at <= $4 THEN excluded.ends_at ELSE spent.ends_at END
  RETURNING used, ends_at AS "endsAt"`;
