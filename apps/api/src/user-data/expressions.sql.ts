// Expressions that the statements of this folder share.

/** Formats a time in PostgreSQL, because parsing hundreds of dates would take a third of a response's time. */
export const isoTimeSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Returns an expression for whether a write replaces a stored row. At equal times the later write to arrive does; browsers
 * decide by the text (`newer` in apps/web/src/data/user-data/merge-lww.ts). A stored time after `now` comes from a clock
 * that was ahead, and would block all changes until then. Writes of the last hour replace such a row, because clocks of
 * devices differ. Older writes, of a device that was offline, don't. Differences of seconds between servers are
 * tolerated.
 */
export const replaces = (written: string, stored: string, now: string): string =>
  `${written} >= CASE WHEN ${stored} > ${now}::timestamptz + interval '10 seconds'
    THEN ${now}::timestamptz - interval '1 hour' ELSE ${stored} END`;
