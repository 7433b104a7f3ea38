// Finds the sessions of requests by their tokens, checks access to routes, and marks sessions that changed something.
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { Session } from '@matinee/shared/contract/sessions';
import type { User } from '@matinee/shared/contract/users';
import type { Database } from '#database/database.ts';
import { DiskFullError } from '#database/errors.ts';
import type { Sql } from '#database/sql.ts';
import { badRequest, forbidden, unauthorized } from '#http/api-error.ts';
import {
  SESSION_MS,
  toSession,
  toUser,
  type SessionRow,
  type SessionTokens,
  type UserRow,
} from './accounts.ts';
import { FIND_SESSION, MARK_SESSIONS, TOUCH_SESSION } from './accounts.sql.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createBatch } from '#lib/batch.ts';
import { countLookup } from '#lib/measurements.ts';

/** The user and session of a signed-in request. */
export interface AuthContext {
  readonly user: User;
  readonly session: Session;
  /** The time of the last change by another session of the account, as stored by a `ChangeMarker`. */
  readonly newsAt: string | null;
  readonly isAdmin: boolean;
}

export interface SessionLookup {
  /** Returns undefined if the session has ended. Extends a session in use, at most every few minutes. */
  find(sessionId: string): Promise<AuthContext | undefined>;
}

const TOUCH_EVERY_MS = 5 * 60 * 1000;

/** Lookups share statements on a busy server, because PostgreSQL plans each one again. See `createBatch` for figures. */
const BATCHES = { concurrency: 2, maxItems: 100 };

type Row = UserRow &
  Omit<SessionRow, 'createdAt'> & {
    readonly sessionId: string;
    readonly sessionCreatedAt: Date;
    readonly newsAt: Date | null;
    readonly isOwner: boolean | null;
  };

export interface SessionLookupContext {
  readonly db: Pick<Database, 'query'>;
  readonly isAdmin: IsAdmin;
  readonly now: () => number;
}

export function createSessionLookup({ db, isAdmin, now }: SessionLookupContext): SessionLookup {
  const read = createBatch<string, Row | undefined>({
    ...BATCHES,
    run: async (sessionIds) => {
      const rows = await db.query<Row>(FIND_SESSION, [sessionIds, new Date(now())]);
      const bySession = new Map(rows.map((row) => [row.sessionId, row]));
      return sessionIds.map((id) => bySession.get(id));
    },
  });
  return {
    find: async (sessionId) => {
      const row = await read(sessionId);
      if (!row) return undefined;
      const time = new Date(now());
      const session = { ...row, id: sessionId, createdAt: row.sessionCreatedAt };
      const account = {
        user: toUser(row),
        newsAt: row.newsAt?.toISOString() ?? null,
        isAdmin: isAdmin(row),
      };
      const touchedSince = new Date(time.getTime() - TOUCH_EVERY_MS);
      if (row.accessedAt > touchedSince) {
        return { ...account, session: toSession(session, sessionId) };
      }
      const touched = { accessedAt: time, expiresAt: new Date(time.getTime() + SESSION_MS) };
      try {
        await db.query(TOUCH_SESSION, [
          row.userId,
          sessionId,
          time,
          touched.expiresAt,
          touchedSince,
        ]);
      } catch (error) {
        // Continue with reads while the disk is full.
        if (!(error instanceof DiskFullError)) throw error;
        return { ...account, session: toSession(session, sessionId) };
      }
      return { ...account, session: toSession({ ...session, ...touched }, sessionId) };
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in caller. Null on public routes. */
    auth: AuthContext | null;
  }
}

const UserPath = z.object({ userId: z.string() });

export interface AccessOptions {
  readonly tokens: SessionTokens;
  readonly sessionLookup: SessionLookup;
}

/**
 * Checks access before the body is read, to keep a client without access from sending megabytes.
 */
export const access = fastifyPlugin<AccessOptions>(async (app, { tokens, sessionLookup }) => {
  app.decorateRequest('auth', null);
  const check = async (request: FastifyRequest): Promise<void> => {
    const { access: required, forbidden: forbiddenMessage } = request.routeOptions.config;
    const sessionId = await tokens.read(bearer(request.headers.authorization));
    if (sessionId === undefined) throw badRequest('Invalid authentication');
    const auth = await sessionLookup.find(sessionId);
    if (!auth) throw unauthorized('Not logged in');
    if (required === 'self' && UserPath.parse(request.params).userId !== auth.user.id) {
      throw forbidden(forbiddenMessage ?? "You don't have access to this account.");
    }
    if (required === 'admin' && !auth.isAdmin) {
      throw forbidden('Only administrators of this server can do this.');
    }
    request.auth = auth;
  };
  app.addHook('onRoute', (route) => {
    const { access: required = 'public' } = route.config ?? {};
    if (required === 'public' || required === 'optional') return;
    route.onRequest = [route.onRequest ?? [], check].flat();
  });
});

/** Returns the caller of a route with access `session`, `self` or `admin`. */
export function authOf(request: FastifyRequest): AuthContext {
  if (!request.auth) throw unauthorized('Not logged in');
  return request.auth;
}

function bearer(header: string | undefined): string {
  if (header === undefined) throw unauthorized('Not logged in');
  const [scheme = '', token = '', ...more] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer' || more.length > 0)
    throw badRequest('Invalid authentication');
  return token;
}

/** Records changes by sessions. The user's other devices notice them soon, because their `newsAt` is later. */
export interface ChangeMarker {
  /**
   * Marks a change by this session without waiting for the write. After a crash, other devices notice the change at
   * their next full sync.
   */
  markChanged(caller: AuthContext): void;
}

export function createChangeMarker({ query }: Sql, now: () => number): ChangeMarker {
  let pending = new Map<string, string>();
  let writing: Promise<void> | undefined;

  /** Runs one statement at a time for all sessions that have written since the last one. */
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

/** Marks a successful change of an account for its other sessions. */
export const markChanges = fastifyPlugin<{ readonly changeMarker: ChangeMarker }>(
  async (app, options) => {
    // Mark before the response is sent, because a page that closes doesn't wait for the response.
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

/**
 * Returns the session that an `Authorization` header names. Undefined if the session has ended, or the header is
 * missing or has no valid bearer token of this server. For routes that also work without an account.
 */
export type Authenticate = (authorization: string | undefined) => Promise<AuthContext | undefined>;

export function createAuthenticate(
  tokens: Pick<SessionTokens, 'read'>,
  sessionLookup: SessionLookup,
): Authenticate {
  return async (authorization) => {
    const token = bearerToken(authorization);
    const sessionId = token === undefined ? undefined : await tokens.read(token);
    return sessionId === undefined ? undefined : await sessionLookup.find(sessionId);
  };
}

/** Returns the token of an `Authorization` header, if it looks like a token of this server. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
}

/** Returns the account of a session, at most a few seconds old. Undefined if the session has ended. */
export type AccountOfSession = (sessionId: string) => Promise<string | undefined>;

/**
 * Cached, because players request dozens of segments at once after a seek. A sign-out takes effect after this time.
 */
const CACHED_MS = 5_000;
const MAX_CACHED = 1_000;

/**
 * `now`: milliseconds. While the database is down, the last known account counts, to continue playback. Doesn't cache a
 * failed lookup without one.
 */
export function cacheSessions(
  sessionLookup: Pick<SessionLookup, 'find'>,
  now: () => number,
): AccountOfSession {
  const cache = new LRUCache<string, { readonly account: string | undefined }>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now },
    // Don't abort an evicted lookup, because callers still wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (sessionId, stale) => {
      try {
        return { account: (await sessionLookup.find(sessionId))?.user.id };
      } catch (error) {
        if (stale?.account !== undefined) return stale;
        throw error;
      }
    },
  });
  return async (sessionId) => {
    countLookup('sessions', cache.has(sessionId) ? 'hit' : 'miss');
    return (await cache.fetch(sessionId))?.account;
  };
}

/** The facts that decide whether an account belongs to an administrator. */
export interface AdminCandidate {
  readonly publicKey: string;
  /** Whether this is the first account of the server. */
  readonly isOwner: boolean | null;
}

export type IsAdmin = (user: AdminCandidate) => boolean;

/** Administrators are the owner and the accounts with public keys that the operator configures. */
export function createIsAdmin(publicKeys: readonly string[]): IsAdmin {
  const named = new Set(publicKeys);
  return ({ publicKey, isOwner }) => isOwner === true || named.has(publicKey);
}
