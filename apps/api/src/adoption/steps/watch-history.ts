import { WatchedInput } from '@matinee/shared/contract/watch-history';
import { z } from 'zod';
import { isPutOff, Numeric, PartId, PartNumber, past, RowId } from '../fields.ts';
import { judgedBy } from '../judge.ts';
import { mendMeta, TITLED_ROW_BYTES } from '../mend.ts';
import type { Step } from '../step.ts';

const { tmdbId, meta, duration, watched, completed } = WatchedInput.shape;

const row = (now: number) =>
  z
    .object({
      id: RowId,
      tmdb_id: tmdbId,
      season_id: PartId,
      episode_id: PartId,
      season_number: PartNumber,
      episode_number: PartNumber,
      meta,
      duration: Numeric.pipe(duration),
      watched: Numeric.pipe(watched),
      completed,
      watched_at: past(now),
      updated_at: past(now).nullish(),
    })
    .transform(({ meta: about, updated_at, ...rest }) => ({
      ...rest,
      ...about,
      updated_at: updated_at ?? rest.watched_at,
      is_put_off: isPutOff(rest.watched_at, now),
    }));

function judging(now: number): Step['judge'] {
  const judge = judgedBy(row(now));
  return (raw, judged) => judge({ ...raw, meta: mendMeta(raw.meta, judged.mend) }, judged);
}

const REPLACED =
  'type title year poster season_number episode_number duration watched watched_at completed updated_at'.split(
    ' ',
  );

export const watchHistory = (now: number): Step => ({
  name: 'watch_history',
  table: 'watch_history',
  columns: [
    'id',
    'season_id',
    'episode_id',
    'season_number',
    'episode_number',
    'completed',
    'updated_at',
  ],
  required: ['user_id', 'tmdb_id', 'meta', 'duration', 'watched', 'watched_at'],
  owner: 'user_id',
  label: ['user_id', 'tmdb_id', 'season_id', 'episode_id'],
  maxBytes: TITLED_ROW_BYTES,
  judge: judging(now),
  usedAt: 'watched_at',
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id, season_id, episode_id) *
      FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, season_id text, episode_id text, id uuid, type text, title text, year int,
        poster text, season_number int, episode_number int, duration float8, watched float8,
        watched_at timestamptz, completed bool, updated_at timestamptz, is_put_off bool)
      WHERE NOT (item.is_put_off AND EXISTS (
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
      ${REPLACED.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE excluded.watched_at > old.watched_at
    RETURNING xmax = 0 AS added`,
});
