import { Settings } from '@matinee/shared/contract/settings';
import { Profile } from '@matinee/shared/contract/users';
import { z } from 'zod';
import { Deadline, isClamped, isStorable, pastTime } from '../column-codecs.ts';
import { mapTable, type TableImporter } from '../table-importer.ts';
import { IMPORT_SESSIONS, IMPORT_SETTINGS, IMPORT_USERS } from './accounts.sql.ts';

/** The profile that clients show for a new account. */
const PROFILE: Profile = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };

const Namespace = z.string().min(1).max(255);
const Nickname = z.string().max(255);
const Permissions = z.array(z.string().max(100)).max(100);

/** Replaces invalid columns instead of skipping the row, because without the account none of its data is imported. */
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
  write: IMPORT_USERS,
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
    write: IMPORT_SESSIONS,
  });

const snakeCase = (member: string): string =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The source's column for each setting. */
const SETTINGS: readonly { column: string; member: string; codec: z.ZodType }[] = Object.entries(
  Settings.shape,
).map(([member, codec]) => ({ column: snakeCase(member), member, codec }));

/** Leaves out NULL, which means both unset and cleared in the source. Clients have defaults. */
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
  write: IMPORT_SETTINGS,
});
