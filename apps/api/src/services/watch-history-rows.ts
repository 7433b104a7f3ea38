// Rows of the watch history, and the statements that read and write many of them at once.
import type { SavedWatched, Watched, WatchedInput } from '@matinee/shared/contract/watch-history';
import type { Statements } from '#db/statements.ts';
import { holdOwner, ownerIsGone } from './owner.ts';
import { progressKey } from './progress-rows.ts';
import { isoTime, replaceWhere, toMeta, type TitleColumns } from './title-rows.ts';

export interface WatchedRow extends TitleColumns {
  readonly id: string;
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  readonly duration: number;
  readonly watched: number;
  readonly watchedAt: string;
  readonly completed: boolean;
  readonly updatedAt: string;
}

const COLUMNS = `id, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId", NULLIF(episode_id, '') AS "episodeId",
  season_number AS "seasonNumber", episode_number AS "episodeNumber", type, title, year, poster, duration, watched,
  ${isoTime('watched_at')} AS "watchedAt", completed, ${isoTime('updated_at')} AS "updatedAt"`;

export const LIST_WATCHED = `
  SELECT ${COLUMNS} FROM watch_history WHERE user_id = $1
  ORDER BY watch_history.watched_at DESC, tmdb_id, season_id, episode_id`;

const KEY = ['user_id', 'tmdb_id', 'season_id', 'episode_id'];
const FACTS = [
  'type',
  'title',
  'year',
  'poster',
  'season_number',
  'episode_number',
  'duration',
  'watched',
  'watched_at',
  'completed',
  'updated_at',
];

/** $2: the items as JSON, $3: now. Writes of one user take turns, so that two imports never wait for each other. */
const UPSERT = `
  WITH owner AS (${holdOwner('NO KEY UPDATE')}),
  item AS (
    SELECT owner.id AS user_id, item.*, $3::timestamptz FROM owner, json_to_recordset($2::json) AS item(
      tmdb_id text, season_id text, episode_id text, type text, title text, year int, poster text, season_number int,
      episode_number int, duration float8, watched float8, watched_at timestamptz, completed boolean)),
  stored AS (
    INSERT INTO watch_history (${[...KEY, ...FACTS].join(', ')}) SELECT * FROM item
    ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET
      ${replaceWhere('excluded.watched_at >= watch_history.watched_at', 'watch_history', FACTS)}
    RETURNING ${COLUMNS})
  SELECT stored.* FROM owner LEFT JOIN stored ON true`;

/** What is stored of each then, in their order; no key may occur twice. */
export async function writeWatched(
  { query }: Statements,
  userId: string,
  items: readonly WatchedInput[],
  now: Date,
): Promise<readonly WatchedRow[]> {
  const rows = await query<WatchedRow | { id: null }>(UPSERT, [
    userId,
    JSON.stringify(items.map(toRecord)),
    now,
  ]);
  if (rows.length === 0) throw ownerIsGone();
  const stored = new Map(
    rows.flatMap((row) => (row.id === null ? [] : [[progressKey(row), row] as const])),
  );
  return items.flatMap((item) => stored.get(progressKey(item)) ?? []);
}

function toRecord({ meta, tmdbId, ...item }: WatchedInput) {
  return {
    tmdb_id: tmdbId,
    season_id: item.seasonId ?? '',
    episode_id: item.episodeId ?? '',
    ...meta,
    season_number: item.seasonNumber,
    episode_number: item.episodeNumber,
    duration: item.duration,
    watched: item.watched,
    watched_at: item.watchedAt,
    completed: item.completed,
  };
}

export function toWatched(row: WatchedRow): Watched {
  return {
    tmdbId: row.tmdbId,
    season: { id: row.seasonId ?? undefined, number: row.seasonNumber ?? undefined },
    episode: { id: row.episodeId ?? undefined, number: row.episodeNumber ?? undefined },
    meta: toMeta(row),
    duration: String(row.duration),
    watched: String(row.watched),
    watchedAt: row.watchedAt,
    completed: row.completed,
  };
}

export function toSavedWatched(userId: string, row: WatchedRow): SavedWatched {
  const { type, title, year, poster, ...rest } = row;
  return { ...rest, userId, meta: toMeta({ type, title, year, poster }) };
}
