// The columns that bookmarks, progress and the watch history share.
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
