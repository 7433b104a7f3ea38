import type { Session } from '@matinee/shared/contract/sessions';
import { z } from 'zod';
import type { Statements } from '#db/statements.ts';
import { notFound, unauthorized } from '#http/api-error.ts';
import { SESSION_COLUMNS, toSession, type SessionRow } from './account-rows.ts';
import type { Caller } from './callers.ts';

export interface Sessions {
  /** The devices of the caller's account, the one in use first. */
  list(caller: Caller): Promise<Session[]>;
  /** Without a device's name everything stays as it is. */
  rename(caller: Caller, sessionId: string, device: string | null | undefined): Promise<Session>;
  /** Nothing to do where there is no such session. */
  remove(caller: Caller, sessionId: string): Promise<{ id: string }>;
}

const LIST = `
  SELECT ${SESSION_COLUMNS} FROM sessions WHERE user_id = $1 AND expires_at > $2
  ORDER BY accessed_at DESC, id`;

const RENAME = `
  UPDATE sessions SET device = coalesce($3, device) WHERE user_id = $1 AND id = $2 AND expires_at > $4
  RETURNING ${SESSION_COLUMNS}`;

const REMOVE = 'DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING id';

const IS_FOREIGN = 'SELECT FROM sessions WHERE id = $2 AND user_id <> $1';

const SessionId = z.guid();

export function createSessions({ query }: Statements, now: () => number): Sessions {
  const isForeign = async ({ user }: Caller, sessionId: string): Promise<boolean> =>
    (await query(IS_FOREIGN, [user.id, sessionId])).length > 0;

  return {
    list: async ({ user, session }) => {
      const rows = await query<SessionRow>(LIST, [user.id, new Date(now())]);
      return rows.map((row) => toSession(row, session.id));
    },
    rename: async (caller, sessionId, device) => {
      const missing = notFound('Session cannot be found');
      if (!SessionId.safeParse(sessionId).success) throw missing;
      const values = [caller.user.id, sessionId, device, new Date(now())];
      const [renamed] = await query<SessionRow>(RENAME, values);
      if (renamed) return toSession(renamed, caller.session.id);
      if (!(await isForeign(caller, sessionId))) throw missing;
      throw unauthorized('Cannot edit sessions other than your own');
    },
    remove: async (caller, sessionId) => {
      if (!SessionId.safeParse(sessionId).success) return { id: sessionId };
      const removed = await query(REMOVE, [caller.user.id, sessionId]);
      if (removed.length === 0 && (await isForeign(caller, sessionId)))
        throw unauthorized('Cannot delete sessions you do not own');
      return { id: sessionId };
    },
  };
}
