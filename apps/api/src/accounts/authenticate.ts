import type { AuthContext, SessionLookup } from './session-lookup.ts';
import type { SessionTokens } from './tokens.ts';

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
