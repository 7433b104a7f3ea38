import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UserPath } from './fields.ts';

/** Encrypted by the client; the server cannot read it and does not try. */
export const Device = z.string().min(1).max(500);

export const Session = z.object({
  id: z.string(),
  /** One fact under the two names that clients know. */
  userId: z.string(),
  user: z.string(),
  createdAt: z.string(),
  accessedAt: z.string(),
  expiresAt: z.string(),
  device: z.string(),
  userAgent: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/:userId/sessions',
  about: 'The devices that are signed in.',
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  reply: z.array(Session),
});

const SessionPath = z.object({ sessionId: z.string().min(1).max(255) });

const FOREIGN = { 401: "Not signed in, or the session is somebody else's." } as const;

/** Any session of the caller's account; a stranger's is 401, none at all 404. */
export const renameSession = endpoint({
  method: 'PATCH',
  path: '/sessions/:sessionId',
  about: "Renames a device of the caller's account.",
  access: 'session',
  params: SessionPath,
  body: z.object({ deviceName: Device.nullish() }),
  reply: Session,
  refusals: { ...FOREIGN, 404: 'There is no such session.' },
});

/** Signs that device out; a stranger's session is 401, one that is gone already 200. */
export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:sessionId',
  about: "Signs a device of the caller's account out.",
  access: 'session',
  params: SessionPath,
  reply: z.object({ id: z.string() }),
  refusals: FOREIGN,
});
