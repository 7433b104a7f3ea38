import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { badRequest, forbidden, unauthorized } from '#http/api-error.ts';
import type { AuthContext, SessionLookup, SessionTokens } from './session-lookup.ts';

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
