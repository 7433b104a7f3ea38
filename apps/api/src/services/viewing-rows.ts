// What the rows of progress and of the watch history have in common: which film or episode somebody has watched.
import type { ProgressInput } from '@matinee/shared/contract/progress';
import type { SavedWatched } from '@matinee/shared/contract/watch-history';
import { jsonOf, listInOrder, orNull, quoted } from './json-columns.ts';
import { isoTime, JSON_META, type TitleColumns } from './title-rows.ts';

/** Of an item, or of all items of a season or a title. */
export interface ViewingKey {
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

/** No id has a NUL in it. */
export const viewingKey = ({ tmdbId, seasonId, episodeId }: ViewingKey): string =>
  `${tmdbId}\0${seasonId ?? ''}\0${episodeId ?? ''}`;

export interface ViewingColumns extends TitleColumns, ViewingKey {
  readonly id: string;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  readonly updatedAt: string;
}

export const VIEWING_COLUMNS = `id, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId",
  NULLIF(episode_id, '') AS "episodeId", season_number AS "seasonNumber", episode_number AS "episodeNumber", type, title,
  year, poster, duration, watched, ${isoTime('updated_at')} AS "updatedAt"`;

export const VIEWING_KEY = ['user_id', 'tmdb_id', 'season_id', 'episode_id'];
/** What a write replaces; `updated_at` comes with the table's own. */
export const VIEWING_FACTS = [
  'type',
  'title',
  'year',
  'poster',
  'season_number',
  'episode_number',
  'duration',
  'watched',
];

/** The columns of `viewingRecord`, numbered from 0 by `n`, in a `json_to_recordset`. */
export const VIEWING_RECORD = `n int, tmdb_id text, season_id text, episode_id text, type text, title text, year int,
  poster text, season_number int, episode_number int`;

export const viewingRecord = (
  item: Pick<
    ProgressInput,
    'tmdbId' | 'seasonId' | 'episodeId' | 'seasonNumber' | 'episodeNumber' | 'meta'
  >,
  n: number,
) => ({
  n,
  tmdb_id: item.tmdbId,
  season_id: item.seasonId ?? '',
  episode_id: item.episodeId ?? '',
  ...item.meta,
  season_number: item.seasonNumber,
  episode_number: item.episodeNumber,
});

export const SEASON_ID_JSON = jsonOf(`NULLIF(season_id, '')`);
export const EPISODE_ID_JSON = jsonOf(`NULLIF(episode_id, '')`);

/** What writes of either answer. */
export const SAVED_VIEWING = {
  id: quoted('id'),
  userId: jsonOf('user_id'),
  tmdbId: jsonOf('tmdb_id'),
  seasonId: orNull(SEASON_ID_JSON),
  episodeId: orNull(EPISODE_ID_JSON),
  seasonNumber: orNull('season_number'),
  episodeNumber: orNull('episode_number'),
  meta: JSON_META,
  duration: 'duration',
  watched: 'watched',
  updatedAt: quoted(isoTime('updated_at')),
} satisfies Partial<Record<keyof SavedWatched, string>>;

/** To be returned by `stored`, so that `STORED_IN_ORDER` finds the item again. */
export const stored = (json: string): string =>
  `tmdb_id AS title_key, season_id AS season_key, episode_id AS episode_key, ${json} AS json`;

/** The JSON of all of them, in the order of the items; see `writtenOf`. */
export const STORED_IN_ORDER = `
  SELECT ${listInOrder('json')} AS json
  FROM owner LEFT JOIN (
    item JOIN stored ON (tmdb_id, season_id, episode_id) = (title_key, season_key, episode_key)) ON true
  HAVING count(*) > 0`;
