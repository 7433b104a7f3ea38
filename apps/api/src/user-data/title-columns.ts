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

/** Names a movie or an episode, or all episodes of a season or a show. */
export interface EpisodeKey {
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

/** No id has a NUL in it. */
export const episodeKey = ({ tmdbId, seasonId, episodeId }: EpisodeKey): string =>
  `${tmdbId}\0${seasonId ?? ''}\0${episodeId ?? ''}`;

/** Earlier times come from a broken clock. */
const EARLIEST = Date.parse('2021-07-13T00:00:00Z');
const CANONICAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Limits a client's timestamp to a plausible range: now if missing, never later. */
export function clampTimestamp(given: string | null, now: number): string {
  if (given === null) return new Date(now).toISOString();
  const parsed = Date.parse(given);
  const time = Math.min(Math.max(parsed, EARLIEST), now);
  // Writing a date costs more than all of this, and an import has thousands.
  return time === parsed && CANONICAL_TIME.test(given) ? given : new Date(time).toISOString();
}

/** Formats a time for the wire in PostgreSQL: parsing hundreds of dates costs a third of a response. */
export const isoTimeSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Whether what was written at one time replaces what is stored with another. A stored time after `now` is from a clock
 * that was ahead, and would keep out all changes until then. What was written in the last hour replaces it, as devices have
 * clocks of their own; older changes, of a device that was away, don't. Servers that differ by seconds stay in order.
 */
export const replaces = (written: string, stored: string, now: string): string =>
  `${written} >= CASE WHEN ${stored} > ${now}::timestamptz + interval '10 seconds'
    THEN ${now}::timestamptz - interval '1 hour' ELSE ${stored} END`;
