// Rows of progress, and the statements that read and write many of them at once.
import type { Progress, ProgressInput, SavedProgress } from '@matinee/shared/contract/progress';
import { randomUUID } from 'node:crypto';
import type { Statements } from '#db/statements.ts';
import { holdOwner, ownerIsGone } from './owner.ts';
import { isoTime, replaceWhere, toMeta, type TitleColumns } from './title-rows.ts';

export interface ProgressRow extends TitleColumns {
  readonly id: string;
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  /** PostgreSQL's bigint arrives as decimal text. */
  readonly duration: string;
  readonly watched: string;
  readonly updatedAt: string;
}

export type ProgressWrite = ProgressInput & { readonly updatedAt: string };

const COLUMNS = `id, tmdb_id AS "tmdbId", NULLIF(season_id, '') AS "seasonId", NULLIF(episode_id, '') AS "episodeId",
  season_number AS "seasonNumber", episode_number AS "episodeNumber", type, title, year, poster, duration, watched,
  ${isoTime('updated_at')} AS "updatedAt"`;

export const LIST_PROGRESS = `SELECT ${COLUMNS} FROM progress WHERE user_id = $1`;

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
  'updated_at',
];

interface Rule {
  readonly lock: 'KEY SHARE' | 'NO KEY UPDATE';
  /** Which items are written at all. */
  readonly among: string;
  /** When a row that is there gives way. */
  readonly wins: string;
}

/** $2: the items as JSON. Answers what is stored of each then, and one row of NULLs when that is nothing. */
const upsert = ({ lock, among, wins }: Rule): string => `
  WITH owner AS (${holdOwner(lock)}),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner, json_to_recordset($2::json) AS item(
      tmdb_id text, season_id text, episode_id text, type text, title text, year int, poster text,
      season_number int, episode_number int, duration bigint, watched bigint, updated_at timestamptz)),
  stored AS (
    INSERT INTO progress (${[...KEY, ...FACTS].join(', ')})
    SELECT * FROM item WHERE ${among}
    ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET ${replaceWhere(wins, 'progress', FACTS)}
    RETURNING ${COLUMNS})
  SELECT stored.* FROM owner LEFT JOIN stored ON true`;

const UPSERTS = {
  /** What was watched last wins, and a deletion of the item, its season or its title that is later than it. */
  latest: upsert({
    lock: 'KEY SHARE',
    among: `NOT EXISTS (
      SELECT FROM deletions d
      WHERE d.user_id = item.user_id AND d.kind = 'progress' AND d.tmdb_id = item.tmdb_id
        AND d.season_id IN ('', item.season_id) AND d.episode_id IN ('', item.episode_id)
        AND d.deleted_at > item.updated_at)`,
    wins: 'excluded.updated_at >= progress.updated_at',
  }),
  /** What was watched further wins. An import is meant: it also brings back what was deleted. */
  furthest: upsert({
    lock: 'NO KEY UPDATE',
    among: 'true',
    wins: 'excluded.watched > progress.watched',
  }),
};

/** What is stored then, by key; no key may occur twice. */
export async function writeProgress(
  winner: keyof typeof UPSERTS,
  { query }: Statements,
  userId: string,
  items: readonly ProgressWrite[],
): Promise<ReadonlyMap<string, ProgressRow>> {
  const rows = await query<ProgressRow | { id: null }>(UPSERTS[winner], [
    userId,
    JSON.stringify(items.map(toRecord)),
  ]);
  if (rows.length === 0) throw ownerIsGone();
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[progressKey(row), row]])));
}

function toRecord({ meta, tmdbId, duration, watched, ...item }: ProgressWrite) {
  return {
    tmdb_id: tmdbId,
    season_id: item.seasonId ?? '',
    episode_id: item.episodeId ?? '',
    ...meta,
    season_number: item.seasonNumber,
    episode_number: item.episodeNumber,
    duration,
    watched,
    updated_at: item.updatedAt,
  };
}

/** Of an item, or of all items of a season or a title. */
export interface ProgressKey {
  readonly tmdbId: string;
  readonly seasonId: string | null;
  readonly episodeId: string | null;
}

/** No id has a NUL in it. */
export const progressKey = ({ tmdbId, seasonId, episodeId }: ProgressKey): string =>
  `${tmdbId}\0${seasonId ?? ''}\0${episodeId ?? ''}`;

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
