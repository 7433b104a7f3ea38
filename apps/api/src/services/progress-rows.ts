// Rows of progress, and the statements that read and write many of them at once.
import type { Progress, ProgressInput, SavedProgress } from '@matinee/shared/contract/progress';
import { randomUUID } from 'node:crypto';
import type { Statements } from '#db/statements.ts';
import { jsonText } from '#http/json-text.ts';
import { writtenOf, type Told } from './chunks.ts';
import { holdOwner, holdOwnerInSight, isOutOfSight, type InSight } from './owner.ts';
import type { PagedRows } from './paged-rows.ts';
import { SAVED_PROGRESS_JSON } from './progress-json.ts';
import { hasRoom, isFull, type WithRoom } from './room.ts';
import { replaceWhere, toMeta } from './title-rows.ts';
import {
  stored,
  STORED_IN_ORDER,
  VIEWING_COLUMNS,
  VIEWING_FACTS,
  VIEWING_KEY,
  VIEWING_RECORD,
  viewingKey,
  viewingRecord,
  type ViewingColumns,
} from './viewing-rows.ts';
import { writeTime } from './write-time.ts';

export interface ProgressRow extends ViewingColumns {
  /** PostgreSQL's bigint arrives as decimal text. */
  readonly duration: string;
  readonly watched: string;
}

export type ProgressWrite = ProgressInput & { readonly updatedAt: string };

export const PROGRESS_ROWS: PagedRows<ProgressRow> = {
  table: 'progress',
  columns: VIEWING_COLUMNS,
  where: 'user_id = $1',
  order: 'tmdb_id, season_id, episode_id',
  after: '(tmdb_id, season_id, episode_id) > ($2, $3, $4)',
  keyOf: ({ tmdbId, seasonId, episodeId }) => [tmdbId, seasonId ?? '', episodeId ?? ''],
};

const FACTS = [...VIEWING_FACTS, 'updated_at'];
const WRITTEN = [...VIEWING_KEY, ...FACTS].join(', ');

interface Rule {
  /** Gives the owner, with `isInSight`. */
  readonly owner: string;
  /** Which items are written at all. */
  readonly among: string;
  /** When a row that is there gives way. */
  readonly wins: string;
}

/** $2: the items as JSON, numbered from 0 by `n`. To be followed by a SELECT from `owner`, `item` and `stored`. */
const upsert = ({ owner, among, wins }: Rule, returning: string): string => `
  WITH owner AS (${owner}),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner, json_to_recordset($2::json) AS item(
      ${VIEWING_RECORD}, duration bigint, watched bigint, updated_at timestamptz)),
  room AS (${hasRoom('progress', VIEWING_KEY)}),
  stored AS (
    INSERT INTO progress (${WRITTEN}) SELECT ${WRITTEN} FROM owner, item, room WHERE "hasRoom" AND ${among}
    ON CONFLICT (${VIEWING_KEY.join(', ')}) DO UPDATE SET ${replaceWhere(wins, 'progress', FACTS)}
    RETURNING ${returning})`;

/**
 * What was watched last wins, and a deletion of the item, its season or its title that is later than it. Answers what is
 * stored of each then, and one row of NULLs when that is nothing.
 */
const PUT = `${upsert(
  {
    owner: holdOwnerInSight('SHARE'),
    among: `"isInSight" AND NOT EXISTS (
      SELECT FROM deletions d
      WHERE d.user_id = item.user_id AND d.kind = 'progress' AND d.tmdb_id = item.tmdb_id
        AND d.season_id IN ('', item.season_id) AND d.episode_id IN ('', item.episode_id)
        AND d.deleted_at > item.updated_at)`,
    wins: 'excluded.updated_at >= progress.updated_at',
  },
  VIEWING_COLUMNS,
)}
  SELECT "isInSight", "hasRoom", stored.* FROM owner CROSS JOIN room LEFT JOIN stored ON true`;

/** What was watched further wins. An import is meant: it also brings back what was deleted. */
const IMPORT = `${upsert(
  {
    owner: holdOwner('NO KEY UPDATE'),
    among: 'true',
    wins: 'excluded.watched > progress.watched',
  },
  stored(SAVED_PROGRESS_JSON),
)} ${STORED_IN_ORDER}`;

/** What is stored then, by key; no key may occur twice. */
export async function writeProgress(
  { query }: Statements,
  userId: string,
  items: readonly ProgressWrite[],
): Promise<ReadonlyMap<string, ProgressRow>> {
  const records = items.map((item, n) => toRecord(item, n, item.updatedAt));
  const rows = await query<InSight & WithRoom & (ProgressRow | { readonly id: null })>(PUT, [
    userId,
    JSON.stringify(records),
  ]);
  if (isOutOfSight(rows)) return writeProgress({ query }, userId, items);
  if (rows.some((row) => !row.hasRoom)) throw isFull('progress');
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[viewingKey(row), row]])));
}

/** What `mergeProgress` is told of some items; no key may occur twice. */
export const tellProgress = (items: readonly ProgressInput[], now: number): Told['values'] => [
  jsonText(items.map((item, n) => toRecord(item, n, writeTime(item.updatedAt, now)))).json,
];

/** The JSON of what is stored of each item then, in their order. */
export async function mergeProgress(
  { query }: Statements,
  userId: string,
  { count, values }: Told,
): Promise<Buffer> {
  const rows = await query<{ json: string | null }>(IMPORT, [userId, ...values]);
  if (count > 0 && rows[0]?.json === null) throw isFull('progress');
  return writtenOf(rows);
}

const toRecord = (item: ProgressInput, n: number, updatedAt: string) => ({
  ...viewingRecord(item, n),
  duration: item.duration,
  watched: item.watched,
  updated_at: updatedAt,
});

export function toProgress(row: ProgressRow): Progress {
  return {
    id: row.id,
    tmdbId: row.tmdbId,
    season: { id: row.seasonId, number: row.seasonNumber },
    episode: { id: row.episodeId, number: row.episodeNumber },
    meta: toMeta(row),
    duration: row.duration,
    watched: row.watched,
    updatedAt: row.updatedAt,
  };
}

/** What a write answers: the row, or, where a later deletion left none, the item as it came. */
export function toSavedProgress(
  userId: string,
  row: ProgressRow | undefined,
  item: ProgressWrite,
): SavedProgress {
  const { id, tmdbId, seasonId, episodeId, seasonNumber, episodeNumber, updatedAt } = row ?? {
    ...item,
    id: randomUUID(),
  };
  return {
    id,
    userId,
    tmdbId,
    season: { id: seasonId ?? undefined, number: seasonNumber ?? undefined },
    episode: { id: episodeId ?? undefined, number: episodeNumber ?? undefined },
    seasonId,
    episodeId,
    seasonNumber,
    episodeNumber,
    meta: row ? toMeta(row) : toMeta(item.meta),
    duration: Number(row?.duration ?? item.duration),
    watched: Number(row?.watched ?? item.watched),
    updatedAt,
  };
}
