import type { Session } from '@matinee/shared/contract/sessions';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { notFound, unauthorized } from '#http/api-error.ts';
import { toSession } from './accounts.ts';
import type { AuthContext } from './session-lookup.ts';

export interface Sessions {
  /** Lists the devices of the caller's account, the current one first. */
  list(caller: AuthContext): Promise<Session[]>;
  /** Does nothing without a device name. */
  rename(
    caller: AuthContext,
    sessionId: string,
    device: string | null | undefined,
  ): Promise<Session>;
  /** Succeeds even if there is no such session. */
  remove(caller: AuthContext, sessionId: string): Promise<{ id: string }>;
}

const SessionId = z.guid();

export function createSessions({ prisma }: Pick<Database, 'prisma'>, now: () => number): Sessions {
  const belongsToOther = async ({ user }: AuthContext, id: string): Promise<boolean> =>
    (await prisma.session.count({ where: { id, userId: { not: user.id } } })) > 0;

  return {
    list: async ({ user, session }) => {
      const rows = await prisma.session.findMany({
        where: { userId: user.id, expiresAt: { gt: new Date(now()) } },
        orderBy: [{ accessedAt: 'desc' }, { id: 'asc' }],
      });
      return rows.map((row) => toSession(row, session.id));
    },
    rename: async (caller, sessionId, device) => {
      const missing = notFound('Session cannot be found');
      if (!SessionId.safeParse(sessionId).success) throw missing;
      const where = { userId: caller.user.id, id: sessionId, expiresAt: { gt: new Date(now()) } };
      const [renamed] = device
        ? await prisma.session.updateManyAndReturn({ where, data: { device } })
        : await prisma.session.findMany({ where });
      if (renamed) return toSession(renamed, caller.session.id);
      if (!(await belongsToOther(caller, sessionId))) throw missing;
      throw unauthorized('Cannot edit sessions other than your own');
    },
    remove: async (caller, sessionId) => {
      if (!SessionId.safeParse(sessionId).success) return { id: sessionId };
      const where = { userId: caller.user.id, id: sessionId };
      const { count } = await prisma.session.deleteMany({ where });
      if (count === 0 && (await belongsToOther(caller, sessionId)))
        throw unauthorized('Cannot delete sessions you do not own');
      return { id: sessionId };
    },
  };
}
