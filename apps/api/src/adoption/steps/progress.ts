import { Id, Seconds, TitleMetaInput } from '@matinee/shared/contract/fields';
import { z } from 'zod';
import { isPutOff, Numeric, PartId, PartNumber, past, RowId } from '../fields.ts';
import { judgedBy } from '../judge.ts';
import { mendMeta, TITLED_ROW_BYTES } from '../mend.ts';
import type { Step } from '../step.ts';

const row = (now: number) =>
  z
    .object({
      id: RowId,
      tmdb_id: Id,
      season_id: PartId,
      episode_id: PartId,
      season_number: PartNumber,
      episode_number: PartNumber,
      meta: TitleMetaInput,
      duration: Numeric.pipe(Seconds),
      watched: Numeric.pipe(Seconds),
      updated_at: past(now),
    })
    .transform(({ meta, ...rest }) => ({
      ...rest,
      ...meta,
      is_put_off: isPutOff(rest.updated_at, now),
    }));

function judging(now: number): Step['judge'] {
  const judge = judgedBy(row(now));
  return (raw, judged) => judge({ ...raw, meta: mendMeta(raw.meta, judged.mend) }, judged);
}

const OF_THE_FURTHEST =
  'type title year poster season_number episode_number duration watched'.split(' ');
const furthest = OF_THE_FURTHEST.map(
  (column) =>
    `${column} = CASE WHEN excluded.watched > old.watched THEN excluded.${column} ELSE old.${column} END`,
);

export const progress = (now: number): Step => ({
  name: 'progress_items',
  table: 'progress_items',
  columns: ['id', 'season_id', 'episode_id', 'season_number', 'episode_number'],
  required: ['user_id', 'tmdb_id', 'meta', 'duration', 'watched', 'updated_at'],
  owner: 'user_id',
  label: ['user_id', 'tmdb_id', 'season_id', 'episode_id'],
  maxBytes: TITLED_ROW_BYTES,
  judge: judging(now),
  usedAt: 'updated_at',
  // The furthest watched and the newest date, whichever rows they are of: so the order of merging does not matter.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (user_id, tmdb_id, season_id, episode_id) *, max(updated_at) OVER same AS newest
      FROM jsonb_to_recordset($1) AS item(
        user_id text, tmdb_id text, season_id text, episode_id text, id uuid, type text, title text, year int,
        poster text, season_number int, episode_number int, duration bigint, watched bigint,
        updated_at timestamptz, is_put_off bool)
      WHERE NOT EXISTS (
        SELECT FROM deletions gone WHERE gone.user_id = item.user_id AND gone.kind = 'progress'
          AND gone.tmdb_id = item.tmdb_id AND gone.season_id IN ('', item.season_id)
          AND gone.episode_id IN ('', item.episode_id)
          AND (item.is_put_off OR gone.deleted_at >= item.updated_at))
        AND NOT (item.is_put_off AND EXISTS (
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
