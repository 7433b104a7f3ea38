// Records which sessions changed something, so that the user's other devices notice soon.
import type { Sql } from '#database/sql.ts';
import type { onSendHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { authOf, type AuthContext } from '#accounts/session-lookup.ts';
import { MARK_SESSIONS } from '#accounts/accounts.sql.ts';

export interface ChangeMarker {
  /**
   * Marks a change by this session. Nothing waits for the write; a crash delays other devices until
   * their next full sync.
   */
  markChanged(caller: AuthContext): void;
}

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
