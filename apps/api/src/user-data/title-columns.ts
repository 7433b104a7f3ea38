// The columns that bookmarks, progress and the watch history share, and expressions of their statements.
import type { TitleMeta } from '@matinee/shared/contract/fields';

export interface TitleColumns {
  readonly type: string;
  readonly title: string;
  readonly year: number | null;
  readonly poster: string | null;
}

export function toMeta({ title, year, poster, type }: TitleColumns): TitleMeta {
  return { title, year, poster: poster ?? undefined, type };
}

/** Identifies a movie or an episode, or all episodes of a season or a show. */
export interface EpisodeKey {
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

/** Joins the IDs with NUL, which no ID contains. */
export const episodeKey = ({ tmdbId, seasonId, episodeId }: EpisodeKey): string =>
  `${tmdbId}\0${seasonId ?? ''}\0${episodeId ?? ''}`;

/** Earlier times come from a wrong clock. */
const EARLIEST = Date.parse('2021-07-13T00:00:00Z');
const CANONICAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Limits a client's timestamp to a plausible range. Returns `now` if it is missing or later. */
export function clampTimestamp(given: string | null, now: number): string {
  if (given === null) return new Date(now).toISOString();
  const parsed = Date.parse(given);
  const time = Math.min(Math.max(parsed, EARLIEST), now);
  // Reuse the text if possible. Formatting a date costs more than the checks, and an import has thousands.
  return time === parsed && CANONICAL_TIME.test(given) ? given : new Date(time).toISOString();
}

/** Formats a time in PostgreSQL, because parsing hundreds of dates would take a third of a response's time. */
export const isoTimeSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Returns an expression for whether a write replaces a stored row. A stored time after `now` comes from a clock that
 * was ahead, and would block all changes until then. Writes of the last hour replace such a row, because clocks of
 * devices differ. Older writes, of a device that was offline, don't. Differences of seconds between servers are
 * tolerated.
 */
export const replaces = (written: string, stored: string, now: string): string =>
  `${written} >= CASE WHEN ${stored} > ${now}::timestamptz + interval '10 seconds'
    THEN ${now}::timestamptz - interval '1 hour' ELSE ${stored} END`;
