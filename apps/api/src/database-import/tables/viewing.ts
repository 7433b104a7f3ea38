import { Id, Seconds, TitleMetaInput } from '@matinee/shared/contract/fields';
import { WatchedInput } from '@matinee/shared/contract/watch-history';
import { z } from 'zod';
import {
  isClamped,
  Numeric,
  PartId,
  PartNumber,
  pastTime,
  repairMeta,
  RowId,
} from '../column-codecs.ts';
import { mapTable, TITLED_ROW_BYTES, type TableImporter } from '../table-importer.ts';

const LABEL = ['user_id', 'tmdb_id', 'season_id', 'episode_id'];

const Part = z.object({
  id: RowId,
  season_id: PartId,
  episode_id: PartId,
  season_number: PartNumber,
  episode_number: PartNumber,
});

const FURTHEST_COLUMNS = [
  'type',
  'title',
  'year',
  'poster',
  'season_number',
  'episode_number',
  'duration',
  'watched',
];
const furthest = FURTHEST_COLUMNS.map(
  (column) =>
    `${column} = CASE WHEN excluded.watched > old.watched THEN excluded.${column} ELSE old.${column} END`,
);

export const progress = (now: number): TableImporter =>
  mapTable({
    name: 'progress_items',
    table: 'progress_items',
    required: ['user_id', 'tmdb_id', 'meta', 'duration', 'watched', 'updated_at'],
    owner: 'user_id',
    label: LABEL,
    maxBytes: TITLED_ROW_BYTES,
    usedAt: 'updated_at',
    columns: Part.extend({
      tmdb_id: Id,
      meta: TitleMetaInput,
      duration: Numeric.pipe(Seconds),
      watched: Numeric.pipe(Seconds),
      updated_at: pastTime(now),
    }),
    repairs: { meta: repairMeta },
    toTarget: ({ meta, ...rest }) => ({
      ...rest,
      ...meta,
      is_clamped: isClamped(rest.updated_at, now),
    }),
    // Merges the furthest position and the newest date of whichever rows, so their order does not matter.
    write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id, season_id, episode_id) *, max(updated_at) OVER same AS newest
      FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, season_id text, episode_id text, id uuid, type text, title text, year int,
        poster text, season_number int, episode_number int, duration bigint, watched bigint,
        updated_at timestamptz, is_clamped bool)
      WHERE NOT EXISTS (
        SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'progress'
          AND gone.tmdb_id = item.tmdb_id AND gone.season_id IN ('', item.season_id)
          AND gone.episode_id IN ('', item.episode_id)
          AND (item.is_clamped OR gone.deleted_at >= item.updated_at))
        AND NOT (item.is_clamped AND EXISTS (
          SELECT FROM progress known WHERE known.user_id = item.user_id AND known.tmdb_id = item.tmdb_id
            AND known.season_id = item.season_id AND known.episode_id = item.episode_id))
      WINDOW same AS (PARTITION BY user_id, tmdb_id, season_id, episode_id)
      ORDER BY user_id, tmdb_id, season_id, episode_id, watched DESC, updated_at DESC
    )
    INSERT INTO progress AS old (user_id, tmdb_id, season_id, episode_id, id, type, title, year, poster,
      season_number, episode_number, duration, watched, updated_at)
    SELECT user_id, tmdb_id, season_id, episode_id, COALESCE(id, gen_random_uuid()), type, title, year, poster,
      season_number, episode_number, duration, watched, newest
    FROM incoming
    ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
      ${furthest.join(',\n      ')},
      updated_at = GREATEST(old.updated_at, excluded.updated_at)
    WHERE excluded.watched > old.watched OR excluded.updated_at > old.updated_at
    RETURNING xmax = 0 AS added`,
  });

const { tmdbId, meta: Meta, duration, watched, completed } = WatchedInput.shape;

const REPLACED_COLUMNS = [
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

export const watchHistoryImporter = (now: number): TableImporter =>
  mapTable({
    name: 'watch_history',
    table: 'watch_history',
    required: ['user_id', 'tmdb_id', 'meta', 'duration', 'watched', 'watched_at'],
    owner: 'user_id',
    label: LABEL,
    maxBytes: TITLED_ROW_BYTES,
    usedAt: 'watched_at',
    columns: Part.extend({
      tmdb_id: tmdbId,
      meta: Meta,
      duration: Numeric.pipe(duration),
      watched: Numeric.pipe(watched),
      completed,
      watched_at: pastTime(now),
      updated_at: pastTime(now).nullish(),
    }),
    repairs: { meta: repairMeta },
    toTarget: ({ meta, updated_at: updatedAt, ...rest }) => ({
      ...rest,
      ...meta,
      updated_at: updatedAt ?? rest.watched_at,
      is_clamped: isClamped(rest.watched_at, now),
    }),
    write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id, season_id, episode_id) *
      FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, season_id text, episode_id text, id uuid, type text, title text, year int,
        poster text, season_number int, episode_number int, duration float8, watched float8,
        watched_at timestamptz, completed bool, updated_at timestamptz, is_clamped bool)
      WHERE NOT (item.is_clamped AND EXISTS (
        SELECT FROM watch_history known WHERE known.user_id = item.user_id AND known.tmdb_id = item.tmdb_id
          AND known.season_id = item.season_id AND known.episode_id = item.episode_id))
      ORDER BY user_id, tmdb_id, season_id, episode_id, watched_at DESC, watched DESC
    )
    INSERT INTO watch_history AS old (user_id, tmdb_id, season_id, episode_id, id, type, title, year, poster,
      season_number, episode_number, duration, watched, watched_at, completed, updated_at)
    SELECT user_id, tmdb_id, season_id, episode_id, COALESCE(id, gen_random_uuid()), type, title, year, poster,
      season_number, episode_number, duration, watched, watched_at, completed, updated_at
    FROM incoming
    ON CONFLICT (user_id, tmdb_id, season_id, episode_id) DO UPDATE SET
      ${REPLACED_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE excluded.watched_at > old.watched_at
    RETURNING xmax = 0 AS added`,
  });
