import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UserPath } from './fields.ts';
import { Session } from './sessions.ts';

/** The account's avatar, which the server stores for clients. */
export const Profile = z.object({
  colorA: z.string().max(100),
  colorB: z.string().max(100),
  icon: z.string().max(100),
});
export type Profile = z.infer<typeof Profile>;

export const User = z.object({
  id: z.string(),
  namespace: z.string(),
  /** 32 bytes as base64url without padding. */
  publicKey: z.string(),
  nickname: z.string(),
  /** Clients use either name of this value. */
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  createdAt: z.string(),
  lastLoggedIn: z.string().optional(),
  profile: Profile,
});
export type User = z.infer<typeof User>;

export const getMe = endpoint({
  method: 'GET',
  path: '/users/@me',
  summary:
    "Returns the caller's account and session, and when another session last changed something.",
  access: 'session',
  reply: z.object({
    user: User,
    session: Session,
    /** Matinee only: the time of the last change by another session. Null until the first. */
    newsAt: z.string().nullable(),
    /** Matinee only: true for administrators. */
    isAdmin: z.boolean(),
  }),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:userId',
  summary: 'Returns the account.',
  access: 'self',
  forbidden: 'Cannot access users other than yourself',
  params: UserPath,
  reply: z.object({ user: User }),
});

/** Old clients send `name`, which is ignored. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:userId',
  summary: 'Changes the profile and nickname of the account.',
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  body: z.object({
    profile: Profile.nullish(),
    nickname: z.string().max(255).nullish(),
    name: z.string().max(500).nullish(),
  }),
  reply: User,
});

/** Deletes the account and all its data immediately. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:userId',
  summary: 'Deletes the account and all its data, immediately and permanently.',
  access: 'self',
  forbidden: 'Cannot delete user other than yourself',
  params: UserPath,
  reply: z.object({ id: z.string(), success: z.literal(true), message: z.string() }),
});
