import { Rating } from '@matinee/shared/contract/ratings';
import { z } from 'zod';
import { past } from '../fields.ts';
import { judgeBy } from '../judge.ts';
import type { Step } from '../step.ts';

const Entries = z.array(z.unknown());

/** All ratings of an account are one column there, and without dates: the account's last known day stands for them. */
function judging(now: number): Step['judge'] {
  const Past = past(now);
  const unknown = new Date(now).toISOString();
  return (raw) => {
    const entries = Entries.safeParse(raw.ratings);
    if (!entries.success) return [{ refused: 'ratings: not a list' }];
    const at = Past.safeParse(raw.last_logged_in).data ?? Past.safeParse(raw.created_at).data;
    return entries.data.map((entry, place) => {
      const verdict = judgeBy(Rating, entry);
      if ('refused' in verdict) return verdict;
      return { values: { ...verdict.values, place, rated_at: at ?? unknown } };
    });
  };
}

export const ratings = (now: number): Step => ({
  name: 'ratings',
  table: 'users',
  columns: ['created_at', 'last_logged_in'],
  required: ['id', 'ratings'],
  owner: 'id',
  where: `it.ratings IS NOT NULL AND it.ratings::text <> '[]'`,
  label: ['id'],
  maxBytes: 4 * 1024 * 1024,
  judge: judging(now),
  write: `
    INSERT INTO ratings AS old (user_id, type, tmdb_id, rating, rated_at)
    SELECT DISTINCT ON (user_id, type, tmdb_id) user_id, type, tmdb_id, rating, rated_at
    FROM jsonb_to_recordset($1) AS item(
      user_id text, type text, tmdb_id bigint, rating float8, rated_at timestamptz, place int)
    ORDER BY user_id, type, tmdb_id, place DESC
    ON CONFLICT (user_id, type, tmdb_id) DO NOTHING
    RETURNING true AS added`,
});
