import type { Caller, Callers } from './callers.ts';
import type { Tokens } from './tokens.ts';

/**
 * The session that an `Authorization` header names. Undefined when the header is missing, is no bearer token of this
 * server, or names a session that has ended: for routes that also answer without an account.
 */
export type SessionLookup = (authorization: string | undefined) => Promise<Caller | undefined>;

export function createSessionLookup(tokens: Pick<Tokens, 'read'>, callers: Callers): SessionLookup {
  return async (authorization) => {
    const token = bearerToken(authorization);
    const sessionId = token === undefined ? undefined : await tokens.read(token);
    return sessionId === undefined ? undefined : await callers.find(sessionId);
  };
}

/** The token of an `Authorization` header, if it has the form of those that this server issues. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
}
