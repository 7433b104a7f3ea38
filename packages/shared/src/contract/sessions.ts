import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UserPath } from './fields.ts';

/** A device name that the client has encrypted. */
export const Device = z.string().min(1).max(500);

export const Session = z.object({
  id: z.string(),
  /** Clients use either name of this value. */
  userId: z.string(),
  user: z.string(),
  createdAt: z.string(),
  accessedAt: z.string(),
  expiresAt: z.string(),
  device: z.string(),
  userAgent: z.string(),
  /** True for the caller's session. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/:userId/sessions',
  summary: "Lists the account's devices.",
  access: 'self',
  forbidden: 'Cannot modify user other than yourself',
  params: UserPath,
  reply: z.array(Session),
});

const SessionPath = z.object({ sessionId: z.string().min(1).max(255) });

const FOREIGN = { 401: 'Not logged in, or the session belongs to another account.' } as const;

/** Renames a session of the caller's account. Another account's session gets 401, an unknown one 404. */
export const renameSession = endpoint({
  method: 'PATCH',
  path: '/sessions/:sessionId',
  summary: "Renames one of the account's devices.",
  access: 'session',
  params: SessionPath,
  body: z.object({ deviceName: Device.nullish() }),
  reply: Session,
  errors: { ...FOREIGN, 404: "This session doesn't exist." },
});

/** Signs the device out. Another account's session gets 401, an unknown one 200. */
export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:sessionId',
  summary: "Logs out one of the account's devices.",
  access: 'session',
  params: SessionPath,
  reply: z.object({ id: z.string() }),
  errors: FOREIGN,
});
