import type { AuthContext, SessionLookup } from './session-lookup.ts';
import type { SessionTokens } from './tokens.ts';

/**
 * The session that an `Authorization` header names. Undefined when the header is missing, is no bearer token of this
 * server, or names a session that has ended: for routes that also answer without an account.
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
