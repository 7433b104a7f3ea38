import { Profile } from '@matinee/shared/contract/users';
import { z } from 'zod';
import { isPutOff, past } from '../fields.ts';
import { isStorable } from '../judge.ts';
import type { Step } from '../step.ts';

/** What clients draw for a new account. */
const PROFILE: Profile = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };

const Namespace = z.string().min(1).max(255);
const Nickname = z.string().max(255);
const Permissions = z.array(z.string().max(100)).max(100);

/** An account is somebody's way in: whatever else is wrong with the row is replaced rather than the account lost. */
function judging(now: number): Step['judge'] {
  const Past = past(now);
  const MaybePast = Past.nullable();
  const unknown = new Date(now).toISOString();
  return (raw, { mend }) => {
    const read = <T>(name: string, schema: z.ZodType<T>, instead: T): T => {
      const value = raw[name] ?? null;
      const { success, data } = schema.safeParse(value);
      if (success && isStorable(data)) return data;
      if (value !== null) mend(`${name}: not usable, replaced`);
      return instead;
    };
    const lastLoggedIn = read('last_logged_in', MaybePast, null);
    const createdAt = read('created_at', Past, lastLoggedIn ?? unknown);
    const { colorA, colorB, icon } = read('profile', Profile, PROFILE);
    const values = {
      id: raw.$owner,
      namespace: read('namespace', Namespace, 'movie-web'),
      nickname: read('nickname', Nickname, ''),
      permissions: read('permissions', Permissions, []),
      color_a: colorA,
      color_b: colorB,
      icon,
      created_at: createdAt,
      last_logged_in: lastLoggedIn,
      last_used_at: later(lastLoggedIn, createdAt),
      is_put_off: isPutOff(later(lastLoggedIn, createdAt), now),
    };
    return [{ values }];
  };
}

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

export const users = (now: number): Step => ({
  name: 'users',
  table: 'users',
  columns: ['namespace', 'nickname', 'permissions', 'profile', 'created_at', 'last_logged_in'],
  required: ['id'],
  owner: 'id',
  label: ['id'],
  isTakenCut: true,
  judge: judging(now),
  // The id of a stranger here is not taken over: then the account gets one of its own.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (public_key) item.*, min(item.created_at) OVER same AS oldest,
        max(CASE WHEN is_kept THEN known.last_logged_in ELSE item.last_logged_in END) OVER same AS newest,
        max(CASE WHEN is_kept THEN known.last_used_at ELSE item.last_used_at END) OVER same AS used
      FROM jsonb_to_recordset($1) AS item(
        id text, public_key text, namespace text, nickname text, permissions text[], color_a text, color_b text,
        icon text, created_at timestamptz, last_logged_in timestamptz, last_used_at timestamptz,
        is_put_off bool)
      LEFT JOIN users known USING (public_key)
      CROSS JOIN LATERAL (SELECT item.is_put_off AND known.id IS NOT NULL AS is_kept) kept
      WINDOW same AS (PARTITION BY public_key)
      ORDER BY public_key, item.id
    )
    INSERT INTO users AS old (id, public_key, namespace, nickname, permissions, color_a, color_b, icon,
      created_at, last_logged_in, last_used_at)
    SELECT CASE WHEN EXISTS (SELECT FROM users taken WHERE taken.id = incoming.id)
        THEN gen_random_uuid()::text ELSE incoming.id END,
      public_key, namespace, nickname, permissions, color_a, color_b, icon, oldest, newest, used
    FROM incoming
    ON CONFLICT (public_key) DO UPDATE SET
      nickname = CASE WHEN old.nickname = '' THEN excluded.nickname ELSE old.nickname END,
      created_at = LEAST(old.created_at, excluded.created_at),
      last_logged_in = GREATEST(old.last_logged_in, excluded.last_logged_in),
      last_used_at = GREATEST(old.last_used_at, excluded.last_used_at)
    WHERE (old.nickname = '' AND excluded.nickname <> '')
      OR excluded.created_at < old.created_at
      OR excluded.last_logged_in > old.last_logged_in
      OR (old.last_logged_in IS NULL AND excluded.last_logged_in IS NOT NULL)
      OR excluded.last_used_at > old.last_used_at
    RETURNING xmax = 0 AS added`,
});
