import { Settings } from '@matinee/shared/contract/settings';
import { Profile } from '@matinee/shared/contract/users';
import { z } from 'zod';
import { Deadline, isClamped, isStorable, pastTime } from '../column-codecs.ts';
import { mapTable, type TableImporter } from '../table-importer.ts';

/** Profile that clients draw for a new account. */
const PROFILE: Profile = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };

const Namespace = z.string().min(1).max(255);
const Nickname = z.string().max(255);
const Permissions = z.array(z.string().max(100)).max(100);

/** Replaces invalid columns instead of skipping the row: without the account, nothing of that person is imported. */
function convertUsers(now: number): TableImporter['convert'] {
  const Past = pastTime(now);
  const MaybePast = Past.nullable();
  const unknown = new Date(now).toISOString();
  return (raw, report) => {
    const read = <T>(column: string, codec: z.ZodType<T>, instead: T): T => {
      const value = raw[column] ?? null;
      const { success, data } = codec.safeParse(value);
      if (success && isStorable(data)) return data;
      if (value !== null) report(`${column}: invalid, replaced`);
      return instead;
    };
    const lastLoggedIn = read('last_logged_in', MaybePast, null);
    const createdAt = read('created_at', Past, lastLoggedIn ?? unknown);
    const lastUsed = lastLoggedIn !== null && lastLoggedIn > createdAt ? lastLoggedIn : createdAt;
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
      last_used_at: lastUsed,
      is_clamped: isClamped(lastUsed, now),
    };
    return [{ values }];
  };
}

export const users = (now: number): TableImporter => ({
  name: 'users',
  table: 'users',
  columns: ['namespace', 'nickname', 'permissions', 'profile', 'created_at', 'last_logged_in'],
  required: ['id'],
  owner: 'id',
  label: ['id'],
  isImportedCut: true,
  convert: convertUsers(now),
  // An account gets a new id if another account of this server has its id.
  write: `
    WITH incoming AS (
      SELECT DISTINCT ON (public_key) item.*, min(item.created_at) OVER same AS oldest,
        max(CASE WHEN is_kept THEN known.last_logged_in ELSE item.last_logged_in END) OVER same AS newest,
        max(CASE WHEN is_kept THEN known.last_used_at ELSE item.last_used_at END) OVER same AS used
      FROM jsonb_to_recordset($1) AS item(
        id text, public_key text, namespace text, nickname text, permissions text[], color_a text, color_b text,
        icon text, created_at timestamptz, last_logged_in timestamptz, last_used_at timestamptz,
        is_clamped bool)
      LEFT JOIN users known USING (public_key)
      CROSS JOIN LATERAL (SELECT item.is_clamped AND known.id IS NOT NULL AS is_kept) kept
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

const MAX_USER_AGENT = 512;

export const sessions = (now: number): TableImporter =>
  mapTable({
    name: 'sessions',
    table: 'sessions',
    required: ['id', 'user', 'expires_at'],
    owner: 'user',
    label: ['id'],
    usedAt: 'accessed_at',
    columns: z.object({
      id: z.guid(),
      device: z.string().max(500),
      user_agent: z
        .string()
        .nullish()
        .transform((agent) => (agent ?? '').slice(0, MAX_USER_AGENT).toWellFormed()),
      created_at: pastTime(now),
      accessed_at: pastTime(now),
      expires_at: Deadline,
    }),
    skip: ({ expires_at: end }) =>
      end instanceof Date && end.getTime() <= now ? 'expired' : undefined,
    toTarget: (session) => ({ ...session, is_clamped: isClamped(session.accessed_at, now) }),
    // A token contains only the session's id, so one id must never belong to two accounts.
    write: `
    WITH incoming AS (
      SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS item(
        user_id text, id uuid, device text, user_agent text, created_at timestamptz, accessed_at timestamptz,
        expires_at timestamptz, is_clamped bool)
      WHERE NOT EXISTS (
        SELECT FROM sessions taken WHERE taken.id = item.id AND taken.user_id <> item.user_id)
      ORDER BY id, user_id
    )
    INSERT INTO sessions AS old (user_id, id, device, user_agent, created_at, accessed_at, expires_at)
    SELECT user_id, id, device, user_agent, created_at,
      CASE WHEN is_clamped THEN COALESCE(
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

const snakeCase = (member: string): string =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A column of the source for each member of the settings. */
const SETTINGS: readonly { column: string; member: string; codec: z.ZodType }[] = Object.entries(
  Settings.shape,
).map(([member, codec]) => ({ column: snakeCase(member), member, codec }));

/** Leaves out NULL, which in the source means both unset and cleared: clients have defaults. */
const convertSettings: TableImporter['convert'] = (raw, report) => {
  const values: Record<string, unknown> = {};
  for (const { column, member, codec } of SETTINGS) {
    const value = raw[column] ?? null;
    if (value === null) continue;
    const { success, data } = codec.safeParse(value);
    if (success && isStorable(data)) values[member] = data;
    else report(`${column}: invalid, removed`);
  }
  return [{ values: { source_id: raw.id, values } }];
};

export const settings = (): TableImporter => ({
  name: 'user_settings',
  table: 'user_settings',
  columns: SETTINGS.map(({ column }) => column),
  required: ['id'],
  owner: 'id',
  label: ['id'],
  convert: convertSettings,
  // Merges by member: accounts with the same key may each have some.
  write: `
    WITH members AS (
      SELECT DISTINCT ON (user_id, key) user_id, key, value
      FROM jsonb_to_recordset($1) AS item(user_id text, source_id text, "values" jsonb), jsonb_each("values")
      ORDER BY user_id, key, source_id
    )
    INSERT INTO settings AS old (user_id, "values")
    SELECT user_id, jsonb_object_agg(key, value) FROM members GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET "values" = excluded."values" || old."values", updated_at = now()
    WHERE NOT old."values" ?& ARRAY(SELECT jsonb_object_keys(excluded."values"))
    RETURNING xmax = 0 AS added`,
});
