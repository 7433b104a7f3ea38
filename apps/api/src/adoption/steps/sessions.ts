import { z } from 'zod';
import { Deadline, isPutOff, past } from '../fields.ts';
import { judgedBy } from '../judge.ts';
import type { Step } from '../step.ts';

const MAX_USER_AGENT = 512;

const row = (now: number) =>
  z
    .object({
      id: z.guid(),
      device: z.string().max(500),
      user_agent: z
        .string()
        .nullish()
        .transform((agent) => (agent ?? '').slice(0, MAX_USER_AGENT).toWellFormed()),
      created_at: past(now),
      accessed_at: past(now),
      expires_at: Deadline,
    })
    .transform((session) => ({ ...session, is_put_off: isPutOff(session.accessed_at, now) }));

function judging(now: number): Step['judge'] {
  const judge = judgedBy(row(now));
  return (raw, context) => {
    const { expires_at: end } = raw;
    const isOver = end instanceof Date && end.getTime() <= now;
    return isOver ? [{ refused: 'expired' }] : judge(raw, context);
  };
}

export const sessions = (now: number): Step => ({
  name: 'sessions',
  table: 'sessions',
  columns: ['device', 'user_agent', 'created_at', 'accessed_at'],
  required: ['id', 'user', 'expires_at'],
  owner: 'user',
  label: ['id'],
  judge: judging(now),
  usedAt: 'accessed_at',
  // A token names nothing but its session, so one id must never lead to two accounts.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, id uuid, device text, user_agent text, created_at timestamptz, accessed_at timestamptz,
        expires_at timestamptz, is_put_off bool)
      WHERE NOT EXISTS (
        SELECT FROM sessions taken WHERE taken.id = item.id AND taken.user_id <> item.user_id)
      ORDER BY id, user_id
    )
    INSERT INTO sessions AS old (user_id, id, device, user_agent, created_at, accessed_at, expires_at)
    SELECT user_id, id, device, user_agent, created_at,
      CASE WHEN is_put_off THEN COALESCE(
        (SELECT known.accessed_at FROM sessions known
         WHERE known.user_id = incoming.user_id AND known.id = incoming.id), accessed_at)
        ELSE accessed_at END,
      expires_at
    FROM incoming
    ON CONFLICT (user_id, id) DO UPDATE SET
      accessed_at = GREATEST(old.accessed_at, excluded.accessed_at),
      expires_at = GREATEST(old.expires_at, excluded.expires_at)
    WHERE excluded.accessed_at > old.accessed_at OR excluded.expires_at > old.expires_at
    RETURNING xmax = 0 AS added`,
});
