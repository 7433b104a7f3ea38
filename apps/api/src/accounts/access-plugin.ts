import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { z } from 'zod';
import { badRequest, forbidden, unauthorized } from '#http/api-error.ts';
import type { Caller, Callers } from './callers.ts';
import type { Tokens } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on public routes. */
    caller: Caller | null;
  }
}

const OwnPath = z.object({ userId: z.string() });

export interface AccessOptions {
  readonly tokens: Tokens;
  readonly callers: Callers;
}

/** The only code that decides who may call. Before the body is read: a stranger cannot make us read megabytes. */
export const access = fastifyPlugin<AccessOptions>(async (app, { tokens, callers }) => {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { access: required = 'public', forbidden: refusal } = request.routeOptions.config;
    if (required === 'public') return;
    const sessionId = await tokens.read(bearer(request.headers.authorization));
    if (sessionId === undefined) throw badRequest('Invalid authentication');
    const caller = await callers.find(sessionId);
    if (!caller) throw unauthorized('Not logged in');
    if (required === 'self' && OwnPath.parse(request.params).userId !== caller.user.id) {
      throw forbidden(refusal ?? 'That belongs to somebody else');
    }
    if (required === 'admin' && !caller.isAdmin) {
      throw forbidden('Only administrators of this server may do that');
    }
    request.caller = caller;
  });
});

/** The caller of a route with access `session`, `self` or `admin`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized('Not logged in');
  return request.caller;
}

function bearer(header: string | undefined): string {
  if (header === undefined) throw unauthorized('Not logged in');
  const [scheme = '', token = '', ...more] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer' || more.length > 0)
    throw badRequest('Invalid authentication');
  return token;
}
