// Sessions of requests: finds them by their token, checks access to routes, and marks those that changed something.
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
  /** Time of the last change by another session of the account, as a `ChangeMarker` stored it. */
  readonly newsAt: string | null;
  readonly isAdmin: boolean;
}

export interface SessionLookup {
  /** Undefined if the session has ended. Extends a session in use, every few minutes at most. */
  find(sessionId: string): Promise<AuthContext | undefined>;
}

const TOUCH_EVERY_MS = 5 * 60 * 1000;

/** Lookups that share a statement on a busy server; each statement is planned anew, which costs more than the rows. */
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
        // Reads continue while the disk is full.
        if (!(error instanceof DiskFullError)) throw error;
        return { ...account, session: toSession(session, sessionId) };
      }
      return { ...account, session: toSession({ ...session, ...touched }, sessionId) };
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in caller; null on public routes. */
    auth: AuthContext | null;
  }
}

const UserPath = z.object({ userId: z.string() });

export interface AccessOptions {
  readonly tokens: SessionTokens;
  readonly sessionLookup: SessionLookup;
}

/**
 * Checks access before the body is read, so that a client without access cannot make the server
 * read megabytes.
 */
export const access = fastifyPlugin<AccessOptions>(async (app, { tokens, sessionLookup }) => {
  app.decorateRequest('auth', null);
  app.addHook('onRequest', async (request) => {
    const { access: required = 'public', forbidden: forbiddenMessage } =
      request.routeOptions.config;
    if (required === 'public' || required === 'optional') return;
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
  });
});

/** The caller of a route with access `session`, `self` or `admin`. */
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

/** Records which sessions changed something, so that the user's other devices notice soon: their `newsAt` is later. */
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

/**
 * Returns the session that an `Authorization` header names. Undefined if the header is missing or
 * not a valid bearer token of this server, or if the session has ended. For routes that also work
 * without an account.
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

/** The token of an `Authorization` header, if it has the form of those that this server issues. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
}

/** The account of a session, a few seconds old at most; undefined when the session has ended. */
export type AccountOfSession = (sessionId: string) => Promise<string | undefined>;

/**
 * Players request segments often, dozens at once after a seek. A sign-out takes effect after this
 * time.
 */
const CACHED_MS = 5_000;
const MAX_CACHED = 1_000;

/**
 * `now` in milliseconds. While the database is down, the last known account counts, so playback
 * continues. Without one, the failed lookup is not cached.
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
    // An evicted lookup still has its callers.
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

/** The facts that decide whether an account is an administrator's. */
export interface AdminCandidate {
  readonly publicKey: string;
  /** Whether it is the first account of this server. */
  readonly isOwner: boolean | null;
}

export type IsAdmin = (user: AdminCandidate) => boolean;

/** Administrators are the owner and those whom the operator names by their public key. */
export function createIsAdmin(publicKeys: readonly string[]): IsAdmin {
  const named = new Set(publicKeys);
  return ({ publicKey, isOwner }) => isOwner === true || named.has(publicKey);
}
