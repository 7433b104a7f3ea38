// Records which sessions changed something, so that the user's other devices notice soon.
import type { Sql } from '#database/sql.ts';
import type { onSendHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { authOf, type AuthContext } from '#accounts/session-lookup.ts';

export interface ChangeMarker {
  /**
   * Marks a change by this session. Nothing waits for the write; a crash delays other devices until
   * their next full sync.
   */
  markChanged(caller: AuthContext): void;
}

/**
 * Locks rows in a fixed order, so that replicas never deadlock. Each time is later than those of the
 * account before, also if one was set by a clock that was ahead: sessions see only the latest of the
 * others. The commit doesn't wait for the disk, so that it doesn't delay those of positions.
 */
const MARK_SESSIONS = `
  WITH writers AS (
    SELECT user_id, id FROM sessions JOIN unnest($1::text[], $2::uuid[]) AS pending (user_id, id) USING (user_id, id)
    ORDER BY user_id, id FOR NO KEY UPDATE OF sessions)
  UPDATE sessions SET wrote_at = GREATEST($3, interval '1 ms' + (
    SELECT max(wrote_at) FROM sessions other WHERE other.user_id = sessions.user_id))
  FROM set_config('synchronous_commit', 'off', true), writers WHERE sessions.user_id = writers.user_id AND sessions.id = writers.id`;

export function createChangeMarker({ query }: Sql, now: () => number): ChangeMarker {
  let pending = new Map<string, string>();
  let writing: Promise<void> | undefined;

  /** Runs one statement at a time, for all sessions that have written since the last one. */
  const write = async (): Promise<void> => {
    while (pending.size > 0) {
      const writers = pending;
      pending = new Map();
      const values = [[...writers.values()], [...writers.keys()], new Date(now())];
      // Other statements report that the database is down.
      await query(MARK_SESSIONS, values).catch(() => undefined);
    }
    writing = undefined;
  };

  return {
    markChanged: ({ user, session }) => {
      pending.set(session.id, user.id);
      writing ??= write();
    },
  };
}

/** Marks a successful change of an account, so that its other sessions see it. */
export const markChanges = fastifyPlugin<{ readonly changeMarker: ChangeMarker }>(
  async (app, options) => {
    // Before the response is sent: a page that closes does not wait for it.
    const mark: onSendHookHandler = (request, reply, _payload, done) => {
      if (reply.statusCode < 400) options.changeMarker.markChanged(authOf(request));
      done();
    };
    app.addHook('onRoute', (route) => {
      const { access, endpoint } = route.config ?? {};
      if (access !== 'self' || endpoint?.method === 'GET') return;
      route.onSend = [route.onSend ?? [], mark].flat();
    });
  },
);
