// Rows of the watch history, and the statements that read and write many of them at once.
import type { SavedWatched, Watched, WatchedInput } from '@matinee/shared/contract/watch-history';
import type { Statements } from '#db/statements.ts';
import { jsonText } from '#http/json-text.ts';
import { writtenOf, type Told } from './chunks.ts';
import { IS_SMALL, jsonObject, quoted } from './json-columns.ts';
import { holdOwner } from './owner.ts';
import type { PagedRows } from './paged-rows.ts';
import { hasRoom, isFull } from './room.ts';
import { isoTime, replaceWhere, toMeta } from './title-rows.ts';
import {
  SAVED_VIEWING,
  stored,
  STORED_IN_ORDER,
  VIEWING_COLUMNS,
  VIEWING_FACTS,
  VIEWING_KEY,
  VIEWING_RECORD,
  viewingRecord,
  type ViewingColumns,
} from './viewing-rows.ts';

export interface WatchedRow extends ViewingColumns {
  readonly duration: number;
  readonly watched: number;
  readonly watchedAt: string;
  readonly completed: boolean;
}

const WATCHED_AT = isoTime('watched_at');

const COLUMNS = `${VIEWING_COLUMNS}, ${WATCHED_AT} AS "watchedAt", completed`;
const NEWEST_FIRST = 'watch_history.watched_at DESC, tmdb_id, season_id, episode_id';

export const LIST_WATCHED = `SELECT ${COLUMNS} FROM watch_history WHERE user_id = $1 AND ${IS_SMALL} ORDER BY ${NEWEST_FIRST}`;

export const WATCHED_ROWS: PagedRows<WatchedRow> = {
  table: 'watch_history',
  columns: COLUMNS,
  where: 'user_id = $1',
  order: NEWEST_FIRST,
  after: `watched_at <= $2::timestamptz
    AND (watched_at < $2::timestamptz OR (tmdb_id, season_id, episode_id) > ($3, $4, $5))`,
  keyOf: ({ watchedAt, tmdbId, seasonId, episodeId }) => [
    watchedAt,
    tmdbId,
    seasonId ?? '',
    episodeId ?? '',
  ],
};

const SAVED_JSON = jsonObject<SavedWatched>({
  ...SAVED_VIEWING,
  watchedAt: quoted(WATCHED_AT),
  completed: 'completed',
});

const FACTS = [...VIEWING_FACTS, 'watched_at', 'completed', 'updated_at'];
const WRITTEN = [...VIEWING_KEY, ...FACTS].join(', ');

/**
 * $2: the items as JSON, $3: now. Writes of one user take turns, so that two imports never wait for each other. Answers
 * the JSON of what is stored of each then, in their order.
 */
const UPSERT = `
  WITH owner AS (${holdOwner('NO KEY UPDATE')}),
  item AS (
    SELECT owner.id AS user_id, item.*, $3::timestamptz AS updated_at
    FROM owner, json_to_recordset($2::json) AS item(
      ${VIEWING_RECORD}, duration float8, watched float8, watched_at timestamptz, completed boolean)),
  room AS (${hasRoom('watch_history', VIEWING_KEY)}),
  stored AS (
    INSERT INTO watch_history (${WRITTEN}) SELECT ${WRITTEN} FROM item, room WHERE "hasRoom"
    ON CONFLICT (${VIEWING_KEY.join(', ')}) DO UPDATE SET
      ${replaceWhere('excluded.watched_at >= watch_history.watched_at', 'watch_history', FACTS)}
    RETURNING ${stored(SAVED_JSON)})
  ${STORED_IN_ORDER}`;

/** What `writeWatched` is told of some items; no key may occur twice. */
export const tellWatched = (items: readonly WatchedInput[]): Told['values'] => [
  jsonText(items.map(toRecord)).json,
];

/** The JSON of what is stored of each then, in their order. */
export async function writeWatched(
  { query }: Statements,
  { userId, now }: { readonly userId: string; readonly now: Date },
  { count, values }: Told,
): Promise<Buffer> {
  const rows = await query<{ json: string | null }>(UPSERT, [userId, ...values, now]);
  if (count > 0 && rows[0]?.json === null) throw isFull('watch_history');
  return writtenOf(rows);
}

const toRecord = (item: WatchedInput, n: number) => ({
  ...viewingRecord(item, n),
  duration: item.duration,
  watched: item.watched,
  watched_at: item.watchedAt,
  completed: item.completed,
});

export const toExportedWatched = (row: WatchedRow) => ({
  id: row.id,
  ...toWatched(row),
  updatedAt: row.updatedAt,
});

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
